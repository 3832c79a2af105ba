/** A factor's level. Numbers come before texts. */
export type Level = number | string

/**
 * One planned trial as a paired comparison sees it. The family is the unit of sampling; regimes, arms and replicates are
 * repeated measurements of it and never add to the number of families.
 */
export interface Observation {
  readonly family: string
  /** The cell of the design that the family was drawn for: its factor levels, in a fixed order. */
  readonly stratum: ReadonlyArray<Level>
  readonly regime: string
  readonly arm: string
  readonly replicate: number
  /** `null`: missing. */
  readonly correct: 0 | 1 | null
}

/** Two arms; effects are treatment minus baseline. */
export interface Contrast {
  readonly treatment: string
  readonly baseline: string
}
