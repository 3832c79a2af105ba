import { points } from "../../report/Figures.js"
import type { PairedDifference } from "../../stats/PairedDifference.js"
import { type Comparison, comparisonName } from "./Comparison.js"
import { remarksOn } from "./trust.js"

/** One line on one comparison, with the reason where it has no figure. */
export const estimateText = (comparison: Comparison): string => {
  const { difference } = comparison
  const { estimate, undefinedBecause, familiesAvailable, familiesPlanned } = difference
  const families = `${familiesAvailable} of ${familiesPlanned} families`
  if (estimate === null)
    return `${comparisonName(comparison)} is undefined on ${families}: ${undefinedBecause}`
  return [
    `${comparisonName(comparison)} = ${points(estimate)} on ${families}`,
    intervalLine(comparison)
  ].join("; ")
}

const intervalLine = (comparison: Comparison): string => {
  const { interval, difference } = comparison
  const basis = `${perStratum(difference)} families per stratum, ${difference.discordance.families} discordant families`
  switch (interval.kind) {
    case "computed":
      return [`95 % interval ${intervalText(interval)} (${basis})`, ...remarksOn(comparison)].join("; ")
    case "degenerate":
      return `no interval, because every bootstrap draw gave the same difference (${basis})`
    case "not_computed":
      return `interval not_computed (${interval.reason})`
  }
}

/** For a table: the bounds, or the state of an interval without any. */
export const intervalText = (interval: Comparison["interval"]): string =>
  interval.kind === "computed" ? `${points(interval.low)} to ${points(interval.high)}` : interval.kind

/** `4`, or `2 to 4`. */
export const perStratum = ({ familiesPerStratum: { fewest, most } }: PairedDifference): string =>
  fewest === most ? String(fewest) : `${fewest} to ${most}`

/** `3 (natural 1:1, nonce 2:0)`: families, and in each regime those with the treatment better to those with the baseline better. */
export const discordantText = ({ discordance: { families, regimes } }: PairedDifference): string =>
  `${families} (${regimes.map((one) => `${one.regime} ${one.treatmentBetter}:${one.baselineBetter}`).join(", ")})`

/** For a table. */
export const remarksText = (comparison: Comparison): string => remarksOn(comparison).join("; ") || "none"
