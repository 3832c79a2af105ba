import { describe, expect, it } from "@effect/vitest"
import { runExitCode } from "../../src/cli/run.js"
import type { RunSummary } from "../../src/pipeline/run.js"
import type { StopReason } from "../../src/runner/StopSign.js"

const summary = (
  concluded: number,
  withResponse: number,
  pending: number,
  reason: StopReason | null,
  underWay = 0
): RunSummary => ({
  planned: 20,
  terminalBefore: 20 - pending - concluded,
  pending,
  concluded,
  withResponse,
  underWay,
  stop: reason === null ? null : { reason, advice: "" },
  syntheticMock: true,
  spending: null
})

const spent = (generations: number): NonNullable<RunSummary["spending"]> => {
  const sum = { generations, counts: 0, tokens: 0, reserved: 0 }
  return { thisStart: sum, inAll: sum }
}

describe("F3 the exit code of a run (decision 26)", () => {
  it.each([
    ["all are done", summary(20, 20, 0, null), 0],
    ["there was nothing left to do", summary(0, 0, 0, null), 0],
    ["some failed, all are over", summary(20, 3, 0, null), 0],
    ["no reply could be judged", summary(20, 0, 0, null), 1],
    ["the limit came, and no reply could be judged", summary(5, 0, 15, "generation_limit"), 1],
    [
      "the limit came in the middle of conversations, and the others were lost",
      summary(3, 0, 17, "generation_limit", 2),
      3
    ],
    ["the limit came", summary(5, 5, 15, "generation_limit"), 3],
    ["the limit left room for no block", summary(0, 0, 20, "generation_limit"), 3],
    ["a signal", summary(5, 5, 15, "signal"), 3],
    ["a signal before anything was sent", summary(0, 0, 20, "signal"), 3],
    ["an outage", summary(5, 0, 15, "outage"), 3],
    ["the quota", summary(1, 0, 19, "quota"), 3],
    [
      "the limit came, and only what an earlier start had sent was brought to its end",
      { ...summary(5, 0, 15, "generation_limit"), spending: spent(0) },
      3
    ],
    [
      "the limit came, and what was sent was lost",
      { ...summary(5, 0, 15, "generation_limit"), spending: spent(4) },
      1
    ]
  ] as const)("%s", (_, of, code) => {
    expect(runExitCode(of)).toBe(code)
  })
})
