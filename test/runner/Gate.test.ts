import { spawnSync } from "node:child_process"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/TestClock"
import { build } from "esbuild"
import { Budget } from "../../src/runner/Budget.js"
import * as Gate from "../../src/runner/Gate.js"
import type { Ledger } from "../../src/runner/Ledger.js"
import type { LedgerEntry } from "../../src/runner/LedgerRecord.js"
import * as StopSign from "../../src/runner/StopSign.js"
import * as Throttle from "../../src/runner/Throttle.js"
import { temporaryFolder } from "../support/runs.js"

/** A gate whose ledger is a list, written as slowly as a disk may be. */
const scene = (
  limits: Partial<Gate.Limits>,
  requestsPerMinute = 1_000_000,
  throttled: (throttle: Throttle.Throttle, stopSign: StopSign.StopSign) => Throttle.Throttle = (throttle) =>
    throttle
) =>
  Effect.gen(function* () {
    const written: Array<LedgerEntry> = []
    const budget = new Budget()
    const writeIf: Ledger["writeIf"] = (allowed, ...entries) =>
      Effect.suspend(() => {
        const answer = allowed()
        if (Either.isLeft(answer)) return answer
        for (const entry of entries) Either.getOrThrow(budget.apply(entry))
        written.push(...entries)
        return Effect.sleep("10 millis")
      })
    const ledger: Pick<Ledger, "budget" | "write" | "writeIf"> = {
      budget,
      writeIf,
      write: (...entries) => writeIf(() => Either.right(undefined), ...entries)
    }
    const throttle = yield* Throttle.make({ requestsPerMinute, tokensPerMinute: 1_000_000_000 })
    const stopSign = yield* StopSign.make
    const gate = Gate.make(
      ledger,
      throttled(throttle, stopSign),
      { maxGenerationCalls: 1000, maxHttpAttempts: 1000, localTokenCap: 1_000_000, ...limits },
      stopSign
    )
    return { budget, gate, written }
  })

/** 12 + 32 + 256 = 300 tokens. */
const attempt = (trialId: string): Gate.AttemptPlan => ({
  trialId,
  attempt: 1,
  inputTokens: 12,
  inputCount: "server",
  maxOutputTokens: 32
})

const ids = (count: number): ReadonlyArray<string> => Array.from({ length: count }, (_, index) => `t${index}`)

/** Whether each was let through; all of them ask at once. */
const ask = (gate: Gate.Gate, trialIds: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const fiber = yield* Effect.fork(
      Effect.forEach(
        trialIds,
        (trialId) => Effect.map(Effect.either(gate.bookGeneration(attempt(trialId))), Either.isRight),
        { concurrency: "unbounded" }
      )
    )
    yield* TestClock.adjust("1 hour")
    return yield* Fiber.join(fiber)
  })

describe("Gate", () => {
  it.scoped("lets nothing through when a stop comes together with the end of a wait", () =>
    Effect.gen(function* () {
      const { gate, written } = yield* scene({}, 1, (_, stopSign) => ({
        acquireNow: () => Effect.succeed(false),
        acquire: () => stopSign.raise({ reason: "signal", advice: "stopped on request" })
      }))
      expect(yield* ask(gate, ["a"])).toEqual([false])
      expect(written).toEqual([])
    })
  )

  it.effect("D1 of four at once, a cap of 1000 lets three pass that reserve 300 each", () =>
    Effect.gen(function* () {
      const { budget, gate, written } = yield* scene({ localTokenCap: 1000 })
      expect(yield* ask(gate, ids(4))).toEqual([true, true, true, false])
      expect(written.filter(({ type }) => type === "dispatched")).toHaveLength(3)
      expect(budget.use("1970-01-01")).toEqual({ known: 0, held: 900 })

      // What one of them did not use makes room for the fourth, and for no fifth.
      yield* Effect.fork(gate.settle("t0", 1, { type: "settled", tokens: 100 }))
      yield* TestClock.adjust("1 second")
      expect(yield* ask(gate, ["t4", "t5"])).toEqual([true, false])
      expect(budget.use("1970-01-01")).toEqual({ known: 100, held: 900 })
    })
  )

  it.effect.each([1_000_000, 10])(
    "D2 of 100 that wait, a cap for three lets three pass, at %i requests a minute",
    (requestsPerMinute) =>
      Effect.gen(function* () {
        const { budget, gate, written } = yield* scene({ localTokenCap: 999 }, requestsPerMinute)
        const passed = yield* ask(gate, ids(100))
        expect(passed.filter(Boolean)).toHaveLength(3)
        expect(written.filter(({ type }) => type === "dispatched")).toHaveLength(3)
        expect(budget.use("1970-01-01").held).toBe(900)
      })
  )

  it.effect("D2 so it is with HTTP attempts", () =>
    Effect.gen(function* () {
      const { gate, written } = yield* scene({ maxHttpAttempts: 3 }, 10)
      const passed = yield* ask(gate, ids(100))
      expect(passed.filter(Boolean)).toHaveLength(3)
      expect(written.filter(({ type }) => type === "dispatched")).toHaveLength(3)
    })
  )
})

describe("budgetWindow", () => {
  it("D4 is a UTC date that never goes back", () => {
    const night = Date.UTC(2026, 0, 2, 0, 30)
    expect(Gate.budgetWindow(night, "")).toBe("2026-01-02")
    expect(Gate.budgetWindow(night, "2026-01-01")).toBe("2026-01-02")
    expect(Gate.budgetWindow(night - 3_600_000, "2026-01-02")).toBe("2026-01-02")
    expect(Gate.budgetWindow(Date.UTC(2026, 0, 1, 23, 59, 59, 999), "")).toBe("2026-01-01")
    expect(Gate.budgetWindow(Date.UTC(2026, 0, 2), "")).toBe("2026-01-02")
    expect(Gate.budgetWindow(Date.UTC(1999, 11, 31), "2026-01-02")).toBe("2026-01-02")
  })

  it.scopedLive("D4 is the same in every time zone", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const outfile = path.join(folder, "window.mjs")
      const root = path.resolve(import.meta.dirname, "../..")
      yield* Effect.promise(() =>
        build({
          stdin: {
            contents: [
              'import { budgetWindow } from "./src/runner/Gate.js"',
              'import { parseRetryAfter } from "./src/llm/retry/RetryAfter.js"',
              "const night = Date.UTC(2026, 0, 2, 0, 30)",
              "console.log(JSON.stringify([",
              "  new Date(night).getHours(),",
              '  budgetWindow(night, ""), budgetWindow(night - 3_600_000, ""),',
              '  parseRetryAfter("Fri, 02 Jan 2026 00:31:00 GMT", night)',
              "]))"
            ].join("\n"),
            resolveDir: root
          },
          bundle: true,
          format: "esm",
          platform: "node",
          outfile
        })
      )
      const told = (zone: string): unknown =>
        JSON.parse(
          spawnSync(process.execPath, [outfile], { env: { ...process.env, TZ: zone } }).stdout.toString()
        )
      const right = ["2026-01-02", "2026-01-01", 60_000]
      // The first figure shows that the zone was in force.
      expect(told("UTC")).toEqual([0, ...right])
      expect(told("Asia/Tokyo")).toEqual([9, ...right])
      expect(told("America/Los_Angeles")).toEqual([16, ...right])
    })
  )
})
