import { describe, expect, it } from "@effect/vitest"
import fc from "fast-check"
import { binned, lowerMedian, rangeOf } from "../../../src/report/figures/bins.js"

describe("bins", () => {
  it("an edge belongs to the bin above it, the highest to the last one", () => {
    expect(binned([0, 1, 2, 3, 4], [0, 4], 4).counts).toEqual([1, 1, 1, 2])
  })

  it("what lies above is counted apart", () => {
    expect(binned([0, 5, 9], [0, 4], 4)).toEqual({ low: 0, high: 4, counts: [1, 0, 0, 0], beyond: 2 })
  })

  it("no value is lost", () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(10_000), { minLength: 1 }),
        fc.integer({ min: 1, max: 40 }),
        (values, count) => {
          const { beyond, counts } = binned(values, rangeOf(values, count), count)
          expect(counts.reduce((sum, one) => sum + one, beyond)).toBe(values.length)
          expect(beyond).toBeLessThanOrEqual(values.length / 100)
        }
      )
    )
  })

  it("the range ends at the 99th percentile; of one value it is not empty", () => {
    const hundred = Array.from({ length: 100 }, (_, index) => (index === 42 ? 8192 : index))
    expect(rangeOf(hundred, 10)).toEqual([0, 99])
    expect(rangeOf([7, 7], 10)).toEqual([7, 17])
  })

  it("medians", () => {
    expect([lowerMedian([]), lowerMedian([3]), lowerMedian([4, 1, 3, 2]), lowerMedian([5, 1, 9])]).toEqual([
      null,
      3,
      2,
      5
    ])
  })
})
