import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/TestClock"
import { TransportError } from "../../src/llm/LlmError.js"
import { invoke, ok, plannedRun, server } from "../support/liveRuns.js"

/** What a process leaves that was killed with these trials under way. */
const killedWith = (root: string, trialIds: ReadonlyArray<string>): void => {
  const at = new Date(0).toISOString()
  const records = trialIds.flatMap((trialId) => {
    const attempt = { at, trialId, attempt: 1 }
    return [
      {
        ...attempt,
        type: "reserved",
        window: "1970-01-01",
        tokens: 330,
        inputTokens: 10,
        inputCount: "server"
      },
      { ...attempt, type: "dispatched", kind: "generate" }
    ]
  })
  const lines = records.map((record, index) => `${JSON.stringify({ seq: index + 1, ...record })}\n`)
  fs.writeFileSync(path.join(root, "usage-ledger.jsonl"), lines.join(""))
}

describe("an outage", () => {
  it.scoped("E4 is not what a killed process left behind, however much it was", () =>
    Effect.gen(function* () {
      const root = yield* plannedRun
      const schedule = fs.readFileSync(path.join(root, "schedule.jsonl"), "utf8").trimEnd().split("\n")
      const trials = schedule.map((line) => String(JSON.parse(line).trialId))
      killedWith(root, trials.slice(0, 5))
      const to = server(() => ok)
      const summary = yield* invoke(root, to, { concurrency: 1 })
      expect(summary).toMatchObject({ concluded: 6, withResponse: 1, pending: 0, stop: null })
      expect(to.sent.filter(({ kind }) => kind === "generate")).toHaveLength(1)
    })
  )

  it.scoped("is told also where there are too few blocks to be sure of it", () =>
    Effect.gen(function* () {
      const root = yield* plannedRun
      const refused = new TransportError({ stage: "connect", code: "ECONNREFUSED", ambiguousOutcome: false })
      const to = server(() => ok, { count: () => Effect.fail(refused) })
      const running = yield* Effect.fork(invoke(root, to))
      for (let minute = 0; minute < 20; minute++) yield* TestClock.adjust("1 minute")
      const summary = yield* Fiber.join(running)
      expect(summary).toMatchObject({ concluded: 0, pending: 6, stop: { reason: "outage" } })
    })
  )
})
