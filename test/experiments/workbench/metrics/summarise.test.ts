import { describe, expect, it } from "vitest"
import { unmeasured } from "../../../../src/experiments/workbench/metrics/RunMetrics.js"
import { spread, summarise } from "../../../../src/experiments/workbench/metrics/summarise.js"

describe("metrics of several runs", () => {
  it("has the median and the 95th percentile of what was measured", () => {
    // Of 1 to 10 in any order: positions 4.5 and 8.55.
    const values = [3, 1, 2, null, 10, 9, 8, 7, 6, 5, 4]
    expect(spread(values)).toEqual({ p50: 5.5, p95: expect.closeTo(9.55, 12), runs: 10 })
    expect(spread([null])).toBe(null)
  })

  it("counts failures, and takes no time from them", () => {
    const runs = [
      { ...unmeasured, wallMs: 1000, toolCalls: 3, toolCallInvalid: 1 },
      { ...unmeasured, wallMs: 3000, toolCalls: 1, toolCallInvalid: 0 },
      { ...unmeasured, wallMs: 9, capHit: true },
      { ...unmeasured, wallMs: 9, errored: true },
      { ...unmeasured, wallMs: 9, crashed: true }
    ]
    expect(summarise(runs)).toEqual({
      runs: 5,
      completed: 2,
      ttftMs: null,
      tokPerSec: null,
      wallMs: { p50: 2000, p95: 2900, runs: 2 },
      capHits: 1,
      errors: 1,
      crashes: 1,
      toolCallInvalidRate: 0.25
    })
    expect(summarise([]).toolCallInvalidRate).toBe(null)
  })
})
