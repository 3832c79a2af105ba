import { describe, expect, it } from "@effect/vitest"
import type { Observation } from "../../src/stats/Observation.js"
import { sensitivity } from "../../src/stats/Sensitivity.js"

const contrast = { treatment: "D", baseline: "B" }

type Result = 0 | 1 | null

const seen = (family: string, arm: string, correct: Result, stratum: ReadonlyArray<number>): Observation => ({
  family,
  stratum,
  regime: "natural",
  arm,
  replicate: 1,
  correct
})

const pair = (family: string, b: Result, d: Result, stratum: ReadonlyArray<number> = [2, 0]) => [
  seen(family, "B", b, stratum),
  seen(family, "D", d, stratum)
]

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
    expect(sensitivity(observations, contrast)).toEqual({ againstTreatment: 0.25, inFavour: 0.75 })
  })

  it("is defined where a whole stratum is missing and the estimate is not", () => {
    const observations = [...pair("f1", 1, 1), ...pair("f2", null, null, [4, 0])]
    expect(sensitivity(observations, contrast)).toEqual({ againstTreatment: -0.5, inFavour: 0.5 })
  })

  it("is the estimate itself when nothing is missing", () => {
    const observations = [...pair("f1", 0, 1), ...pair("f2", 1, 1)]
    expect(sensitivity(observations, contrast)).toEqual({ againstTreatment: 0.5, inFavour: 0.5 })
  })

  it("leaves other arms alone", () => {
    const other = seen("f1", "E", null, [2, 0])
    expect(sensitivity([...pair("f1", 0, 1), other], contrast)).toEqual({ againstTreatment: 1, inFavour: 1 })
  })
})
