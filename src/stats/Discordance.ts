import type { PairedFamilies } from "./PairedFamilies.js"

/** Available families by who did better in one regime, after averaging over replicates. */
export interface RegimeDiscordance {
  readonly regime: string
  readonly treatmentBetter: number
  readonly baselineBetter: number
  readonly tied: number
}

export interface Discordance {
  /** Families whose arms differ in at least one regime, even where opposite regimes cancel out in the difference. */
  readonly families: number
  /** One entry a planned regime, sorted. */
  readonly regimes: ReadonlyArray<RegimeDiscordance>
}

/** How many families carry the evidence, and in which direction, over the families that enter the estimate. */
export const countDiscordance = (paired: PairedFamilies): Discordance => {
  const families = paired.strata.flatMap((stratum) => stratum.families)
  return {
    families: families.filter(({ regimes }) => regimes.some((pair) => pair.treatment !== pair.baseline))
      .length,
    regimes: paired.regimes.map((regime, index) => {
      const signs = families.map(({ regimes }) => {
        const pair = regimes[index]
        return pair === undefined ? 0 : Math.sign(pair.treatment - pair.baseline)
      })
      const count = (sign: number) => signs.filter((found) => found === sign).length
      return { regime, treatmentBetter: count(1), baselineBetter: count(-1), tied: count(0) }
    })
  }
}
