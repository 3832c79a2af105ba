import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/TestClock"
import { RawBody } from "../../src/llm/HttpExchange.js"
import { ApiError } from "../../src/llm/LlmError.js"
import { score } from "../../src/pipeline/score.js"
import { status } from "../../src/pipeline/status.js"
import * as RunDirectory from "../../src/records/RunDirectory.js"
import * as Shutdown from "../../src/runner/Shutdown.js"
import {
  account,
  eventsOf,
  invoke,
  ledgerOf,
  live,
  ok,
  planned,
  plannedRun,
  rateLimited,
  refused,
  reset,
  type Sent,
  type Server,
  server,
  terminalsOf,
  testDisk
} from "../support/liveRuns.js"
import { responseBody, runServices } from "../support/runs.js"
import { toyExperiment } from "../support/toyExperiment.js"
import { toyFamilies } from "../support/toyFamilies.js"

const generations = (sent: ReadonlyArray<Sent>) => sent.filter(({ kind }) => kind === "generate")

/** Runs an invocation while the test clock moves on, far enough for any backoff. */
const elapse = <A, E, R>(effect: Effect.Effect<A, E, R>, minutes = 60) =>
  Effect.gen(function* () {
    const fiber = yield* Effect.fork(effect)
    for (let minute = 0; minute < minutes; minute += 1) yield* TestClock.adjust("1 minute")
    return yield* Fiber.join(fiber)
  })

const firstTrial = (root: string): string =>
  JSON.parse(fs.readFileSync(path.join(root, "schedule.jsonl"), "utf8").split("\n")[0] ?? "").trialId

describe("a live run", () => {
  it.scoped("counts, reserves, sends, settles and ends each trial once", () =>
    Effect.gen(function* () {
      const root = yield* plannedRun
      const to = server(() => ok)
      const summary = yield* invoke(root, to)
      expect(summary).toMatchObject({
        planned: 6,
        concluded: 6,
        withResponse: 6,
        pending: 0,
        stop: null,
        syntheticMock: false
      })
      expect(generations(to.sent)).toHaveLength(6)
      expect(to.sent.filter(({ kind }) => kind === "count")).toHaveLength(6)
      expect(account(root)).toEqual({ known: 90, held: 0 })
      expect(Object.values(terminalsOf(root)).map(({ conclusion }) => conclusion)).toEqual(
        Array(6).fill("response")
      )
    })
  )

  it.scoped(
    "a body, its record and the terminal are each synced before anything rests on them (decision 19)",
    () =>
      Effect.gen(function* () {
        const root = yield* plannedRun
        const id = firstTrial(root)
        const log: Array<string> = []
        const names = new Map<number, string>()
        const disk = testDisk({
          openSync: (file, flags) => {
            const handle = fs.openSync(file, flags)
            names.set(handle, path.relative(root, String(file)).replace(`trials/${id}`, "trial"))
            return handle
          },
          fsyncSync: (handle) => {
            log.push(`sync ${names.get(handle)}`)
            fs.fsyncSync(handle)
          },
          fdatasync: ((handle: number, done: (cause: null) => void) => {
            log.push(`sync ${names.get(handle)}`)
            done(null)
          }) as typeof fs.fdatasync, // only this form is called
          renameSync: (from, to) => {
            log.push(`rename ${path.relative(root, String(to)).replace(`trials/${id}`, "trial")}`)
            fs.renameSync(from, to)
          }
        })
        yield* invoke(
          root,
          server(() => ok),
          { concurrency: 1, disk }
        )
        const ofTrial = log.filter((line) => /^sync usage-ledger| trial(\/(attempt|terminal)|$)/.test(line))
        const placed = (name: string) => [`sync trial/${name}.partial`, `rename trial/${name}`]
        const ledger = "sync usage-ledger.jsonl"
        // Reserved and dispatched; the reply; settled; the end; and then the ledger goes on with the next trial.
        const from = ofTrial.indexOf("sync trial/attempt-001-body.txt.partial")
        expect(ofTrial.slice(from - 1, from + 10)).toEqual([
          ledger,
          ...placed("attempt-001-body.txt"),
          ...placed("attempt-001-meta.json"),
          "sync trial",
          ledger,
          ...placed("terminal.json"),
          "sync trial",
          ledger
        ])
      })
  )

  it.scoped("the reservation and the dispatch stand in the ledger before the request leaves", () =>
    Effect.gen(function* () {
      const root = yield* plannedRun
      const seen: Array<ReadonlyArray<string>> = []
      const to = server(({ trialId, attempt }) => {
        const mine = ledgerOf(root).filter((line) => line.trialId === trialId && line.attempt === attempt)
        seen.push(mine.map(({ type }) => type))
        return ok
      })
      yield* invoke(root, to)
      expect(seen).toEqual(Array(6).fill(["reserved", "dispatched"]))
    })
  )

  it.scoped("D2 100 waiting fibers do not pass a cap for three: the check is beside the send", () =>
    Effect.gen(function* () {
      const root = yield* plannedRun
      const to = server(() => ok, { delayMs: 1000 })
      const limits = { maxGenerationCalls: 1000, maxHttpAttempts: 1000, localTokenCap: 3 * 330 }
      const summary = yield* elapse(invoke(root, to, { mode: live({ limits }), concurrency: 100 }), 5)
      // A block needs 660; a second one does not fit beside it until its usage is known.
      let held = 0
      let most = 0
      for (const line of ledgerOf(root)) {
        if (line.type === "reserved") held += line.tokens ?? 0
        if (line.type === "settled") held += (line.tokens ?? 0) - 330
        most = Math.max(most, held)
      }
      expect(most).toBeLessThanOrEqual(990)
      expect(to.most()).toBeLessThanOrEqual(3)
      expect(summary.stop?.reason).toBe("token_cap")
    })
  )

  it.scoped("C2 a server that always says 429 gets four attempts of a trial, and the books know four", () =>
    Effect.gen(function* () {
      const root = yield* plannedRun
      const to = server(() => rateLimited())
      yield* elapse(invoke(root, to, { concurrency: 1 }))
      const id = firstTrial(root)
      const mine = generations(to.sent).filter(({ trialId }) => trialId === id)
      expect(mine.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4])
      expect(ledgerOf(root).filter((line) => line.trialId === id && line.type === "reserved")).toHaveLength(4)
      expect(terminalsOf(root)[id]).toMatchObject({ conclusion: "api_rejected", attempts: 4 })
      expect(account(root)).toEqual({ known: 0, held: 0 })
    })
  )

  it.scoped("E9 503 then 200 is one trial of two attempts, and the first stays reserved", () =>
    Effect.gen(function* () {
      const root = yield* plannedRun
      const to = server(({ attempt }) => (attempt === 1 ? { status: 503 } : ok))
      const summary = yield* elapse(invoke(root, to))
      expect(summary).toMatchObject({ concluded: 6, withResponse: 6, pending: 0 })
      for (const terminal of Object.values(terminalsOf(root))) {
        expect(terminal).toMatchObject({ conclusion: "response", attempts: 2 })
      }
      expect(account(root)).toEqual({ known: 90, held: 6 * 330 })
    })
  )

  it.scoped("B2 a Retry-After is never cut short, and B7 0 means at once", () =>
    Effect.gen(function* () {
      const root = yield* plannedRun
      const to = server(({ attempt }) =>
        attempt === 1
          ? rateLimited({ "retry-after": "17" })
          : attempt === 2
            ? rateLimited({ "retry-after": "0" })
            : ok
      )
      yield* elapse(invoke(root, to, { concurrency: 1 }))
      const id = firstTrial(root)
      const [first, second, third] = generations(to.sent).filter(({ trialId }) => trialId === id)
      expect((second?.at ?? 0) - (first?.at ?? 0)).toBe(17_000)
      expect((third?.at ?? 0) - (second?.at ?? 0)).toBe(0)
    })
  )

  it.scoped("B3 a Retry-After beyond a trial's time stops the run without a sleep or another request", () =>
    Effect.gen(function* () {
      const root = yield* plannedRun
      const to = server(() => rateLimited({ "retry-after": "9999999999" }))
      const summary = yield* invoke(root, to, { concurrency: 1 })
      expect(summary.stop?.reason).toBe("retry_after")
      expect(generations(to.sent)).toHaveLength(1)
      expect(summary).toMatchObject({ concluded: 0, pending: 6 })
    })
  )

  const noCredit = "You exceeded your current quota, please check your plan and billing details."

  it.scoped.each([
    ["its code and type", { type: "insufficient_quota", code: "insufficient_quota", message: "no credit" }],
    ["its message alone", { message: noCredit }],
    ["its message beside a code of null", { type: "requests", code: null, message: noCredit }]
  ] as const)(
    "C1 a quota error told by %s is one request, stops everything, and costs its trial nothing",
    ([, error]) =>
      Effect.gen(function* () {
        const root = yield* plannedRun
        // A server that would take another request after a moment is not asked all the same.
        const to = server(() => ({
          status: 429,
          headers: { "retry-after": "1" },
          body: JSON.stringify({ error })
        }))
        const summary = yield* invoke(root, to, { concurrency: 1 })
        expect(generations(to.sent)).toHaveLength(1)
        expect(summary).toMatchObject({ concluded: 0, pending: 6, stop: { reason: "quota" } })
        expect(account(root)).toEqual({ known: 0, held: 0 })
        const again = server(() => ok)
        const resumed = yield* invoke(root, again)
        expect(resumed).toMatchObject({ concluded: 6, pending: 0 })
        // Its first request comes on top of the four that a trial has.
        expect(generations(again.sent)).toHaveLength(6)
      })
  )

  it.scoped("C1 a quota error of the count endpoint keeps admitted trials from being sent too", () =>
    Effect.gen(function* () {
      const experiment = toyFamilies(4)
      const root = yield* planned(experiment, "toy")
      const exhausted = new ApiError({
        httpStatus: 429,
        code: "insufficient_quota",
        type: "insufficient_quota",
        detail: "no credit",
        retryAfter: null,
        requestId: null,
        ambiguousOutcome: false,
        usage: null,
        exchange: { httpStatus: 429, headers: {}, body: new RawBody(new Uint8Array()) }
      })
      // Two blocks are under way and the third is admitted when the count of the fourth is refused.
      const to = server(() => ok, {
        delayMs: 10_000,
        count: (index) => (index < 6 ? Effect.succeed(10) : Effect.fail(exhausted))
      })
      const summary = yield* elapse(invoke(root, to, { experiment, concurrency: 4 }), 2)
      expect(to.sent.filter(({ kind }) => kind === "count").length).toBeGreaterThan(6)
      expect(summary).toMatchObject({ concluded: 4, pending: 4, stop: { reason: "quota" } })
      expect(generations(to.sent)).toHaveLength(4)
    })
  )

  for (const status of [401, 403]) {
    it.scoped(`HTTP ${status} stops the run with advice`, () =>
      Effect.gen(function* () {
        const root = yield* plannedRun
        const to = server(() => ({ status, body: '{"error":{"message":"who are you"}}' }))
        const summary = yield* invoke(root, to, { concurrency: 1 })
        expect(summary.stop?.reason).toBe("authentication")
        expect(generations(to.sent)).toHaveLength(1)
      })
    )
  }

  it.scoped(
    "G4 a reset after sending is an end of its own: not sent again, reserved for ever, and reopened only on request",
    () =>
      Effect.gen(function* () {
        const root = yield* plannedRun
        const id = firstTrial(root)
        const to = server(({ trialId }) => (trialId === id ? reset : ok))
        const summary = yield* invoke(root, to)
        expect(summary).toMatchObject({ concluded: 6, pending: 0, withResponse: 5 })
        expect(terminalsOf(root)[id]).toMatchObject({ conclusion: "ambiguous_outcome", attempts: 1 })
        expect(account(root)).toEqual({ known: 75, held: 330 })

        const untouched = server(() => ok)
        expect(yield* invoke(root, untouched)).toMatchObject({ concluded: 0, pending: 0 })
        expect(untouched.sent).toEqual([])

        const again = server(() => ok)
        const resumed = yield* elapse(invoke(root, again, { mode: live({ retryAmbiguous: true }) }))
        expect(resumed).toMatchObject({ concluded: 1, pending: 0 })
        expect(generations(again.sent)).toMatchObject([{ trialId: id, attempt: 2 }])
        expect(terminalsOf(root)[id]).toMatchObject({ conclusion: "response", attempts: 2 })
        // The first attempt may have been billed too.
        expect(account(root)).toEqual({ known: 90, held: 330 })
      })
  )

  it.scoped(
    "a server that cannot be reached leaves its trials pending and stops the run after five of them",
    () =>
      Effect.gen(function* () {
        const root = yield* plannedRun
        const to = server(() => refused)
        const summary = yield* elapse(invoke(root, to, { concurrency: 1 }))
        expect(summary).toMatchObject({ concluded: 0, pending: 6, stop: { reason: "outage" } })
        expect(generations(to.sent)).toHaveLength(20)
        expect(terminalsOf(root)).toEqual({})
        expect(account(root)).toEqual({ known: 0, held: 0 })
        const again = server(() => ok)
        expect(yield* elapse(invoke(root, again))).toMatchObject({ concluded: 6, pending: 0 })
      })
  )

  it.scoped("500 is final away from the default host, and retried on request (decision 12)", () =>
    Effect.gen(function* () {
      const root = yield* plannedRun
      const id = firstTrial(root)
      const to = server(({ trialId, attempt }) => (trialId === id && attempt === 1 ? { status: 500 } : ok))
      yield* invoke(root, to)
      expect(terminalsOf(root)[id]).toMatchObject({ conclusion: "api_rejected", attempts: 1 })
      const other = yield* plannedRun
      yield* elapse(
        invoke(
          other,
          server(({ attempt }) => (attempt === 1 ? { status: 500 } : ok)),
          { mode: live({ retry500: true }) }
        )
      )
      expect(terminalsOf(other)[id]).toMatchObject({ conclusion: "response", attempts: 2 })
    })
  )

  it.scoped("A2 a wrong answer, a refusal and a cut reply are ends: nothing is asked twice", () =>
    Effect.gen(function* () {
      const root = yield* plannedRun
      const incomplete = JSON.stringify({
        id: "r",
        object: "response",
        status: "incomplete",
        incomplete_details: { reason: "max_output_tokens" },
        model: "m",
        output: [],
        usage: { input_tokens: 10, output_tokens: 64, total_tokens: 74 }
      })
      const refusal = responseBody("", {
        output: [{ type: "message", role: "assistant", content: [{ type: "refusal", refusal: "no" }] }]
      })
      const bodies = [incomplete, refusal, responseBody("a wrong answer")]
      const to = server((_, index) => ({ status: 200, body: bodies[index % 3] ?? "" }))
      expect(yield* invoke(root, to)).toMatchObject({ concluded: 6, withResponse: 6 })
      expect(generations(to.sent)).toHaveLength(6)
    })
  )

  it.scoped("an unreadable body settles by its usage, or stays reserved without (decision 18)", () =>
    Effect.gen(function* () {
      const root = yield* plannedRun
      const outputNull =
        '{"id":"r","object":"response","status":"completed","model":"m","output":null,"usage":{"input_tokens":10,"output_tokens":20,"total_tokens":30}}'
      const to = server((_, index) =>
        index === 0 ? { status: 200, body: outputNull } : index === 1 ? { status: 200, body: "<html>" } : ok
      )
      yield* invoke(root, to, { concurrency: 1 })
      const conclusions = Object.values(terminalsOf(root)).map(({ conclusion }) => conclusion)
      expect(conclusions.filter((conclusion) => conclusion === "decode_failure")).toHaveLength(2)
      expect(account(root)).toEqual({ known: 30 + 4 * 15, held: 330 })
    })
  )
})

describe("limits of a live run", () => {
  it.scoped("a limit stops between blocks, and D6 calls are counted for each invocation", () =>
    Effect.gen(function* () {
      const root = yield* plannedRun
      const limits = { maxGenerationCalls: 3, maxHttpAttempts: 1000, localTokenCap: 1_000_000 }
      const first = yield* invoke(
        root,
        server(() => ok),
        { mode: live({ limits }) }
      )
      expect(first).toMatchObject({ concluded: 2, pending: 4, stop: { reason: "generation_limit" } })
      const second = yield* invoke(
        root,
        server(() => ok),
        { mode: live({ limits: { ...limits, maxGenerationCalls: 4 } }) }
      )
      expect(second).toMatchObject({ concluded: 4, pending: 0, stop: null })
    })
  )

  it.scoped("a limit that no block fits into says what would do, and one that served says to go on", () =>
    Effect.gen(function* () {
      const root = yield* plannedRun
      const to = server(() => ok)
      const advice = (maxGenerationCalls: number, maxHttpAttempts: number) =>
        Effect.map(
          invoke(root, to, {
            mode: live({ limits: { maxGenerationCalls, maxHttpAttempts, localTokenCap: 1_000_000 } })
          }),
          ({ concluded, stop }) => [concluded, stop?.advice]
        )
      // The toy's blocks have two trials. What cannot be sent is not even counted.
      expect(yield* advice(1, 1000)).toEqual([
        0,
        "--max-generation-calls 1 has no room for the next block of 2; resume with 2 or more"
      ])
      expect(yield* advice(1000, 1)).toEqual([
        0,
        "--max-http-attempts 1 has no room for the next 2: 0 are sent and 0 set aside; resume with 2 or more"
      ])
      expect(to.sent).toEqual([])
      const [concluded, more] = yield* advice(3, 1000)
      expect(concluded).toBe(2)
      expect(more).toBe("--max-generation-calls 3 has no room for the next block of 2; resume to go on")
    })
  )

  it.scoped("a block that was admitted is finished, although the next one has no room", () =>
    Effect.gen(function* () {
      const root = yield* planned(toyExperiment(), "toy", { replicates: 4 })
      const limits = { maxGenerationCalls: 12, maxHttpAttempts: 1000, localTokenCap: 1_000_000 }
      // Four blocks are under way, and two more wait for them, when the seventh is refused.
      const to = server(() => ok, { delayMs: 1000 })
      const summary = yield* elapse(invoke(root, to, { mode: live({ limits }), concurrency: 8 }), 5)
      expect(summary).toMatchObject({ concluded: 12, pending: 12, stop: { reason: "generation_limit" } })
    })
  )

  it.scoped("HTTP attempts bound counts and generations together", () =>
    Effect.gen(function* () {
      const root = yield* plannedRun
      const to = server(() => ok)
      const limits = { maxGenerationCalls: 1000, maxHttpAttempts: 7, localTokenCap: 1_000_000 }
      const summary = yield* invoke(root, to, { mode: live({ limits }), concurrency: 1 })
      expect(to.sent.length).toBeLessThanOrEqual(7)
      expect(summary).toMatchObject({ concluded: 2, pending: 4, stop: { reason: "attempt_limit" } })
    })
  )

  it.scoped(
    "D6 the token cap is one window over invocations of a day, a raised cap is an event, and E10 sums go on",
    () =>
      Effect.gen(function* () {
        const root = yield* plannedRun
        const cap = (localTokenCap: number) =>
          live({ limits: { maxGenerationCalls: 1000, maxHttpAttempts: 1000, localTokenCap } })
        const first = yield* invoke(
          root,
          server(() => ok),
          { mode: cap(680), concurrency: 1 }
        )
        expect(first).toMatchObject({ concluded: 2, stop: { reason: "token_cap" } })
        expect(account(root)).toEqual({ known: 30, held: 0 })
        const same = yield* invoke(
          root,
          server(() => ok),
          { mode: cap(680), concurrency: 1 }
        )
        expect(same).toMatchObject({ concluded: 0, stop: { reason: "token_cap" } })
        const raised = yield* invoke(
          root,
          server(() => ok),
          { mode: cap(10_000), concurrency: 1 }
        )
        expect(raised).toMatchObject({ concluded: 4, pending: 0 })
        expect(eventsOf(root).filter(({ type }) => type === "token_cap")).toMatchObject([
          { window: "1970-01-01", previous: null, cap: 680 },
          { window: "1970-01-01", previous: 680, cap: 10_000 }
        ])
      })
  )

  it.scoped(
    "D4 a hold of an earlier date blocks the next day until it is allowed, and does not count in it",
    () =>
      Effect.gen(function* () {
        const root = yield* plannedRun
        const id = firstTrial(root)
        yield* invoke(
          root,
          server(({ trialId }) => (trialId === id ? reset : ok)),
          {
            mode: live({ limits: { maxGenerationCalls: 2, maxHttpAttempts: 1000, localTokenCap: 1_000_000 } })
          }
        )
        yield* TestClock.adjust("25 hours")
        const blocked = server(() => ok)
        const refusedStart = yield* invoke(root, blocked)
        expect(refusedStart.stop?.advice).toContain("--allow-carried-reservations")
        expect(blocked.sent).toEqual([])
        const limits = { maxGenerationCalls: 1000, maxHttpAttempts: 1000, localTokenCap: 700 }
        const allowed = yield* invoke(
          root,
          server(() => ok),
          {
            mode: live({ allowCarriedReservations: true, limits }),
            concurrency: 1
          }
        )
        expect(allowed).toMatchObject({ concluded: 4, pending: 0 })
        expect(
          new Set(ledgerOf(root).flatMap(({ window }) => (window === undefined ? [] : [window])))
        ).toEqual(new Set(["1970-01-01", "1970-01-02"]))
      })
  )

  it.scoped("a server that counts wrongly stops the run with a diagnosis", () =>
    Effect.gen(function* () {
      const root = yield* plannedRun
      const expensive =
        '{"id":"r","object":"response","status":"completed","model":"m","output":[],"usage":{"input_tokens":400,"output_tokens":5,"total_tokens":405}}'
      const summary = yield* invoke(
        root,
        server(() => ({ status: 200, body: expensive })),
        { concurrency: 1 }
      )
      expect(summary).toMatchObject({ concluded: 1, stop: { reason: "count_mismatch" } })
      expect(summary.stop?.advice).toContain("400 input")
    })
  )

  it.scoped("rates hold over count and generation, and a request that no minute can hold is refused", () =>
    Effect.gen(function* () {
      const root = yield* plannedRun
      const to = server(() => ok)
      yield* elapse(
        invoke(root, to, { mode: live({ rates: { requestsPerMinute: 2, tokensPerMinute: 1000 } }) })
      )
      const times = to.sent.map(({ at }) => at).sort((a, b) => a - b)
      expect(times).toHaveLength(12)
      for (const time of times)
        expect(times.filter((other) => other >= time && other < time + 60_000).length).toBeLessThanOrEqual(2)
      const other = yield* plannedRun
      const small = yield* invoke(
        other,
        server(() => ok),
        { mode: live({ rates: { requestsPerMinute: 10, tokensPerMinute: 329 } }) }
      )
      expect(small).toMatchObject({ concluded: 0, stop: { reason: "rate_limit" } })
    })
  )
})

/** An invocation that is asked to stop after a second, whose grace is over, and what it says. */
const stoppedAfterASecond = (root: string, to: Server, concurrency: number) =>
  Effect.gen(function* () {
    const shutdown = yield* Shutdown.make
    const fiber = yield* Effect.fork(
      invoke(root, to, { concurrency, shutdown: Layer.succeed(Shutdown.Shutdown, shutdown) })
    )
    yield* TestClock.adjust("1 second")
    yield* shutdown.request
    yield* TestClock.adjust("1 minute")
    return yield* Fiber.join(fiber)
  })

describe("stopping a live run", () => {
  for (const [where, to, ms] of [
    ["a backoff", () => server(() => rateLimited({ "retry-after": "300" })), 1000],
    ["a wait for the rate", () => server(() => ok), 1000]
  ] as const) {
    it.scoped(`F1 a stop during ${where} starts nothing more and leaves the trial pending`, () =>
      Effect.gen(function* () {
        const root = yield* plannedRun
        const shutdown = yield* Shutdown.make
        const { Layer, Shutdown: S } = {
          Layer: yield* Effect.promise(() => import("effect/Layer")),
          Shutdown
        }
        const layer = Layer.succeed(S.Shutdown, shutdown)
        const target = to()
        const mode =
          where === "a backoff"
            ? live()
            : live({ rates: { requestsPerMinute: 3, tokensPerMinute: 1_000_000 } })
        const fiber = yield* Effect.fork(invoke(root, target, { mode, concurrency: 1, shutdown: layer }))
        yield* TestClock.adjust(ms)
        const before = target.sent.length
        yield* shutdown.request
        yield* TestClock.adjust("1 minute")
        const summary = yield* Fiber.join(fiber)
        expect(summary.stop?.reason).toBe("signal")
        expect(target.sent.length).toBe(before)
        expect(summary.pending).toBe(6 - summary.concluded)
        expect(account(root).held).toBe(0)
      })
    )
  }

  it.scoped("F1 a request under way may finish within the grace, and is saved", () =>
    Effect.gen(function* () {
      const root = yield* plannedRun
      const shutdown = yield* Shutdown.make
      const to = server(() => ok, { delayMs: 20_000 })
      const fiber = yield* Effect.fork(
        invoke(root, to, { concurrency: 1, shutdown: Layer.succeed(Shutdown.Shutdown, shutdown) })
      )
      yield* TestClock.adjust("1 second")
      yield* shutdown.request
      yield* TestClock.adjust("25 seconds")
      const summary = yield* Fiber.join(fiber)
      expect(summary).toMatchObject({ concluded: 1, pending: 5, stop: { reason: "signal" } })
      expect(generations(to.sent)).toHaveLength(1)
      expect(account(root)).toEqual({ known: 15, held: 0 })
    })
  )

  it.scoped(
    "a request that outlasts the grace is left with its outcome unknown, and never sent again by itself",
    () =>
      Effect.gen(function* () {
        const root = yield* plannedRun
        const to = server(() => ok, { delayMs: 120_000 })
        const summary = yield* stoppedAfterASecond(root, to, 1)
        expect(summary).toMatchObject({ concluded: 0, pending: 6 })
        expect(account(root)).toEqual({ known: 0, held: 330 })
        const id = generations(to.sent)[0]?.trialId ?? ""
        expect(ledgerOf(root).at(-1)).toMatchObject({
          type: "unresolved",
          reason: "interrupted",
          trialId: id,
          attempt: 1
        })
        const again = server(() => ok)
        expect(yield* invoke(root, again)).toMatchObject({ concluded: 6, pending: 0 })
        expect(generations(again.sent).map(({ trialId }) => trialId)).not.toContain(id)
        expect(terminalsOf(root)[id]).toMatchObject({ conclusion: "ambiguous_outcome" })
        expect(account(root)).toEqual({ known: 75, held: 330 })
      })
  )

  it.scoped(
    "a trial that waits for its next attempt when a stop comes is pending, although its cost is not known",
    () =>
      Effect.gen(function* () {
        const root = yield* plannedRun
        const busy = server(() => ({ status: 503, headers: { "retry-after": "100" }, body: "" }))
        expect(yield* stoppedAfterASecond(root, busy, 1)).toMatchObject({ concluded: 0, pending: 6 })
        expect(account(root)).toEqual({ known: 0, held: 330 })
        const { ambiguous, pending } = yield* status(toyExperiment()).run.pipe(
          Effect.provide(runServices(root))
        )
        expect({ ambiguous, pending }).toEqual({ ambiguous: 0, pending: 6 })
      })
  )

  it.scoped("a block whose trials all have an unknown outcome needs no calls", () =>
    Effect.gen(function* () {
      const root = yield* plannedRun
      const silent = server(() => ok, { delayMs: 120_000 })
      yield* stoppedAfterASecond(root, silent, 2)
      expect(generations(silent.sent)).toHaveLength(2)
      const limits = { maxGenerationCalls: 1, maxHttpAttempts: 1000, localTokenCap: 1_000_000 }
      const to = server(() => ok)
      expect(yield* invoke(root, to, { concurrency: 1, mode: live({ limits }) })).toMatchObject({
        concluded: 2,
        pending: 4,
        stop: { reason: "generation_limit" }
      })
      expect(generations(to.sent)).toEqual([])
    })
  )

  it.scoped("a trial whose outcome stays unknown needs no room and no count", () =>
    Effect.gen(function* () {
      const root = yield* plannedRun
      const silent = server(() => ok, { delayMs: 120_000 })
      yield* stoppedAfterASecond(root, silent, 1)
      // Both trials of its block are counted, one is left to send: 330 tokens, beside those that are held for the other.
      const limits = { maxGenerationCalls: 1000, maxHttpAttempts: 1000, localTokenCap: 660 }
      const to = server(() => ok)
      expect(yield* invoke(root, to, { concurrency: 1, mode: live({ limits }) })).toMatchObject({
        concluded: 2,
        pending: 4,
        stop: { reason: "token_cap" }
      })
      expect(to.sent.map(({ kind }) => kind)).toEqual(["generate", "count", "count"])
    })
  )

  it.scoped("a count belongs to no attempt, also after a send of the same worker", () =>
    Effect.gen(function* () {
      const root = yield* plannedRun
      const to = server(() => ok)
      yield* invoke(root, to, { concurrency: 1 })
      expect(to.sent.map(({ attempt, kind }) => `${kind} ${attempt}`)).toEqual(
        Array.from({ length: 3 }, () => ["count 0", "count 0", "generate 1", "generate 1"]).flat()
      )
    })
  )

  it.scoped("a file PAUSE stops dispatch like a first Ctrl-C", () =>
    Effect.gen(function* () {
      const root = yield* plannedRun
      const to = server((_, index) => {
        if (index === 1) fs.writeFileSync(path.join(root, "PAUSE"), "")
        return ok
      })
      const summary = yield* invoke(root, to, { concurrency: 1 })
      expect(summary).toMatchObject({ concluded: 2, pending: 4, stop: { reason: "pause" } })
      fs.rmSync(path.join(root, "PAUSE"))
      expect(
        yield* invoke(
          root,
          server(() => ok)
        )
      ).toMatchObject({ concluded: 4, pending: 0 })
    })
  )

  it.scoped("E15 a full disk stops dispatch, and what was reserved stays reserved", () =>
    Effect.gen(function* () {
      const root = yield* plannedRun
      let writes = 0
      const disk = testDisk({
        writeSync: ((handle: number, bytes: Uint8Array, offset: number) => {
          writes += 1
          if (writes > 25) throw Object.assign(new Error("ENOSPC"), { code: "ENOSPC" })
          return fs.writeSync(handle, bytes, offset)
        }) as typeof fs.writeSync
      })
      const to = server(() => ok)
      const error = yield* Effect.flip(invoke(root, to, { concurrency: 2, disk }))
      expect(error).toMatchObject({ _tag: "DiskError", code: "ENOSPC" })
      const billed = generations(to.sent).length * 15
      const { known, held } = account(root)
      expect(known + held).toBeGreaterThanOrEqual(billed)
      expect(generations(to.sent).length).toBeLessThan(6)

      const sent = generations(to.sent).map(({ trialId }) => trialId)
      const again = server(() => ok)
      expect(yield* invoke(root, again)).toMatchObject({ pending: 0 })
      const all = [...sent, ...generations(again.sent).map(({ trialId }) => trialId)]
      expect(new Set(all).size).toBe(all.length)
    })
  )
})

describe("a simulated model behind a real network", () => {
  it.scoped("marks what it answered, although the run is a live one", () =>
    Effect.gen(function* () {
      const root = yield* plannedRun
      const to = server(() => ({ ...ok, headers: { "x-synthetic-mock": "true" } }))
      expect(yield* invoke(root, to)).toMatchObject({ concluded: 6, syntheticMock: true })
      for (const terminal of Object.values(terminalsOf(root)))
        expect(terminal).toMatchObject({ synthetic_mock: true })
      const honest = yield* plannedRun
      expect(
        yield* invoke(
          honest,
          server(() => ok)
        )
      ).toMatchObject({ syntheticMock: false })
    })
  )
})

describe("restarts", () => {
  it.scoped("a date in Retry-After counts like seconds: four attempts of a trial over all restarts", () =>
    Effect.gen(function* () {
      const root = yield* plannedRun
      const sent: Array<number> = []
      const limits = { maxGenerationCalls: 1000, maxHttpAttempts: 1000, localTokenCap: 1_000_000 }
      for (let start = 0; start < 3; start += 1) {
        // Ten seconds from now: the test clock began in 1970.
        const to = server(({ at, trialId }) => {
          if (trialId === firstTrial(root)) sent.push(at)
          return rateLimited({ "retry-after": new Date(at - (at % 1000) + 10_000).toUTCString() })
        })
        const fiber = yield* Effect.fork(invoke(root, to, { mode: live({ limits }), concurrency: 1 }))
        yield* TestClock.adjust("15 seconds")
        yield* Fiber.interrupt(fiber)
      }
      yield* elapse(
        invoke(
          root,
          server(() => rateLimited()),
          { concurrency: 1 }
        ),
        5
      )
      expect(terminalsOf(root)[firstTrial(root)]).toMatchObject({ conclusion: "api_rejected", attempts: 4 })
      expect(sent.length).toBeLessThanOrEqual(4)
    })
  )
})

describe("scoring what no start has concluded", () => {
  it.scoped("a request that left is an unknown outcome, not an unsent trial, and a resume concludes it", () =>
    Effect.gen(function* () {
      const root = yield* plannedRun
      const to = server(() => ok, { delayMs: 60_000 })
      const fiber = yield* Effect.fork(invoke(root, to, { concurrency: 1 }))
      yield* TestClock.adjust("1 second")
      yield* Fiber.interrupt(fiber)
      const scored = () =>
        score(toyExperiment()).run.pipe(Effect.provide(Layer.mergeAll(testDisk(), RunDirectory.layer(root))))
      expect(yield* scored()).toEqual({
        planned: 6,
        terminal: 0,
        outcomes: { ambiguous_outcome: 1, not_dispatched: 5 }
      })
      yield* invoke(
        root,
        server(() => ok)
      )
      expect(yield* scored()).toEqual({
        planned: 6,
        terminal: 6,
        outcomes: { ambiguous_outcome: 1, correct: 1, wrong_answer: 4 }
      })
    })
  )
})
