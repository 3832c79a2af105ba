import { describe, expect, it } from "@effect/vitest"
import { mean, ratio, sum } from "../../src/stats/Mean.js"

describe("aggregates", () => {
  it("H10 refuse NaN and infinity wherever they stand", () => {
    for (const bad of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      expect(() => sum([1, bad, 2])).toThrow(RangeError)
      expect(() => mean([bad])).toThrow(RangeError)
      expect(() => ratio(bad, 1)).toThrow(RangeError)
      expect(() => ratio(1, bad)).toThrow(RangeError)
    }
  })

  it("have no value of nothing", () => {
    expect(sum([])).toBe(0)
    expect(mean([])).toBe(null)
    expect(ratio(3, 0)).toBe(null)
    expect(ratio(0, 0)).toBe(null)
  })

  it("add from left to right", () => {
    // In this order the rounding gives 0.6000000000000001, in the other 0.6.
    expect(sum([0.1, 0.2, 0.3])).toBe(0.6000000000000001)
    expect(sum([0.3, 0.2, 0.1])).toBe(0.6)
    expect(mean([1, 2])).toBe(1.5)
  })
})
