import { describe, expect, it } from "@effect/vitest"
import fc from "fast-check"
import { exactMcNemar, twoSidedSignTest } from "../../src/stats/McNemar.js"
import type { Observation } from "../../src/stats/Observation.js"
import { pairFamilies } from "../../src/stats/PairedFamilies.js"
import { contrast, pair } from "./observations.js"

/** Twice the smaller tail of Binomial(a + b, 1/2) in exact integers, as the nearest double but for its last bits. */
const exact = (a: number, b: number): number => {
  const n = BigInt(a + b)
  let term = 1n
  let tail = 0n
  for (let k = 0n; k <= BigInt(Math.min(a, b)); k++) {
    tail += term
    term = (term * (n - k)) / (k + 1n)
  }
  const [numerator, denominator] = [2n * tail, 1n << n]
  if (numerator >= denominator) return 1
  // 64 significant bits of the quotient, then its exponent.
  const shift = BigInt(Math.max(0, denominator.toString(2).length - numerator.toString(2).length + 64))
  const quotient = Number((numerator << shift) / denominator)
  const half = shift / 2n
  return quotient * 2 ** -Number(half) * 2 ** -Number(shift - half)
}

describe("the exact two-sided sign test", () => {
  it("has the values that can be counted by hand", () => {
    // 8 to 0: both tails of 2^8 = 256 have one outcome. 5 to 1: 1 + 6 of 64, twice. 2 to 0: 1 of 4, twice.
    expect(twoSidedSignTest(8, 0)).toBe(2 / 256)
    expect(twoSidedSignTest(5, 1)).toBe(14 / 64)
    expect(twoSidedSignTest(2, 0)).toBe(0.5)
    expect(twoSidedSignTest(1, 0)).toBe(1)
  })

  it("is 1 where neither side has more, also where there is nothing", () => {
    for (const n of [0, 1, 7, 5_000]) expect(twoSidedSignTest(n, n)).toBe(1)
  })

  it("H6 is finite and right for b = 2000, c = 1900", () => {
    const p = twoSidedSignTest(2_000, 1_900)
    expect(p).toBeGreaterThan(0.1)
    expect(p).toBeLessThan(0.12)
    expect(Math.abs(p / exact(2_000, 1_900) - 1)).toBeLessThan(1e-11)
  })

  it("H6 agrees with exact integers from a handful to ten thousand pairs", () => {
    const relativeError = (a: number, b: number) => Math.abs(twoSidedSignTest(a, b) / exact(a, b) - 1)
    fc.assert(
      fc.property(fc.nat(300), fc.nat(300), (a, b) => {
        expect(relativeError(a, b)).toBeLessThan(1e-12)
        expect(twoSidedSignTest(b, a)).toBe(twoSidedSignTest(a, b))
      })
    )
    for (const [a, b] of [
      [1_000, 1_100],
      [600, 480],
      [5_200, 4_800],
      [1_000, 20]
    ] as const) {
      expect(relativeError(a, b)).toBeLessThan(1e-11)
    }
  })

  it("H9 is never 0", () => {
    expect(twoSidedSignTest(5_000, 0)).toBe(Number.MIN_VALUE)
    expect(twoSidedSignTest(1_000, 0)).toBe(2 ** -999)
  })

  it("H10 refuses what is no count", () => {
    expect(() => twoSidedSignTest(Number.NaN, 1)).toThrow(RangeError)
  })
})

describe("McNemar's test of paired families", () => {
  const of = (observations: ReadonlyArray<Observation>) => exactMcNemar(pairFamilies(observations, contrast))

  const families = [
    ...pair("f1", 0, 1),
    ...pair("f2", 0, 1, { stratum: [4, 0] }),
    ...pair("f3", 1, 0),
    ...pair("f4", 1, 1),
    ...pair("f5", null, 1)
  ]

  it("counts the available families that one arm alone answered, over all strata", () => {
    expect(of(families)).toEqual({ treatmentOnly: 2, baselineOnly: 1, p: 1 })
    // 5 to 1, as above.
    expect(of([...families, ...pair("f6", 0, 1), ...pair("f7", 0, 1), ...pair("f8", 0, 1)])?.p).toBe(14 / 64)
  })

  it("does not apply to families with several regimes, with averaged replicates, or to none", () => {
    const nonce = families.map((observation) => ({ ...observation, regime: "nonce" }))
    const again = families.map((observation) => ({ ...observation, replicate: 2 }))
    expect(of([...families, ...nonce])).toBe(null)
    expect(of([...families, ...again])).toBe(null)
    expect(of(again)).toEqual(of(families))
    expect(of(pair("f1", null, 1))).toBe(null)
    expect(of([])).toBe(null)
  })
})
