/**
 * The scope language's abstract syntax (specification 3.1 and Task 3). The JSON form of a program is exactly this shape.
 */

/** A block's kind. All three mean the same: open a local scope and run the body once, top to bottom. */
export type Kind = "unit" | "func" | "area"

export const kinds: ReadonlyArray<Kind> = ["unit", "func", "area"]

export type Statement = Let | Nop | Scope

/** Binds `variable` (`x_[a-f]`) to `value` (1000 to 9999) in the current scope. */
export interface Let {
  readonly type: "let"
  readonly variable: string
  readonly value: number
}

/** Does nothing; `payload` is `p_[a-z]{8}`. */
export interface Nop {
  readonly type: "nop"
  readonly payload: string
}

/** A block; `name` is `n_[a-z]{8}`, unique in its program. */
export interface Scope {
  readonly type: "scope"
  readonly kind: Kind
  readonly name: string
  readonly body: ReadonlyArray<Statement>
}

export interface Program {
  readonly body: ReadonlyArray<Statement>
}

/**
 * A place in a program: after the first `eventCount` events (Open, Close, Let, Nop) of its depth-first walk,
 * where the probe `probeId` (`q_[a-z]{8}`) asks for `variable`.
 */
export interface CutPoint {
  readonly eventCount: number
  readonly probeId: string
  readonly variable: string
}

/** What is true at a probe: the visible value, and the names of the open scopes from the outermost in. */
export interface Observation {
  readonly value: number
  readonly activeScopes: ReadonlyArray<string>
}
