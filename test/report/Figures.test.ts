import { describe, expect, it } from "@effect/vitest"
import * as fc from "fast-check"
import { fixed, percent, points } from "../../src/report/Figures.js"

describe("fixed", () => {
  it.each([
    [0, 0, "0"],
    [0, 2, "0.00"],
    [-0, 2, "0.00"],
    [1234567.891, 2, "1234567.89"],
    [0.5, 0, "1"],
    [-0.5, 0, "-1"],
    [2.5, 0, "3"],
    [0.125, 2, "0.13"],
    [-0.125, 2, "-0.13"],
    [1.005, 2, "1.01"],
    [1.0049999999999997, 2, "1.00"],
    [9.995, 2, "10.00"],
    [0.004, 2, "0.00"],
    [-0.004, 2, "0.00"],
    [1e21, 1, "1000000000000000000000.0"],
    [5e-324, 3, "0.000"],
    [0.1 + 0.2, 3, "0.300"]
  ])("%d with %i decimals is %s", (value, decimals, text) => {
    expect(fixed(value, decimals)).toBe(text)
  })

  it("is right for every fraction with a short decimal", () => {
    // k / 1000 rounded to two decimals, by integer arithmetic.
    for (let k = 0; k <= 3000; k++) {
      const hundredths = Math.floor(k / 10) + (k % 10 >= 5 ? 1 : 0)
      const expected = `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, "0")}`
      expect(fixed(k / 1000, 2)).toBe(expected)
      expect(fixed(-k / 1000, 2)).toBe(hundredths === 0 ? expected : `-${expected}`)
    }
  })

  it("lies within half a unit of the last decimal", () => {
    fc.assert(
      fc.property(fc.double({ min: -1e6, max: 1e6, noNaN: true }), fc.nat(6), (value, decimals) => {
        const text = fixed(value, decimals)
        expect(text).toMatch(decimals === 0 ? /^-?\d+$/ : new RegExp(`^-?\\d+\\.\\d{${decimals}}$`))
        expect(Math.abs(Number(text) - value)).toBeLessThanOrEqual(0.5 * 10 ** -decimals + 1e-9)
      })
    )
  })
})

describe("percent", () => {
  it.each([
    [1, "100.0%"],
    [0, "0.0%"],
    [1 / 3, "33.3%"],
    [2 / 3, "66.7%"],
    [23 / 80, "28.8%"],
    [1 / 16, "6.3%"],
    [0.00049, "0.0%"],
    [0.99951, "100.0%"]
  ])("%d", (share, text) => {
    expect(percent(share)).toBe(text)
  })
})

describe("points", () => {
  it.each([
    [0.031, "+3.1 pp"],
    [-0.25, "-25.0 pp"],
    [0, "0.0 pp"],
    [-0, "0.0 pp"],
    [0.0004, "0.0 pp"],
    [-0.0004, "0.0 pp"],
    [0.1, "+10.0 pp"]
  ])("%d", (difference, text) => {
    expect(points(difference)).toBe(text)
  })
})

describe("every figure", () => {
  it.each([
    ["fixed", (value: number | null) => fixed(value, 2)],
    ["percent", percent],
    ["points", points]
  ])("%s: undefined is NA, and I7 NaN and infinities throw", (_name, format) => {
    expect(format(null)).toBe("NA")
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      expect(() => format(value)).toThrow(RangeError)
    }
  })
})
