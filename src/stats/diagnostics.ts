import type { PairedDifference } from "./PairedDifference.js"

/**
 * Below these the interval covers the truth clearly less often than it says (decision 23; docs/limitations.md has the simulation).
 */
export const enough = { familiesPerStratum: 6, discordantFamilies: 10 } as const

/** Too few of them for an interval of this contrast to be trusted. */
export type Scarce = "families_per_stratum" | "discordant_families"

/** What there is too little of, whether or not an interval was computed. */
export const scarcities = ({
  discordance,
  familiesPerStratum
}: Pick<PairedDifference, "discordance" | "familiesPerStratum">): ReadonlyArray<Scarce> => [
  ...(familiesPerStratum.fewest < enough.familiesPerStratum ? (["families_per_stratum"] as const) : []),
  ...(discordance.families < enough.discordantFamilies ? (["discordant_families"] as const) : [])
]

/** Decision rules of specification 7.3a: accuracies between which a difference can hardly show. */
export const almostAlways = 0.98
export const almostNever = 0.02

/** All of some accuracies at the ceiling, or all at the floor; `null` where neither holds or one is unknown. */
export const extremeOf = (accuracies: ReadonlyArray<number | null>): "ceiling" | "floor" | null => {
  const known = accuracies.filter((accuracy) => accuracy !== null)
  if (known.length === 0 || known.length < accuracies.length) return null
  if (known.every((accuracy) => accuracy >= almostAlways)) return "ceiling"
  return known.every((accuracy) => accuracy <= almostNever) ? "floor" : null
}
