import { describe, expect, it } from "vitest"
import {
  type LayerScore,
  objectiveScore,
  taskScore
} from "../../../../src/experiments/workbench/grading/TaskScore.js"
import { full, isGrounded } from "../../../../src/experiments/workbench/grading/Verdict.js"
import { questionTask } from "../support/fixtureTasks.js"

const layer = (weight: number, score: number | null, method: LayerScore["method"] = "exact"): LayerScore => ({
  id: `${method}-${weight}`,
  method,
  weight,
  score,
  notes: []
})

const scored = (threshold: number, ...layers: ReadonlyArray<LayerScore>) => {
  const { spec } = questionTask
  return taskScore(
    { ...questionTask, spec: { ...spec, grade: { ...spec.grade, passThreshold: threshold } } },
    layers
  )
}

describe("the score of a task", () => {
  it("is the sum of weight times score, and passes from the threshold on", () => {
    expect(scored(0.7, layer(0.5, 1), layer(0.3, 0.5), layer(0.2, 0))).toMatchObject({
      score01: expect.closeTo(0.65, 12),
      passed: false
    })
    // 0.1 + 0.7 is 0.7999999999999999 in doubles.
    expect(scored(0.8, layer(0.1, 1), layer(0.7, 1), layer(0.2, 0)).passed).toBe(true)
  })

  it("is just 1 where everything is right, whatever the rounding of weights", () => {
    const tenths = Array.from({ length: 10 }, () => layer(0.1, 1))
    expect(tenths.reduce((sum, { weight }) => sum + weight, 0)).not.toBe(1)
    expect(scored(1, ...tenths)).toMatchObject({ score01: 1, passed: true })
  })

  it("is missing where a layer is, and not 0", () => {
    expect(scored(0.8, layer(0.8, 1), layer(0.2, null, "rubric"))).toMatchObject({
      score01: null,
      passed: null
    })
    expect(objectiveScore([layer(0.6, 1), layer(0.2, 0), layer(0.2, null, "rubric")])).toBeCloseTo(0.75, 12)
    expect(objectiveScore([layer(0.6, null), layer(0.2, 0)])).toBe(null)
  })
})

describe("a grounded answer", () => {
  const verdict = (grounded: boolean | null) => ({ ...full, grounded })

  it.each<[ReadonlyArray<boolean | null>, boolean | null, boolean | null]>([
    [[true, null], false, true],
    [[true, false], false, false],
    [[null], null, null],
    [[true], true, false],
    [[], true, false]
  ])("layers say %j, the web was used: %s", (layers, usedWeb, expected) => {
    expect(isGrounded(layers.map(verdict), usedWeb)).toBe(expected)
  })
})
