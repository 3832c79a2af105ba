import { describe, expect, it } from "@effect/vitest"
import type { Observation } from "../../src/stats/Observation.js"
import { whole } from "../../src/stats/PairedFamilies.js"
import { fillMissing, sensitivity } from "../../src/stats/Sensitivity.js"
import { contrast, pair, seen } from "./observations.js"

const bounds = (observations: ReadonlyArray<Observation>) =>
  sensitivity(fillMissing(observations, contrast), whole)

describe("sensitivity to missing trials", () => {
  it("H7 bounds the difference by giving all missing trials to one side", () => {
    // Against D: f2 becomes B 1, D 1 (0) and f3 becomes B 0, D 0 (0): (1 + 0 + 0 + 0) / 4.
    // In favour: f2 becomes B 0, D 1 (1) and f3 becomes B 0, D 1 (1): (1 + 1 + 1 + 0) / 4.
    const observations = [
      ...pair("f1", 0, 1),
      ...pair("f2", null, 1),
      ...pair("f3", 0, null),
      ...pair("f4", 1, 1)
    ]
    expect(bounds(observations)).toEqual({ againstTreatment: 0.25, inFavour: 0.75 })
  })

  it("is defined where a whole stratum is missing and the estimate is not", () => {
    const observations = [...pair("f1", 1, 1), ...pair("f2", null, null, { stratum: [4, 0] })]
    expect(bounds(observations)).toEqual({ againstTreatment: -0.5, inFavour: 0.5 })
  })

  it("is the estimate itself when nothing is missing", () => {
    const observations = [...pair("f1", 0, 1), ...pair("f2", 1, 1)]
    expect(bounds(observations)).toEqual({ againstTreatment: 0.5, inFavour: 0.5 })
  })

  it("leaves other arms alone", () => {
    const other = seen("f1", "E", null)
    expect(bounds([...pair("f1", 0, 1), other])).toEqual({ againstTreatment: 1, inFavour: 1 })
  })
})
