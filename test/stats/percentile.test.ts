import { describe, expect, it } from "@effect/vitest"
import fc from "fast-check"
import { percentile } from "../../src/stats/percentile.js"

describe("percentile", () => {
  it("of 1 to 10: 1.225 and 9.775, at position (n − 1) p", () => {
    const ten = Float64Array.from([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(percentile(ten, 0.025)).toBe(1.225)
    expect(percentile(ten, 0.975)).toBe(9.775)
    expect(percentile(ten, 0.5)).toBe(5.5)
  })

  it("reaches from the first value to the last, and is the only value where there is one", () => {
    const values = Float64Array.from([-3, 1, 8])
    expect([0, 0.5, 1].map((p) => percentile(values, p))).toEqual([-3, 1, 8])
    expect(percentile(Float64Array.from([7]), 0.975)).toBe(7)
  })

  it("of nothing is a defect", () => {
    expect(() => percentile(new Float64Array(), 0.5)).toThrow(RangeError)
  })

  it("has the weight of each neighbour by its distance", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 2, maxLength: 40 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (values, p) => {
          const ascending = Float64Array.from(values).sort()
          const position = p * (ascending.length - 1)
          const expected = ascending.reduce(
            (total, value, index) => total + value * Math.max(0, 1 - Math.abs(index - position)),
            0
          )
          expect(percentile(ascending, p)).toBeCloseTo(expected, 9)
        }
      )
    )
  })
})
