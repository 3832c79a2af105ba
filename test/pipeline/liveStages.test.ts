import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/TestClock"
import { RawBody } from "../../src/llm/HttpExchange.js"
import { ApiError } from "../../src/llm/LlmError.js"
import { countTokens } from "../../src/pipeline/countTokens.js"
import { preflight } from "../../src/pipeline/preflight.js"
import { status } from "../../src/pipeline/status.js"
import * as RunDirectory from "../../src/records/RunDirectory.js"
import { processesLayer } from "../../src/runner/RunLock.js"
import * as Shutdown from "../../src/runner/Shutdown.js"
import {
  account,
  eventsOf,
  invoke,
  live,
  ok,
  plannedRun,
  quota,
  reset,
  type Server,
  server,
  testDisk
} from "../support/liveRuns.js"
import { temporaryFolder } from "../support/runs.js"
import { toyExperiment } from "../support/toyExperiment.js"

const rates = { requestsPerMinute: 10_000, tokensPerMinute: 10_000_000 }

const services = (root: string, to: Server) =>
  Layer.mergeAll(testDisk(), RunDirectory.layer(root), processesLayer, Shutdown.layer, to.layer)

const statusOf = (root: string) =>
  status(toyExperiment()).run.pipe(
    Effect.provide(
      services(
        root,
        server(() => ok)
      )
    )
  )

const noCount = new ApiError({
  httpStatus: 405,
  code: null,
  type: null,
  detail: "method not allowed",
  retryAfter: null,
  requestId: null,
  ambiguousOutcome: false,
  usage: null,
  exchange: { httpStatus: 405, headers: {}, body: new RawBody(new Uint8Array()) }
})

describe("status", () => {
  it.scoped("tells a fresh plan, a run under way and a finished one apart", () =>
    Effect.gen(function* () {
      const root = yield* plannedRun
      expect(yield* statusOf(root)).toMatchObject({
        planned: 6,
        pending: 6,
        withResponse: 0,
        writer: null,
        trialsPerMinute: null
      })

      const to = server(() => ok, { delayMs: 60_000 })
      const fiber = yield* Effect.fork(invoke(root, to, { concurrency: 2 }))
      yield* TestClock.adjust("90 seconds")
      const running = yield* statusOf(root)
      expect(running).toMatchObject({ planned: 6, withResponse: 2, inFlight: 2, pending: 2, ambiguous: 0 })
      expect(running.writer?.verdict).toBe("alive")
      expect(running.tokens).toMatchObject({ window: "1970-01-01", used: 30, reserved: 660, cap: 1_000_000 })
      expect(running.trialsPerMinute).toBe(2)
      // Four are left at two a minute.
      expect(running.minutesLeft).toBe(2)

      yield* TestClock.adjust("10 minutes")
      yield* Fiber.join(fiber)
      const finished = yield* statusOf(root)
      expect(finished).toMatchObject({
        withResponse: 6,
        pending: 0,
        inFlight: 0,
        writer: null,
        attempts: { generation: 6, count: 6 }
      })
      expect(finished.conditions).toEqual([
        expect.objectContaining({ condition: { style: expect.any(String) }, planned: 3, withResponse: 3 }),
        expect.objectContaining({ condition: { style: expect.any(String) }, planned: 3, withResponse: 3 })
      ])
    })
  )

  it.scoped("a request that nobody waits for any more is ambiguous", () =>
    Effect.gen(function* () {
      const root = yield* plannedRun
      const to = server(() => reset)
      yield* invoke(root, to, {
        mode: live({ limits: { maxGenerationCalls: 2, maxHttpAttempts: 99, localTokenCap: 9999 } })
      })
      expect(yield* statusOf(root)).toMatchObject({
        ambiguous: 2,
        pending: 4,
        tokens: { reserved: 660, used: 0 }
      })
      const ledger = path.join(root, "usage-ledger.jsonl")
      // As if the process had been killed right after the dispatch.
      for (const id of fs.readdirSync(path.join(root, "trials"))) {
        for (const name of ["terminal.json", "attempt-001-meta.json"])
          fs.rmSync(path.join(root, "trials", id, name), { force: true })
      }
      fs.appendFileSync(ledger, '{"seq":9')
      expect(yield* statusOf(root)).toMatchObject({ ambiguous: 2, pending: 4 })
    })
  )
})

describe("plan --count-tokens", () => {
  it.scoped("counts each request once, within its limit, and a run then counts nothing", () =>
    Effect.gen(function* () {
      const root = yield* plannedRun
      const to = server(() => ok)
      const count = (maxHttpAttempts: number) =>
        countTokens({ maxHttpAttempts, rates }).run.pipe(Effect.provide(services(root, to)))
      expect(yield* count(4)).toMatchObject({
        trials: 6,
        counted: 4,
        inputTokens: 40,
        stop: { reason: "attempt_limit" }
      })
      expect(yield* count(4)).toMatchObject({ counted: 6, inputTokens: 60, stop: null })
      expect(to.sent).toHaveLength(6)
      const after = server(() => ok)
      yield* invoke(root, after)
      expect(after.sent.filter(({ kind }) => kind === "count")).toEqual([])
    })
  )

  it.scoped(
    "a server that does not count stops strict runs with advice, and is estimated for on request",
    () =>
      Effect.gen(function* () {
        const root = yield* plannedRun
        const strict = server(() => ok, { count: () => Effect.fail(noCount) })
        const stopped = yield* invoke(root, strict, { concurrency: 1 })
        expect(stopped).toMatchObject({ concluded: 0, stop: { reason: "count_unavailable" } })
        expect(stopped.stop?.advice).toContain("--soft-budget")
        expect(strict.sent.filter(({ kind }) => kind === "generate")).toEqual([])

        const soft = server(() => ok, { count: () => Effect.fail(noCount) })
        expect(yield* invoke(root, soft, { mode: live({ softBudget: true }) })).toMatchObject({
          concluded: 6,
          pending: 0
        })
        const counts = fs
          .readdirSync(path.join(root, "trials"))
          .map((id) => JSON.parse(fs.readFileSync(path.join(root, "trials", id, "token-count.json"), "utf8")))
        expect(new Set(counts.map(({ source }) => source))).toEqual(new Set(["estimate"]))
        expect(eventsOf(root).filter(({ type }) => type === "invocation_started")[1]).toMatchObject({
          softBudget: true
        })
      })
  )
})

describe("preflight", () => {
  const options = {
    baseUrl: "http://127.0.0.1:1/v1",
    model: "some-model",
    reasoningEffort: "low",
    maxOutputTokens: 8192,
    truncation: "disabled",
    maxHttpAttempts: 4,
    localTokenCap: 20_000,
    rates
  } as const

  const checked = (to: Server, changes: Partial<Parameters<typeof preflight>[0]> = {}) =>
    Effect.gen(function* () {
      const root = path.join(yield* temporaryFolder, "preflight")
      const result = yield* preflight({ ...options, ...changes }).run.pipe(Effect.provide(services(root, to)))
      const saved = JSON.parse(fs.readFileSync(path.join(root, "capabilities.json"), "utf8"))
      return { root, result, saved }
    })

  it.scoped("counts once, generates once, and writes down what came back", () =>
    Effect.gen(function* () {
      const to = server(() => ok)
      const { root, saved } = yield* checked(to)
      expect(to.sent.map(({ kind }) => kind)).toEqual(["count", "generate"])
      expect(saved).toMatchObject({
        ok: true,
        problems: [],
        requestedModel: "some-model",
        reasoningEffort: "low",
        tokenCount: { source: "server", inputTokens: 10 },
        generation: { status: "completed", returnedModel: "toy-model", inputTokens: 10, outputTokens: 5 }
      })
      expect(account(root)).toEqual({ known: 15, held: 0 })
    })
  )

  it.scoped("a parameter that the server refuses is written down, not worked around", () =>
    Effect.gen(function* () {
      const body =
        '{"error":{"type":"invalid_request_error","code":"unsupported_value","message":"effort low is not supported"}}'
      const { saved } = yield* checked(server(() => ({ status: 400, body })))
      expect(saved).toMatchObject({ ok: false, generation: null })
      expect(saved.problems.join()).toContain("effort low is not supported")
    })
  )

  it.scoped(
    "a cap without room for the one request sends no generation and names the smallest that would do",
    () =>
      Effect.gen(function* () {
        const to = server(() => ok)
        const { result } = yield* checked(to, { localTokenCap: 1000 })
        expect(to.sent.map(({ kind }) => kind)).toEqual(["count"])
        expect(result.stop?.reason).toBe("token_cap")
        // 10 counted + 8192 + 256.
        expect(result.stop?.advice).toContain("8458")
      })
  )

  it.scoped("a file in the place of its folder is named, and nothing is sent", () =>
    Effect.gen(function* () {
      const file = path.join(yield* temporaryFolder, "preflight")
      fs.writeFileSync(file, "")
      const to = server(() => ok)
      const refused = yield* Effect.flip(preflight(options).run).pipe(Effect.provide(services(file, to)))
      expect(refused._tag).toBe("OutputNotEmpty")
      expect(refused.message).toContain(`${file} is a file, not a folder`)
      expect(to.sent).toEqual([])
    })
  )

  it.scoped("quota and a missing count endpoint are told in plain words", () =>
    Effect.gen(function* () {
      const { result } = yield* checked(server(() => quota))
      expect(result.stop?.reason).toBe("quota")
      const { saved } = yield* checked(server(() => ok, { count: () => Effect.fail(noCount) }))
      expect(saved).toMatchObject({ ok: true, tokenCount: { source: "estimate" } })
      expect(saved.problems.join()).toContain("--soft-budget")
    })
  )
})
