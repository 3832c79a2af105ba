import { mean, sum } from "./Mean.js"
import type { Level } from "./Observation.js"
import type { PairedFamilies } from "./PairedFamilies.js"

/** What a stratum's families tell of the spread of a difference. None of it changes when the two arms change places. */
export interface StratumDiscordance {
  readonly levels: ReadonlyArray<Level>
  /** Available families: where this is 0, nothing is known. */
  readonly families: number
  /** Mean over families of the squared difference: their variance around no effect. */
  readonly meanSquare: number
  /** Mean over families of the difference without its sign: the largest effect that they leave room for. */
  readonly meanSize: number
}

/** Regimes are averaged within a family first, as in the estimate, so opposite regimes of one family cancel here, too. */
export const discordanceByStratum = ({ strata }: PairedFamilies): ReadonlyArray<StratumDiscordance> =>
  strata.map(({ levels, families }) => ({
    levels,
    families: families.length,
    meanSquare: mean(families.map(({ difference }) => difference ** 2)) ?? 0,
    meanSize: mean(families.map(({ difference }) => Math.abs(difference))) ?? 0
  }))

/** Where a planned stratum's discordance comes from: the same stratum of the pilot, its nearest one, or the mean of all. */
export type Source = "own" | "nearest" | "pooled"

/** A stratum of a planned grid with the discordance that is expected there. */
export interface ExpectedStratum {
  readonly levels: ReadonlyArray<number>
  readonly source: Source
  /** The pilot's stratum; `null` for the mean of all. */
  readonly from: ReadonlyArray<number> | null
  readonly meanSquare: number
  readonly meanSize: number
}

/**
 * The discordance of each planned stratum, from a pilot's. Nearest is the pilot's level with the smallest distance, factor by factor, the
 * higher of two that are as near; where the pilot has no available family there, the mean of its other strata stands in, each with the
 * same weight. `null` where no stratum of the pilot has any.
 */
export const expectDiscordance = (
  pilot: ReadonlyArray<StratumDiscordance>,
  planned: ReadonlyArray<ReadonlyArray<number>>
): ReadonlyArray<ExpectedStratum> | null => {
  const known = new Map(pilot.filter(({ families }) => families > 0).map((one) => [one.levels.join(), one]))
  const pooled = poolDiscordance(pilot)
  if (pooled === null) return null
  return planned.map((levels) => {
    const near = levels.map((level, factor) => nearestLevel(level, pilot, factor))
    const found = known.get(near.join())
    return {
      levels,
      source: found === undefined ? "pooled" : near.join() === levels.join() ? "own" : "nearest",
      from: found === undefined ? null : near,
      meanSquare: (found ?? pooled).meanSquare,
      meanSize: (found ?? pooled).meanSize
    }
  })
}

const nearestLevel = (level: number, pilot: ReadonlyArray<StratumDiscordance>, factor: number): number => {
  const levels = pilot.flatMap(({ levels: own }) => (typeof own[factor] === "number" ? [own[factor]] : []))
  return levels.reduce((best, other) => {
    const closer = Math.abs(other - level) - Math.abs(best - level)
    return closer < 0 || (closer === 0 && other > best) ? other : best
  }, Number.POSITIVE_INFINITY)
}

/** The mean of those strata that have families, each with the same weight; `null` where none has. */
export const poolDiscordance = (
  pilot: ReadonlyArray<StratumDiscordance>
): Pick<StratumDiscordance, "meanSquare" | "meanSize"> | null => {
  const known = pilot.filter(({ families }) => families > 0)
  const meanSquare = mean(known.map((one) => one.meanSquare))
  const meanSize = mean(known.map((one) => one.meanSize))
  return meanSquare === null || meanSize === null ? null : { meanSquare, meanSize }
}

/** The standard error of the mean over strata, equally weighted, of the mean over each one's `families`. */
export const standardError = (meanSquares: ReadonlyArray<number>, families: number): number =>
  Math.sqrt(sum(meanSquares) / families) / meanSquares.length

/** Quantiles of the standard normal distribution: of a two-sided test at 0.05, and of the two powers. */
const z = { twoSided: 1.959963984540054, power80: 0.8416212335729143, power90: 1.2815515655446004 } as const

/** Differences that an interval of 95 % would tell from 0 with this probability, as fractions. */
export interface Detectable {
  readonly power80: number
  readonly power90: number
}

/** By normal approximation, with the variance around no effect, which is not below that around an effect. */
export const detectable = (error: number): Detectable => ({
  power80: (z.twoSided + z.power80) * error,
  power90: (z.twoSided + z.power90) * error
})
