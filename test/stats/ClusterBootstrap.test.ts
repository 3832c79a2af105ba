import { describe, expect, it } from "@effect/vitest"
import fc from "fast-check"
import { bootstrapMeans, type Clusters } from "../../src/stats/ClusterBootstrap.js"
import { percentile } from "../../src/stats/percentile.js"

/** `java.util.Random.nextInt(bound)` as its documentation writes it down, in big integers. */
const javaNextInt = (seed: bigint): ((bound: number) => number) => {
  let state = BigInt.asUintN(48, seed ^ 0x5deece66dn)
  const next31 = () => {
    state = BigInt.asUintN(48, state * 0x5deece66dn + 0xbn)
    return state >> 17n
  }
  return (bound) => {
    const n = BigInt(bound)
    if ((n & -n) === n) return Number((n * next31()) >> 31n)
    for (;;) {
      const bits = next31()
      const value = bits % n
      if (bits - value + (n - 1n) < 1n << 31n) return Number(value)
    }
  }
}

interface Row {
  readonly depth: number
  readonly filler: number
  readonly family: string
  readonly difference: number
}

/** The bootstrap of decision 22 from rows, one draw after the other, with nothing shared and nothing clever. */
const plainBootstrap = (rows: ReadonlyArray<Row>, draws: number, seed: bigint): ReadonlyArray<number> => {
  const nextInt = javaNextInt(seed)
  const cells = new Map<string, Array<Row>>()
  const sorted = [...rows].sort(
    (a, b) => a.depth - b.depth || a.filler - b.filler || (a.family < b.family ? -1 : 1)
  )
  for (const row of sorted) {
    const cell = `${row.depth} ${row.filler}`
    cells.set(cell, [...(cells.get(cell) ?? []), row])
  }
  return Array.from({ length: draws }, () => {
    let total = 0
    for (const families of cells.values()) {
      let sum = 0
      for (const _ of families) sum += families[nextInt(families.length)]?.difference ?? Number.NaN
      total += sum / families.length
    }
    return total / cells.size
  })
}

/** The same four strata as in the program in Java. */
const fourStrata: Clusters = [5, 1, 7, 32].map((size, stratum) =>
  Array.from({ length: size }, (_, family) => (((family * 7 + stratum * 3) % 11) - 5) / 6)
)

const sorted = (means: Float64Array | undefined) => (means ?? new Float64Array()).slice().sort()

describe("the stratified cluster bootstrap", () => {
  // Printed by a program in Java 17 with its own java.util.Random, and again by one in Python; sixths make the order of sums matter.
  it("has the bits that Java has", () => {
    const [means] = bootstrapMeans([fourStrata], { draws: 10_000, seed: 20261005n })
    expect(Array.from(means?.slice(0, 3) ?? [])).toEqual([
      -0.02659970238095238, -0.16949404761904763, -0.060825892857142856
    ])
    expect(means?.at(-1)).toBe(-0.01424851190476191)
    expect(percentile(sorted(means), 0.025)).toBe(-0.22917410714285713)
    expect(percentile(sorted(means), 0.975)).toBe(0.08381882440476189)
  })

  it("has them for another seed and number of draws, and for a whole main grid", () => {
    const [other] = bootstrapMeans([fourStrata], { draws: 1_000, seed: -1n })
    expect(other?.at(-1)).toBe(-0.06703869047619047)
    expect(percentile(sorted(other), 0.025)).toBe(-0.2346902901785714)
    expect(percentile(sorted(other), 0.975)).toBe(0.07393880208333334)

    const main = Array.from({ length: 16 }, (_, stratum) =>
      Array.from({ length: 32 }, (_, family) => (((family * 5 + stratum) % 13) - 6) / 12)
    )
    const [means] = bootstrapMeans([main], { draws: 10_000, seed: 20261005n })
    expect(means?.at(-1)).toBe(0.033040364583333336)
    expect(percentile(sorted(means), 0.025)).toBe(-0.02799479166666666)
    expect(percentile(sorted(means), 0.975)).toBe(0.025716145833333336)
  })

  const difference = fc.constantFrom(-1, -2 / 3, -0.5, -1 / 3, -1 / 6, 0, 0, 1 / 6, 1 / 3, 0.5, 2 / 3, 1)

  it("agrees bit for bit with rows of objects and big integers, for any design and number of contrasts", () => {
    const design = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 }).chain((sizes) =>
      fc.tuple(
        fc.array(
          fc.tuple(...sizes.map((size) => fc.array(difference, { minLength: size, maxLength: size }))),
          {
            minLength: 1,
            maxLength: 6
          }
        ),
        fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
      )
    )
    fc.assert(
      fc.property(design, ([contrasts, seed]) => {
        const found = bootstrapMeans(contrasts, { draws: 1_000, seed })
        expect(found).toHaveLength(contrasts.length)
        for (const [index, clusters] of contrasts.entries()) {
          const rows = clusters.flatMap((families, stratum) =>
            families.map((difference, place) => ({
              depth: stratum < 2 ? 2 : 16,
              filler: stratum * 32,
              family: `f${place}`,
              difference
            }))
          )
          expect(Array.from(found[index] ?? [])).toEqual(plainBootstrap(rows, 1_000, seed))
        }
      }),
      { numRuns: 25 }
    )
  })

  it("contrasts that share draws have what each has by itself", () => {
    const other = fourStrata.map((families) => families.map((_, index) => (index % 3) - 1))
    const resampling = { draws: 1_000, seed: 7n }
    const [a] = bootstrapMeans([fourStrata], resampling)
    const [b] = bootstrapMeans([other], resampling)
    expect(bootstrapMeans([other, fourStrata, other, other, fourStrata], resampling)).toEqual([b, a, b, b, a])
  })

  it("H5 draws with replacement, as many as there are: of two families a quarter of the draws has one twice", () => {
    const [means] = bootstrapMeans([[[0, 1]]], { draws: 10_000, seed: 20261005n })
    const share = (value: number) => (means ?? []).filter((mean) => mean === value).length / 10_000
    expect(share(0) + share(0.5) + share(1)).toBe(1)
    for (const [value, expected] of [
      [0, 0.25],
      [0.5, 0.5],
      [1, 0.25]
    ] as const) {
      // Five standard errors: a share of 10,000 draws strays by at most 0.005.
      expect(Math.abs(share(value) - expected)).toBeLessThan(0.025)
    }
  })

  it("H5 its spread is that of the mean of n draws with replacement, for odd and even n", () => {
    for (const size of [3, 4, 5, 10]) {
      const families = Array.from({ length: size }, (_, index) => index)
      const [means = new Float64Array()] = bootstrapMeans([[families]], { draws: 10_000, seed: 20261005n })
      const centre = means.reduce((a, b) => a + b, 0) / means.length
      const variance = means.reduce((total, mean) => total + (mean - centre) ** 2, 0) / means.length
      // Of 0 … n − 1 the variance is (n² − 1) / 12, that of a mean of n of them 1/n of it.
      expect(variance / ((size ** 2 - 1) / 12 / size)).toBeCloseTo(1, 1)
    }
  })

  it("H9 refuses draws that make no distribution, or no end", () => {
    const of = (draws: number) => () => bootstrapMeans([[[0, 1]]], { draws, seed: 1n })
    for (const draws of [0, 1, 2, -1, 999, 1000.5, 1_000_001, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(of(draws)).toThrow(RangeError)
    }
    expect(of(1_000)()[0]).toHaveLength(1_000)
  })

  it("H10 refuses a difference that is no number, wherever it stands", () => {
    for (const bad of [Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => bootstrapMeans([[[0, 1]], [[bad, 1]]], { draws: 1_000, seed: 1n })).toThrow(RangeError)
    }
  })

  it("refuses strata without families, no strata, and contrasts with other draws", () => {
    const resampling = { draws: 1_000, seed: 1n }
    expect(() => bootstrapMeans([[[0, 1], []]], resampling)).toThrow(RangeError)
    expect(() => bootstrapMeans([[]], resampling)).toThrow(RangeError)
    expect(() => bootstrapMeans([[[0, 1]], [[0, 1, 1]]], resampling)).toThrow(RangeError)
    expect(() =>
      bootstrapMeans(
        [
          [[0, 1], [1]],
          [[0], [1, 1]]
        ],
        resampling
      )
    ).toThrow(RangeError)
  })
})
