import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import type * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Struct from "effect/Struct"
import * as TestClock from "effect/TestClock"
import { RawBody } from "../../src/llm/HttpExchange.js"
import { ApiError } from "../../src/llm/LlmError.js"
import { status } from "../../src/pipeline/status.js"
import {
  eventsOf,
  invoke,
  ledgerOf,
  live,
  ok,
  planned,
  plannedRun,
  rateLimited,
  reset,
  server
} from "../support/liveRuns.js"
import { runServices } from "../support/runs.js"
import { toyExperiment } from "../support/toyExperiment.js"
import { toyFamilies } from "../support/toyFamilies.js"

/** Within the first trial: its count lasts from 0 to 10 s, its mate's to 20 s, its request to 30 s, its backoff to 70 s. */
const moments = { count: "5 seconds", request: "25 seconds", backoff: "50 seconds" } as const

const start = Date.UTC(2026, 0, 2, 0, 30)
const hours = 3_600_000

/** Runs an effect with a wall clock that can be set; its monotonic clock and its timers are the test clock's. */
const withWall = <A, E, R>(effect: (set: (offsetMs: number) => void) => Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const monotonic = yield* Effect.clock
    let offset = 0
    const now = (): number => monotonic.unsafeCurrentTimeMillis() + offset
    // Whatever else a test clock can do stays as it is.
    const wall: Clock.Clock = Object.assign(Object.create(monotonic), {
      unsafeCurrentTimeMillis: now,
      currentTimeMillis: Effect.sync(now)
    })
    return yield* Effect.withClock(
      effect((offsetMs) => {
        offset = offsetMs
      }),
      wall
    )
  })

/** Every number of milliseconds that a run has written down, by file and name. */
const durations = (root: string): ReadonlyArray<readonly [where: string, ms: number]> =>
  fs.readdirSync(path.join(root, "trials")).flatMap((id) =>
    fs
      .readdirSync(path.join(root, "trials", id))
      .filter((name) => name.endsWith(".json") && name !== "request.json")
      .flatMap((name) => {
        const record = JSON.parse(fs.readFileSync(path.join(root, "trials", id, name), "utf8"))
        return Object.entries({ ...record, ...record.timing }).flatMap(([key, value]) =>
          key.endsWith("Ms") ? [[`${name} ${key}`, Number(value)] as const] : []
        )
      })
  )

describe("a wall clock that is set during a run", () => {
  for (const [what, jump] of [
    ["an hour back", -hours],
    ["eight hours ahead", 8 * hours]
  ] as const) {
    it.scoped.each(Struct.keys(moments))(
      `M2 ${what}, in the middle of a %s: durations are those of the monotonic clock`,
      (moment) =>
        withWall((set) =>
          Effect.gen(function* () {
            yield* TestClock.setTime(start)
            const root = yield* plannedRun
            const to = server(({ attempt }) => (attempt === 1 ? rateLimited({ "retry-after": "40" }) : ok), {
              delayMs: 10_000,
              count: () => Effect.as(Effect.sleep("10 seconds"), 10)
            })
            const fiber = yield* Effect.fork(invoke(root, to, { concurrency: 1 }))
            yield* TestClock.adjust(moments[moment])
            set(jump)
            yield* TestClock.adjust("20 minutes")
            const summary = yield* Fiber.join(fiber)
            expect(summary).toMatchObject({ concluded: 6, withResponse: 6, pending: 0 })

            const found = durations(root)
            // Two attempts of three figures, one end of four, and one count for each of six trials.
            expect(found).toHaveLength(6 * (2 * 3 + 4 + 1))
            for (const [where, ms] of found) {
              expect([where, ms >= 0 && ms <= 60_000]).toEqual([where, true])
            }
            expect(
              new Set(found.filter(([where]) => where.endsWith("durationMs")).map(([, ms]) => ms))
            ).toEqual(new Set([10_000]))
            expect(
              new Set(found.filter(([where]) => where === "token-count.json countMs").map(([, ms]) => ms))
            ).toEqual(new Set([10_000]))

            // The order of the books is that of their numbers, whatever the times beside them say.
            const ledger = ledgerOf(root)
            expect(ledger.map(({ seq }) => seq)).toEqual(ledger.map((_, index) => index + 1))
            const times = ledger.map(({ at }) => at)
            expect(times.toSorted().join() === times.join()).toBe(jump > 0)
            const told = yield* status(toyExperiment()).run.pipe(Effect.provide(runServices(root)))
            expect(told).toMatchObject({ withResponse: 6, pending: 0 })
            expect(told.trialsPerMinute === null || told.trialsPerMinute > 0).toBe(true)
            expect(
              yield* invoke(
                root,
                server(() => ok)
              )
            ).toMatchObject({ terminalBefore: 6, concluded: 0 })
          })
        )
    )
  }

  it.scoped("M2 a laptop that slept does not use up a trial's time, and a run goes on", () =>
    withWall((set) =>
      Effect.gen(function* () {
        yield* TestClock.setTime(start)
        const root = yield* plannedRun
        const to = server(({ attempt }) => (attempt < 4 ? rateLimited({ "retry-after": "100" }) : ok))
        const fiber = yield* Effect.fork(invoke(root, to, { concurrency: 6 }))
        for (const asleep of [1, 2, 3]) {
          yield* TestClock.adjust("50 seconds")
          set(asleep * 8 * hours)
          yield* TestClock.adjust("60 seconds")
        }
        expect(yield* Fiber.join(fiber)).toMatchObject({ concluded: 6, withResponse: 6 })
      })
    )
  )

  it.scoped("waits for the throttle are not a count's own time (decision 17)", () =>
    Effect.gen(function* () {
      const experiment = toyFamilies(8)
      const root = yield* planned(experiment, "toy")
      const busy = new ApiError({
        httpStatus: 503,
        code: null,
        type: null,
        detail: "busy",
        retryAfter: "0",
        requestId: null,
        ambiguousOutcome: false,
        usage: null,
        exchange: { httpStatus: 503, headers: {}, body: new RawBody(new Uint8Array()) }
      })
      // Eight counts wait for each other, a minute each, and each of them is refused twice: more than ten minutes in all.
      const to = server(() => ok, { count: (index) => (index < 16 ? Effect.fail(busy) : Effect.succeed(10)) })
      const mode = live({ rates: { requestsPerMinute: 1, tokensPerMinute: 10_000_000 } })
      const fiber = yield* Effect.fork(invoke(root, to, { experiment, mode, concurrency: 16 }))
      yield* TestClock.adjust("2 hours")
      expect(yield* Fiber.join(fiber)).toMatchObject({ concluded: 16, pending: 0, stop: null })
    })
  )

  it.scoped("D4 back over midnight: the window of the budget stays, and so does what was used in it", () =>
    withWall((set) =>
      Effect.gen(function* () {
        yield* TestClock.setTime(start)
        const root = yield* plannedRun
        const cap = (localTokenCap: number, maxGenerationCalls = 1000) =>
          live({ limits: { maxGenerationCalls, maxHttpAttempts: 1000, localTokenCap } })
        const first = yield* invoke(
          root,
          server(() => ok),
          { mode: cap(10_000, 2) }
        )
        expect(first).toMatchObject({ concluded: 2 })
        set(-hours)
        // On 1 January a cap of 680 would have room for a block of 660; on 2 January 30 tokens are used already.
        const second = yield* invoke(
          root,
          server(() => ok),
          { mode: cap(680) }
        )
        expect(second).toMatchObject({ concluded: 0, stop: { reason: "token_cap" } })
        expect(second.stop?.advice).toContain("2026-01-02")
        expect(
          yield* invoke(
            root,
            server(() => ok),
            { mode: cap(690), concurrency: 1 }
          )
        ).toMatchObject({ concluded: 2 })
        const windows = ledgerOf(root).flatMap(({ window }) => window ?? [])
        expect(new Set(windows)).toEqual(new Set(["2026-01-02"]))
        expect(eventsOf(root).filter(({ type }) => type === "token_cap")).toMatchObject([
          { window: "2026-01-02", previous: null, cap: 10_000 },
          { window: "2026-01-02", previous: 10_000, cap: 680 },
          { window: "2026-01-02", previous: 680, cap: 690 }
        ])
      })
    )
  )

  it.scoped("D4 a hold of yesterday is still one of yesterday when the clock is set back to it", () =>
    withWall((set) =>
      Effect.gen(function* () {
        yield* TestClock.setTime(start)
        const root = yield* plannedRun
        const two = { maxGenerationCalls: 2, maxHttpAttempts: 1000, localTokenCap: 10_000 }
        yield* invoke(
          root,
          server(() => reset),
          { mode: live({ limits: two }) }
        )
        set(24 * hours)
        const blocked = yield* invoke(
          root,
          server(() => ok)
        )
        expect(blocked.stop?.advice).toContain("--allow-carried-reservations")
        const allowed = live({ limits: two, allowCarriedReservations: true })
        expect(
          yield* invoke(
            root,
            server(() => ok),
            { mode: allowed }
          )
        ).toMatchObject({ concluded: 2 })
        set(-24 * hours)
        const back = yield* invoke(
          root,
          server(() => ok)
        )
        expect(back.stop?.advice).toContain("--allow-carried-reservations")
        expect(back).toMatchObject({ concluded: 0, pending: 2 })
      })
    )
  )
})
