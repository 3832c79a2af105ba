import * as Context from "effect/Context"

/** How far a stage is. */
export interface Step {
  /** What is done, e.g. `audit`. */
  readonly stage: string
  readonly done: number
  /** `null`: nobody knows yet. */
  readonly total: number | null
  /** What else a person wants to know. Called only when somebody looks. */
  readonly notes?: () => ReadonlyArray<string>
}

/**
 * Where a long stage says how far it is. Saying so is cheap and changes nothing: most steps are shown to nobody, and unless something is
 * provided none is.
 */
export class Progress extends Context.Reference<Progress>()("locality/Progress", {
  defaultValue: (): { readonly tell: (step: Step) => void } => ({ tell: () => {} })
}) {}
