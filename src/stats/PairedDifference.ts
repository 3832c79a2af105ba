import { countDiscordance, type Discordance } from "./Discordance.js"
import { mean, ratio, sum } from "./Mean.js"
import type { PairedFamilies, PairedFamily } from "./PairedFamilies.js"

/** A contrast's effect as a fraction (0.25 is 25 percentage points), with what is needed to judge it. */
export interface PairedDifference {
  /** Mean over planned strata, equally weighted, of the mean difference of their available families. */
  readonly estimate: number | null
  /** Why there is no estimate; `null` when there is one. */
  readonly undefinedBecause: string | null
  /** Accuracies of the matched families with the estimate's weights; `estimate` is their difference up to rounding. */
  readonly treatment: number | null
  readonly baseline: number | null
  /** Share of the baseline's errors that the treatment avoids; `null` without estimate or without baseline errors. */
  readonly relativeErrorReduction: number | null
  readonly familiesPlanned: number
  readonly familiesAvailable: number
  readonly strataPlanned: number
  readonly strataAvailable: number
  /** Available families in the poorest and the richest planned stratum; 0 when nothing was planned. */
  readonly familiesPerStratum: { readonly fewest: number; readonly most: number }
  readonly discordance: Discordance
}

/** Why a contrast has no estimate: a stratum without any available family leaves the whole of it undefined. */
export const undefinedBecause = ({ strata }: PairedFamilies): string | null => {
  const empty = strata.filter(({ families }) => families.length === 0).length
  if (strata.length === 0) return "nothing was planned"
  return empty > 0 ? `${empty} of ${strata.length} planned strata have no available family` : null
}

/** Mean over strata, equally weighted, of the mean of a figure over their families; `null` where the estimate is undefined. */
const overStrata = (paired: PairedFamilies, figure: (family: PairedFamily) => number): number | null =>
  undefinedBecause(paired) === null
    ? mean(paired.strata.flatMap(({ families }) => mean(families.map(figure)) ?? []))
    : null

/** The estimand of specification 10.4 alone. */
export const estimateOf = (paired: PairedFamilies): number | null =>
  overStrata(paired, ({ difference }) => difference)

/** The estimand of specification 10.4. */
export const pairedDifference = (paired: PairedFamilies): PairedDifference => {
  const { strata } = paired
  const available = strata.map((stratum) => stratum.families.length)
  const estimate = estimateOf(paired)
  const baseline = overStrata(paired, (family) => family.baseline)
  return {
    estimate,
    undefinedBecause: undefinedBecause(paired),
    treatment: overStrata(paired, (family) => family.treatment),
    baseline,
    relativeErrorReduction: estimate === null || baseline === null ? null : ratio(estimate, 1 - baseline),
    familiesPlanned: sum(strata.map((stratum) => stratum.familiesPlanned)),
    familiesAvailable: sum(available),
    strataPlanned: strata.length,
    strataAvailable: available.filter((families) => families > 0).length,
    familiesPerStratum: range(available),
    discordance: countDiscordance(paired)
  }
}

const range = (available: ReadonlyArray<number>): PairedDifference["familiesPerStratum"] => {
  const ascending = available.toSorted((a, b) => a - b)
  return { fewest: ascending[0] ?? 0, most: ascending.at(-1) ?? 0 }
}
