import { describe, expect, it } from "@effect/vitest"
import { extremeOf, scarcities } from "../../src/stats/diagnostics.js"

describe("what is too little for an interval", () => {
  const scarce = (fewest: number, families: number) =>
    scarcities({ familiesPerStratum: { fewest, most: 32 }, discordance: { families, regimes: [] } })

  it("fewer than 6 families in some stratum, fewer than 10 discordant families", () => {
    expect(scarce(6, 10)).toEqual([])
    expect(scarce(5, 10)).toEqual(["families_per_stratum"])
    expect(scarce(6, 9)).toEqual(["discordant_families"])
    expect(scarce(5, 9)).toEqual(["families_per_stratum", "discordant_families"])
  })
})

describe("ceiling and floor", () => {
  it("are where all accuracies are at least 98 %, or at most 2 %", () => {
    expect(extremeOf([0.98, 1])).toBe("ceiling")
    expect(extremeOf([0.979, 1])).toBe(null)
    expect(extremeOf([0.02, 0])).toBe("floor")
    expect(extremeOf([0.021, 0])).toBe(null)
    expect(extremeOf([1, 0])).toBe(null)
  })

  it("are not told where an accuracy is unknown, or of none", () => {
    expect(extremeOf([1, null])).toBe(null)
    expect(extremeOf([0, null])).toBe(null)
    expect(extremeOf([])).toBe(null)
  })
})
