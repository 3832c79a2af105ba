import { describe, expect, it } from "@effect/vitest"
import * as fc from "fast-check"
import { JavaRandom } from "../../src/random/JavaRandom.js"
import { intervals } from "../../src/stats/Interval.js"
import type { Observation } from "../../src/stats/Observation.js"
import { pairFamilies } from "../../src/stats/PairedFamilies.js"
import {
  detectable,
  discordanceByStratum,
  expectDiscordance,
  poolDiscordance,
  type StratumDiscordance,
  standardError
} from "../../src/stats/Power.js"

const contrast = { treatment: "D", baseline: "B" }

/** A family's answers as `D B` in each regime, such as `10 01`: in the first regime D was right, in the second B. */
const family = (name: string, stratum: ReadonlyArray<number>, answers: string): Array<Observation> =>
  answers.split(" ").flatMap((pair, index) =>
    ["D", "B"].map((arm, place) => ({
      family: name,
      stratum,
      regime: `r${index}`,
      arm,
      replicate: 1,
      correct: pair[place] === "1" ? (1 as const) : (0 as const)
    }))
  )

const stratum = (
  levels: ReadonlyArray<number>,
  families: number,
  meanSquare: number
): StratumDiscordance => ({
  levels,
  families,
  meanSquare,
  meanSize: 2 * meanSquare
})

describe("discordance by stratum", () => {
  it("averages regimes within a family first: opposite ones cancel, one alone is a half, two alike are one", () => {
    const found = discordanceByStratum(
      pairFamilies(
        [
          ...family("a", [2, 0], "10 01"),
          ...family("b", [2, 0], "01 11"),
          ...family("c", [4, 0], "01 01"),
          ...family("d", [4, 0], "11 00")
        ],
        contrast
      )
    )
    expect(found).toEqual([
      { levels: [2, 0], families: 2, meanSquare: 0.125, meanSize: 0.25 },
      { levels: [4, 0], families: 2, meanSquare: 0.5, meanSize: 0.5 }
    ])
  })

  it("is the same when the arms change places", () => {
    const answers = fc.constantFrom("00 00", "10 00", "01 00", "10 10", "01 01", "10 01", "11 10")
    fc.assert(
      fc.property(fc.array(answers, { minLength: 1, maxLength: 12 }), (all) => {
        const rows = all.flatMap((one, index) => family(`f${index}`, [index % 3], one))
        const paired = (treatment: string, baseline: string) =>
          discordanceByStratum(pairFamilies(rows, { treatment, baseline }))
        expect(paired("D", "B")).toEqual(paired("B", "D"))
      })
    )
  })
})

describe("expected discordance", () => {
  const pilot = [
    stratum([2, 0], 4, 0.1),
    stratum([2, 128], 4, 0.2),
    stratum([8, 0], 0, 0),
    stratum([8, 128], 4, 0.6)
  ]
  const of = (levels: ReadonlyArray<number>) => expectDiscordance(pilot, [levels])?.[0]

  it("is the stratum's own where the pilot has it", () => {
    expect(of([2, 128])).toMatchObject({ source: "own", from: [2, 128], meanSquare: 0.2, meanSize: 0.4 })
  })

  it("is that of the nearest levels, the higher of two as near", () => {
    expect(of([16, 512])).toMatchObject({ source: "nearest", from: [8, 128], meanSquare: 0.6 })
    expect(of([5, 64])).toMatchObject({ source: "nearest", from: [8, 128] })
    expect(of([4, 1])).toMatchObject({ source: "nearest", from: [2, 0], meanSquare: 0.1 })
  })

  it("is the mean of the others where no family of the stratum is available, and where its nearest has none", () => {
    expect(of([8, 0])).toMatchObject({ source: "pooled", from: null })
    expect(of([8, 0])?.meanSquare).toBeCloseTo(0.3, 12)
    expect(of([9, 1])?.source).toBe("pooled")
  })

  it("is unknown without any family", () => {
    expect(expectDiscordance([stratum([2, 0], 0, 0)], [[2, 0]])).toBeNull()
    expect(poolDiscordance([])).toBeNull()
  })
})

/** d = mean over two regimes that differ with `rate` each, independently: E[d²] = rate / 2 where neither arm is better. */
const rates = [0.06, 0.1, 0.14, 0.2, 0.3, 0.4]
const families = 40
const error = standardError(
  rates.map((rate) => rate / 2),
  families
)

describe("detectable differences", () => {
  it("are (z of the test + z of the power) standard errors of the equally weighted mean", () => {
    // By hand: the mean of rate / 2 is 0.1, so the variance is 0.1 / (6 × 40); 1.959964 + 0.841621 and + 1.281552 of its root.
    expect(error).toBeCloseTo(0.0204124, 7)
    expect(detectable(error).power80).toBeCloseTo(0.0571871, 6)
    expect(detectable(error).power90).toBeCloseTo(0.0661672, 6)
    // Strata without discordance count as such: 1 of 2 halves the mean, and the error is √(0.2 / 10) / 2.
    expect(standardError([0.2, 0], 10)).toBeCloseTo(0.0707107, 7)
  })

  /** Differences of one data set by stratum; an effect of `effect` is the same in all of them. */
  const draw = (random: JavaRandom, effect: number): ReadonlyArray<ReadonlyArray<number>> =>
    rates.map((rate) =>
      Array.from({ length: families }, () => {
        const regime = () => {
          const chance = random.nextDouble()
          return chance < (rate + effect) / 2 ? 1 : chance < rate ? -1 : 0
        }
        return (regime() + regime()) / 2
      })
    )

  /** Whether 0 is outside of mean ± 1.96 standard errors from the sample variances: a few lines that share nothing with src/stats. */
  const excludesZero = (strata: ReadonlyArray<ReadonlyArray<number>>): boolean => {
    let total = 0
    let variance = 0
    for (const all of strata) {
      const mean = all.reduce((sum, one) => sum + one, 0) / all.length
      total += mean
      variance += all.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (all.length - 1) / all.length
    }
    return Math.abs(total) > 1.96 * Math.sqrt(variance)
  }

  const share = (dataSets: number, seed: bigint, effect: number, test: typeof excludesZero): number => {
    const random = new JavaRandom(seed)
    const hits = Array.from({ length: dataSets }, () => test(draw(random, effect))).filter(Boolean)
    return hits.length / dataSets
  }

  it("are detected as often as they say, and no difference in one of twenty, by an independent simulation", () => {
    const { power80, power90 } = detectable(error)
    // 4,000 data sets: a share of 0.8 is good to 0.019 (three standard errors). With an effect the variance is a little smaller.
    expect(Math.abs(share(4000, 1n, power80, excludesZero) - 0.805)).toBeLessThan(0.025)
    expect(Math.abs(share(4000, 2n, power90, excludesZero) - 0.905)).toBeLessThan(0.02)
    expect(Math.abs(share(4000, 3n, 0, excludesZero) - 0.05)).toBeLessThan(0.015)
    // Half of it is detected clearly less often: the simulation can tell.
    expect(share(4000, 4n, power80 / 2, excludesZero)).toBeLessThan(0.35)
  })

  it("are detected as often as they say by the interval of the reports", () => {
    const byBootstrap = (strata: ReadonlyArray<ReadonlyArray<number>>): boolean => {
      const rows = strata.flatMap((all, index) =>
        all.flatMap((difference, number) => {
          const answers = difference > 0 ? "10" : difference < 0 ? "01" : "11"
          const other = Math.abs(difference) === 1 ? answers : "11"
          return family(`f${number}`, [index], `${answers} ${other}`)
        })
      )
      const [interval] = intervals([pairFamilies(rows, contrast)], { draws: 1000, seed: 5n })
      return interval?.kind === "computed" && (interval.low > 0 || interval.high < 0)
    }
    // 300 data sets: good to 0.07.
    expect(Math.abs(share(300, 5n, detectable(error).power80, byBootstrap) - 0.81)).toBeLessThan(0.07)
  })
})
