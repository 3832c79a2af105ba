import type { Interval } from "../../../stats/Interval.js"
import type { Observation } from "../../../stats/Observation.js"
import { type PairedDifference, pairedDifference } from "../../../stats/PairedDifference.js"
import { pairFamilies } from "../../../stats/PairedFamilies.js"
import { type Sensitivity, sensitivity } from "../../../stats/Sensitivity.js"
import { type Style, styleLetter } from "../lang/Syntax.js"
import type { Scored } from "./Scored.js"

/** Treatment minus baseline. */
export interface StyleContrast {
  readonly treatment: Style
  readonly baseline: Style
}

/** D−B first, because it is the primary one; the others are exploratory (decision 22). */
export const primaryContrast: StyleContrast = { treatment: "named_end", baseline: "generic_end" }

export const contrasts: ReadonlyArray<StyleContrast> = [
  primaryContrast,
  { treatment: "named_end", baseline: "padded_end" },
  { treatment: "named_end", baseline: "typed_end" },
  { treatment: "typed_end", baseline: "generic_end" },
  { treatment: "named_end", baseline: "braces" }
]

/** `D−B`, with a real minus sign. */
export const contrastName = ({ treatment, baseline }: StyleContrast): string =>
  `${styleLetter[treatment]}−${styleLetter[baseline]}`

/** A contrast's effect inside some set of trials of one task and view. */
export interface Comparison {
  readonly contrast: StyleContrast
  readonly difference: PairedDifference
  readonly sensitivity: Sensitivity
  readonly interval: Interval
}

export const compare = (
  observations: ReadonlyArray<Observation>,
  contrast: StyleContrast,
  interval: Interval
): Comparison => ({
  contrast,
  difference: pairedDifference(pairFamilies(observations, contrast)),
  sensitivity: sensitivity(observations, contrast),
  interval
})

/** Families of D−B: planned, and with a pair in every planned regime (specification 10.3). */
export interface MatchedFamilies {
  readonly planned: number
  readonly available: number
}

export const matchFamilies = (observations: ReadonlyArray<Observation>): MatchedFamilies => {
  const { familiesPlanned, familiesAvailable } = pairedDifference(pairFamilies(observations, primaryContrast))
  return { planned: familiesPlanned, available: familiesAvailable }
}

/** Strata are depth × filler; both lexical regimes belong to the same family. */
export const observe = ({ row, at }: Scored): Observation => ({
  family: at.familyId,
  stratum: [at.depth, at.filler],
  regime: at.regime,
  arm: at.style,
  replicate: row.replicate,
  correct: row.correct
})
