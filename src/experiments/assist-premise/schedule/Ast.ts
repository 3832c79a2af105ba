import type { Span } from "./Span.js"
import type { Width } from "./Token.js"

/**
 * A body as it was written (language, section 3). Operators of one level are lists, not nested pairs, so that a long sum is not deep.
 */
export interface Program {
  readonly items: ReadonlyArray<Item>
  /** The end of the source. */
  readonly end: Span
}

export type Item =
  | ({ readonly type: "scope"; readonly name: Word; readonly settings: ReadonlyArray<Setting> } & Span)
  | Definition
  | Expression

export interface Setting extends Span {
  readonly key: "tz" | "wkst"
  readonly value: string
}

export interface Definition extends Span {
  readonly type: "definition"
  readonly name: Word
  /** `null` for a definition without parentheses. */
  readonly parameters: ReadonlyArray<Word> | null
  readonly value: Expression
}

/** A name at its place. */
export interface Word extends Span {
  readonly name: string
}

export interface Step extends Span {
  readonly name: Word
  readonly args: ReadonlyArray<Argument>
}

export interface Argument extends Span {
  readonly name: Word | null
  readonly value: Expression
}

export type SetSign = "|" | "&" | "\\"
export type CompareSign = "==" | "!=" | "<" | "<=" | ">" | ">=" | "in"
export type ArithmeticSign = "+" | "-" | "*" | "/" | "mod" | "div"

export interface Lambda extends Span {
  readonly type: "lambda"
  readonly parameters: ReadonlyArray<Word>
  readonly body: Expression
}

export interface DateListNode extends Span {
  readonly type: "list"
  readonly elements: ReadonlyArray<Element>
  readonly covering: Covering | null
  readonly closed: boolean
}

export interface Element extends Span {
  readonly from: Expression
  /** The far end of `from..to`. */
  readonly to: Expression | null
}

export interface Covering extends Span {
  readonly covers: ReadonlyArray<Cover>
}

/** Civil days, both inclusive; `null` for an open end. */
export interface Cover extends Span {
  readonly from: number | null
  readonly to: number | null
}

export type DateNode = Span & { readonly type: "date"; readonly day: number; readonly clock: number | null }

export type SpanNode = Span & {
  readonly type: "span"
  readonly unit: Word
  readonly size: Expression
  readonly phase: Expression | null
  readonly closed: boolean
}

export type Pipeline = Span & {
  readonly type: "pipeline"
  readonly head: Expression
  readonly steps: ReadonlyArray<Step>
  /** Whether it mentions no parameter of a lambda or definition around it: then it has one value, whoever asks. */
  readonly closed: boolean
}

export type Call = Span & {
  readonly type: "call"
  readonly callee: Expression
  readonly args: ReadonlyArray<Argument>
}

export type Expression =
  | (Span & { readonly type: "number"; readonly value: number })
  | (Span & { readonly type: "string"; readonly value: string })
  | DateNode
  | (Span & { readonly type: "time"; readonly clock: number })
  | (Span & { readonly type: "width"; readonly width: Width })
  | (Span & { readonly type: "name"; readonly name: string })
  | DateListNode
  | Lambda
  | SpanNode
  | Pipeline
  | Call
  | (Span & {
      readonly type: "sets"
      readonly first: Expression
      readonly rest: ReadonlyArray<{
        readonly sign: SetSign
        readonly at: Span
        readonly operand: Expression
      }>
      readonly closed: boolean
    })
  | (Span & {
      readonly type: "choice"
      readonly test: Expression
      readonly yes: Expression
      readonly no: Expression
    })
  | (Span & { readonly type: "and" | "or"; readonly operands: ReadonlyArray<Expression> })
  | (Span & { readonly type: "not"; readonly operand: Expression })
  | (Span & {
      readonly type: "compare"
      readonly sign: CompareSign
      readonly left: Expression
      readonly right: Expression
    })
  | (Span & {
      readonly type: "arithmetic"
      readonly first: Expression
      readonly rest: ReadonlyArray<{ readonly sign: ArithmeticSign; readonly operand: Expression }>
    })
  | (Span & { readonly type: "signed"; readonly sign: "+" | "-"; readonly operand: Expression })
  | (Span & { readonly type: "index"; readonly list: Expression; readonly index: Expression })
