import { describe, expect, it } from "@effect/vitest"
import fc from "fast-check"
import { tabulate } from "../../src/stats/FamilyTable.js"
import type { Observation } from "../../src/stats/Observation.js"
import { type PairedDifference, pairedDifference } from "../../src/stats/PairedDifference.js"
import { familiesIn, pairFamilies, whole } from "../../src/stats/PairedFamilies.js"
import { contrast, pair, type Result, seen } from "./observations.js"

const estimate = (observations: ReadonlyArray<Observation>): PairedDifference =>
  pairedDifference(pairFamilies(observations, contrast))

describe("the example of the specification", () => {
  const b: ReadonlyArray<Result> = [1, 0, 1, 0]
  const d: ReadonlyArray<Result> = [1, 1, 0, 1]
  const observations = b.flatMap((value, index) => pair(`f${index}`, value, d[index] ?? null))

  it("B=[1,0,1,0] and D=[1,1,0,1] differ by 0.25", () => {
    expect(estimate(observations)).toEqual({
      estimate: 0.25,
      undefinedBecause: null,
      treatment: 0.75,
      baseline: 0.5,
      // Of the baseline's errors, one half, the treatment leaves one quarter: 0.25 / 0.5.
      relativeErrorReduction: 0.5,
      familiesPlanned: 4,
      familiesAvailable: 4,
      strataPlanned: 1,
      strataAvailable: 1,
      familiesPerStratum: { fewest: 4, most: 4 },
      discordance: {
        families: 3,
        regimes: [{ regime: "natural", treatmentBetter: 2, baselineBetter: 1, tied: 1 }]
      }
    })
  })

  it("H6 copies of every family as replicates or regimes change nothing but the copies' own counts", () => {
    const original = estimate(observations)
    const replicated = Array.from({ length: 10 }, (_, index) =>
      observations.map((observation) => ({ ...observation, replicate: index + 1 }))
    ).flat()
    expect(estimate(replicated)).toEqual(original)

    const regimes = ["natural", "nonce"].flatMap((regime) =>
      observations.map((observation) => ({ ...observation, regime }))
    )
    const { discordance, ...rest } = estimate(regimes)
    const { discordance: originalDiscordance, ...originalRest } = original
    expect(rest).toEqual(originalRest)
    expect(discordance.families).toBe(originalDiscordance.families)
  })

  it("the opposite contrast has the opposite sign", () => {
    const opposite = pairedDifference(pairFamilies(observations, { treatment: "B", baseline: "D" }))
    expect(opposite.estimate).toBe(-0.25)
    // 0.75 right leaves 0.25 wrong; B has 0.25 more errors than that: a reduction of -100 %.
    expect(opposite.relativeErrorReduction).toBe(-1)
  })
})

describe("weights", () => {
  it("replicates are averaged inside family and regime before anything else", () => {
    // f1: D right in 2 of 4, B in 1 of 4 (+0.25); f2: one replicate, +1. Families weigh the same: 0.625.
    const f1: ReadonlyArray<readonly [Result, Result]> = [
      [1, 1],
      [0, 1],
      [0, 0],
      [0, 0]
    ]
    const observations = [
      ...f1.flatMap(([b, d], index) => pair("f1", b, d, { replicate: index + 1 })),
      ...pair("f2", 0, 1)
    ]
    expect(estimate(observations).estimate).toBe(0.625)
  })

  it("regimes have equal weight, whatever their number of replicates", () => {
    const observations = [
      ...pair("f1", 0, 1, { regime: "natural" }),
      ...[1, 2, 3].flatMap((replicate) => pair("f1", 1, 1, { regime: "nonce", replicate }))
    ]
    expect(estimate(observations).estimate).toBe(0.5)
  })

  it("strata have equal weight, whatever their number of families", () => {
    const observations = [
      ...pair("f1", 0, 1, { stratum: [2, 0] }),
      ...["f2", "f3", "f4"].flatMap((family) => pair(family, 1, 1, { stratum: [4, 0] }))
    ]
    expect(estimate(observations)).toMatchObject({
      estimate: 0.5,
      familiesPerStratum: { fewest: 1, most: 3 },
      familiesAvailable: 4
    })
  })

  it("other arms are ignored", () => {
    const observations = [...pair("f1", 0, 1), seen("f1", "E", null), seen("f2", "A", 1)]
    expect(estimate(observations)).toMatchObject({ estimate: 1, familiesPlanned: 1, familiesAvailable: 1 })
  })
})

describe("missing trials", () => {
  it("H7 a missing side takes the pair away, it does not count as wrong", () => {
    const observations = [
      ...pair("f1", 0, 1),
      ...pair("f2", null, 1),
      ...pair("f3", 1, null),
      ...pair("f4", 1, 1)
    ]
    expect(estimate(observations)).toMatchObject({ estimate: 0.5, familiesPlanned: 4, familiesAvailable: 2 })
  })

  it("a family needs a pair in every planned regime", () => {
    const observations = [
      ...pair("f1", 0, 1, { regime: "natural" }),
      ...pair("f1", null, 1, { regime: "nonce" }),
      ...pair("f2", 1, 1, { regime: "natural" }),
      ...pair("f2", 0, 1, { regime: "nonce" })
    ]
    expect(estimate(observations)).toMatchObject({ estimate: 0.5, familiesPlanned: 2, familiesAvailable: 1 })
  })

  it("a replicate counts only where both arms have it", () => {
    const observations = [
      ...pair("f1", 0, 1, { replicate: 1 }),
      ...pair("f1", null, 0, { replicate: 2 }),
      seen("f1", "B", 1, { replicate: 3 })
    ]
    expect(estimate(observations).estimate).toBe(1)
  })

  it("a stratum without any available family leaves the estimate undefined, with a reason", () => {
    const observations = [
      ...pair("f1", 0, 1, { stratum: [2, 0] }),
      ...pair("f2", null, 1, { stratum: [4, 0] })
    ]
    expect(estimate(observations)).toMatchObject({
      estimate: null,
      undefinedBecause: "1 of 2 planned strata have no available family",
      treatment: null,
      baseline: null,
      relativeErrorReduction: null,
      strataPlanned: 2,
      strataAvailable: 1,
      familiesPerStratum: { fewest: 0, most: 1 },
      familiesAvailable: 1
    })
    expect(estimate([])).toMatchObject({ estimate: null, undefinedBecause: "nothing was planned" })
  })

  it("a baseline without errors has no relative error reduction", () => {
    const observations = [...pair("f1", 1, 1), ...pair("f2", 1, 0)]
    expect(estimate(observations)).toMatchObject({
      estimate: -0.5,
      baseline: 1,
      relativeErrorReduction: null
    })
  })
})

describe("discordance", () => {
  it("opposite regimes cancel in the difference and not in the count", () => {
    const observations = [
      ...pair("f1", 0, 1, { regime: "natural" }),
      ...pair("f1", 1, 0, { regime: "nonce" }),
      ...pair("f2", 1, 1, { regime: "natural" }),
      ...pair("f2", 1, 1, { regime: "nonce" })
    ]
    const { estimate: difference, discordance } = estimate(observations)
    expect(difference).toBe(0)
    expect(discordance).toEqual({
      families: 1,
      regimes: [
        { regime: "natural", treatmentBetter: 1, baselineBetter: 0, tied: 1 },
        { regime: "nonce", treatmentBetter: 0, baselineBetter: 1, tied: 1 }
      ]
    })
  })
})

describe("pairing and order", () => {
  it("H3 pairs by family id, not by position", () => {
    // D's rows stand in another order than B's. By position f1/f3 would be swapped.
    const b = [seen("f1", "B", 0), seen("f2", "B", 1), seen("f3", "B", 1)]
    const d = [seen("f3", "D", 1), seen("f1", "D", 1), seen("f2", "D", 0)]
    expect(estimate([...b, ...d]).discordance.regimes).toEqual([
      { regime: "natural", treatmentBetter: 1, baselineBetter: 1, tied: 1 }
    ])
  })

  it("H3 identical differences are reported as they are, with every family discordant or none", () => {
    const all = (b: Result, d: Result) => estimate(["f1", "f2", "f3"].flatMap((family) => pair(family, b, d)))
    expect(all(0, 1)).toMatchObject({ estimate: 1, discordance: { families: 3 } })
    expect(all(1, 1)).toMatchObject({ estimate: 0, discordance: { families: 0 } })
  })

  it("a trial that occurs twice is a defect", () => {
    expect(() => estimate([...pair("f1", 0, 1), seen("f1", "D", 1)])).toThrow("occurs twice")
  })

  it("strata stand in the order of their numbers, families in the order of their ids", () => {
    const observations = [
      ...pair("b", 1, 1, { stratum: [16, 0] }),
      ...pair("c", 1, 1, { stratum: [2, 128] }),
      ...pair("f10", 1, 1, { stratum: [2, 32] }),
      ...pair("F2", 1, 1, { stratum: [2, 32] }),
      ...pair("f1", 1, 1, { stratum: [2, 32] })
    ]
    const { strata } = pairFamilies(observations, contrast)
    expect(strata.map(({ levels }) => levels)).toEqual([
      [2, 32],
      [2, 128],
      [16, 0]
    ])
    expect(strata[0]?.families.map(({ family }) => family)).toEqual(["F2", "f1", "f10"])
  })

  /** Five families in two strata, three regimes, three arms, up to three replicates; some missing, some not planned. */
  const grid = ["f1", "f2", "f3", "f4", "f5"].flatMap((family) =>
    ["natural", "nonce", "third"].flatMap((regime) =>
      ["A", "B", "D"].flatMap((arm) =>
        [1, 2, 3].map((replicate) => ({
          family,
          regime,
          arm,
          replicate,
          stratum: family <= "f2" ? [2, 0] : [10, 0]
        }))
      )
    )
  )
  const result = fc.constantFrom<Result | "absent">(0, 0, 0, 1, 1, 1, 1, null, "absent")
  const design = fc.array(result, { minLength: grid.length, maxLength: grid.length }).map((results) =>
    grid.flatMap((place, index): ReadonlyArray<Observation> => {
      const correct = results[index] ?? null
      return correct === "absent" ? [] : [{ ...place, correct }]
    })
  )

  it("H12 is the same to the last bit for any order of the rows", () => {
    fc.assert(
      fc.property(
        design.chain((rows) =>
          fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length }))
        ),
        ([rows, shuffled]) => {
          expect(estimate(shuffled)).toEqual(estimate(rows))
        }
      )
    )
  })

  it("a part of the families is what its own trials would give", () => {
    fc.assert(
      fc.property(design, (rows) => {
        const table = tabulate(rows, contrast)
        for (const regime of ["natural", "nonce", "third", "none"]) {
          expect(familiesIn(table, { ...whole, hasRegime: (name) => name === regime })).toEqual(
            pairFamilies(
              rows.filter((row) => row.regime === regime),
              contrast
            )
          )
        }
        expect(familiesIn(table, { ...whole, hasStratum: ([depth]) => depth === 10 })).toEqual(
          pairFamilies(
            rows.filter(({ stratum }) => stratum[0] === 10),
            contrast
          )
        )
      })
    )
  })

  it("agrees with the estimand written out as nested averages", () => {
    const average = (values: ReadonlyArray<number>) => values.reduce((a, b) => a + b, 0) / values.length
    const naive = (rows: ReadonlyArray<Observation>): number => {
      const used = rows.filter(({ arm }) => arm !== "A")
      const regimes = [...new Set(used.map(({ regime }) => regime))]
      const at = (family: string, regime: string, arm: string, replicate: number) =>
        used.find(
          (o) => o.family === family && o.regime === regime && o.arm === arm && o.replicate === replicate
        )?.correct ?? Number.NaN
      const familyDifference = (family: string) =>
        average(
          regimes.map((regime) =>
            average(
              [1, 2, 3]
                .map((replicate) => at(family, regime, "D", replicate) - at(family, regime, "B", replicate))
                .filter((difference) => !Number.isNaN(difference))
            )
          )
        )
      const strata = [...new Set(used.map(({ stratum }) => String(stratum)))]
      return average(
        strata.map((stratum) =>
          average(
            [...new Set(used.filter((o) => String(o.stratum) === stratum).map(({ family }) => family))]
              .map(familyDifference)
              .filter((difference) => !Number.isNaN(difference))
          )
        )
      )
    }
    let defined = 0
    fc.assert(
      fc.property(design, (rows) => {
        const expected = naive(rows)
        const { estimate: found } = estimate(rows)
        if (Number.isNaN(expected)) {
          expect(found).toBe(null)
        } else {
          defined++
          expect(found).toBeCloseTo(expected, 12)
        }
      }),
      { numRuns: 300 }
    )
    expect(defined).toBeGreaterThan(20)
  })
})
