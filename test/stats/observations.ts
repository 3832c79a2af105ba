import type { Observation } from "../../src/stats/Observation.js"

export const contrast = { treatment: "D", baseline: "B" }

export type Result = 0 | 1 | null

/** One trial; everything that a test does not speak of has a default. */
export const seen = (
  family: string,
  arm: string,
  correct: Result,
  rest: Partial<Observation> = {}
): Observation => ({ family, arm, correct, stratum: [2, 0], regime: "natural", replicate: 1, ...rest })

/** A family's B and D trial. */
export const pair = (family: string, b: Result, d: Result, rest: Partial<Observation> = {}) => [
  seen(family, "B", b, rest),
  seen(family, "D", d, rest)
]
