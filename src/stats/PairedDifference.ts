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
  /** Available families in the poorest planned stratum; 0 when nothing was planned. */
  readonly fewestFamiliesInStratum: number
  readonly discordance: Discordance
}

/** The estimand of specification 10.4. A stratum without any available family leaves the whole estimate undefined. */
export const pairedDifference = (paired: PairedFamilies): PairedDifference => {
  const { strata } = paired
  const available = strata.map((stratum) => stratum.families.length)
  const strataAvailable = available.filter((families) => families > 0).length
  const undefinedBecause =
    strata.length === 0
      ? "nothing was planned"
      : strataAvailable < strata.length
        ? `${strata.length - strataAvailable} of ${strata.length} planned strata have no available family`
        : null
  const overStrata = (figure: (family: PairedFamily) => number): number | null =>
    undefinedBecause === null
      ? mean(strata.flatMap((stratum) => mean(stratum.families.map(figure)) ?? []))
      : null
  const estimate = overStrata((family) => family.difference)
  const baseline = overStrata((family) => family.baseline)
  return {
    estimate,
    undefinedBecause,
    treatment: overStrata((family) => family.treatment),
    baseline,
    relativeErrorReduction: estimate === null || baseline === null ? null : ratio(estimate, 1 - baseline),
    familiesPlanned: sum(strata.map((stratum) => stratum.familiesPlanned)),
    familiesAvailable: sum(available),
    strataPlanned: strata.length,
    strataAvailable,
    fewestFamiliesInStratum: available.reduce(
      (fewest, families) => Math.min(fewest, families),
      available[0] ?? 0
    ),
    discordance: countDiscordance(paired)
  }
}
