import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/TestClock"
import { syntaxLocality } from "../../src/experiments/syntax-locality/SyntaxLocality.js"
import { TransportError } from "../../src/llm/LlmError.js"
import * as Shutdown from "../../src/runner/Shutdown.js"
import { invoke, ok, planned, server } from "../support/liveRuns.js"

interface ScheduleLine {
  readonly trialId: string
  readonly requestSha256: string
}

const scheduleOf = (root: string): ReadonlyArray<ScheduleLine> =>
  fs
    .readFileSync(path.join(root, "schedule.jsonl"), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line))

const save = (root: string, { requestSha256, trialId }: ScheduleLine, inputTokens = 1800): void =>
  fs.writeFileSync(
    path.join(root, "trials", trialId, "token-count.json"),
    JSON.stringify({ formatVersion: 1, requestSha256, inputTokens, source: "server", countMs: 1 })
  )

/** A server whose counts take `delayMs`, and what became of them. */
const slowCounts = (delayMs: (index: number) => number) => {
  const counts = { underWay: 0, most: 0, cut: 0 }
  const add = (to: "underWay" | "cut", change: number) =>
    Effect.sync(() => {
      counts[to] += change
    })
  const count = (index: number) =>
    Effect.gen(function* () {
      counts.underWay += 1
      counts.most = Math.max(counts.most, counts.underWay)
      yield* Effect.sleep(delayMs(index))
      return 1800
    }).pipe(
      Effect.onInterrupt(() => add("cut", 1)),
      Effect.ensuring(add("underWay", -1))
    )
  return { counts, to: server(() => ok, { count }) }
}

// Of the smoke preset: four blocks of five trials.
const smoke = planned(syntaxLocality, "smoke")

describe("token counts during a run", () => {
  for (const counted of [0, 1, 5, 20]) {
    it.scoped(`where ${counted} trials are counted, the others are counted ahead, two blocks at once`, () =>
      Effect.gen(function* () {
        const root = yield* smoke
        for (const line of scheduleOf(root).slice(0, counted)) save(root, line)
        const { counts, to } = slowCounts(() => 10_000)
        const fiber = yield* Effect.fork(invoke(root, to, { experiment: syntaxLocality, concurrency: 8 }))
        yield* TestClock.adjust("10 minutes")
        expect(yield* Fiber.join(fiber)).toMatchObject({ concluded: 20, stop: null })
        const asked = to.sent.filter(({ kind }) => kind === "count").length
        expect({ asked, most: counts.most }).toEqual({
          asked: 20 - counted,
          most: counted === 20 ? 0 : 10
        })
      })
    )
  }

  it.scoped("equal requests are counted once, also when they are asked for at the same moment", () =>
    Effect.gen(function* () {
      const root = yield* planned(syntaxLocality, "smoke", { replicates: 3 })
      const lines = scheduleOf(root)
      const { to } = slowCounts(() => 10_000)
      const fiber = yield* Effect.fork(invoke(root, to, { experiment: syntaxLocality, concurrency: 40 }))
      yield* TestClock.adjust("10 minutes")
      expect(yield* Fiber.join(fiber)).toMatchObject({ concluded: 60, stop: null })
      const counted = to.sent.filter(({ kind }) => kind === "count")
      expect({ requests: new Set(lines.map(({ requestSha256 }) => requestSha256)).size, counted }).toEqual({
        requests: 20,
        counted: expect.objectContaining({ length: 20 })
      })
    })
  )

  it.scoped("where counting one of equal requests fails, the next asks for itself", () =>
    Effect.gen(function* () {
      const root = yield* planned(syntaxLocality, "smoke", { replicates: 2 })
      let asked = 0
      const broken = new TransportError({ stage: "connect", code: "ECONNREFUSED", ambiguousOutcome: false })
      // Four attempts are all that one trial has; the server is back for the fifth.
      const to = server(() => ok, {
        count: () => (++asked <= 4 ? Effect.fail(broken) : Effect.succeed(1800))
      })
      const [first] = scheduleOf(root)
      const others = scheduleOf(root).filter(({ requestSha256 }) => requestSha256 !== first?.requestSha256)
      for (const line of others) save(root, line)
      const fiber = yield* Effect.fork(invoke(root, to, { experiment: syntaxLocality, concurrency: 40 }))
      yield* TestClock.adjust("20 minutes")
      yield* Fiber.join(fiber)
      expect(asked).toBe(5)
    })
  )

  it.scoped("a stop lets counts under way end, whichever of their block meets it first", () =>
    Effect.gen(function* () {
      const root = yield* smoke
      const shutdown = yield* Shutdown.make
      const { counts, to } = slowCounts((index) => (index === 0 ? 10_000 : 20_000))
      const fiber = yield* Effect.fork(
        invoke(root, to, {
          experiment: syntaxLocality,
          concurrency: 2,
          shutdown: Layer.succeed(Shutdown.Shutdown, shutdown)
        })
      )
      yield* TestClock.adjust("5 seconds")
      yield* shutdown.request
      yield* TestClock.adjust("1 minute")
      expect(yield* Fiber.join(fiber)).toMatchObject({ concluded: 0, stop: { reason: "signal" } })
      expect(counts).toEqual({ underWay: 0, most: 2, cut: 0 })
      const saved = scheduleOf(root).filter(({ trialId }) =>
        fs.existsSync(path.join(root, "trials", trialId, "token-count.json"))
      )
      expect(saved).toHaveLength(2)
    })
  )

  it.scoped("a saved count below zero is damage, and nothing is sent", () =>
    Effect.gen(function* () {
      const root = yield* smoke
      const [first] = scheduleOf(root)
      if (first !== undefined) save(root, first, -100_000)
      const to = server(() => ok)
      const error = yield* Effect.flip(invoke(root, to, { experiment: syntaxLocality, concurrency: 1 }))
      expect(error).toMatchObject({ _tag: "DamagedRecord" })
      expect(error.message).toContain("token-count.json")
      expect(error.message).toContain("inputTokens")
      expect(to.sent).toEqual([])
    })
  )
})
