import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Random from "effect/Random"
import * as TestClock from "effect/TestClock"
import {
  invoke,
  ledgerOf,
  live,
  ok,
  plannedRun,
  rateLimited,
  type Server,
  server
} from "../support/liveRuns.js"

const now = Date.UTC(2026, 7, 27, 11, 10, 53, 200)

/** Runs an invocation from `now` on, for so many minutes, with every jitter drawn in the middle. */
const elapse = (root: string, to: Server, minutes: number, options: Parameters<typeof invoke>[2] = {}) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(now)
    const fiber = yield* Effect.fork(invoke(root, to, { concurrency: 1, ...options }))
    for (let minute = 0; minute < minutes; minute += 1) yield* TestClock.adjust("1 minute")
    return yield* Fiber.join(fiber)
  }).pipe(Effect.withRandom(Random.fixed([0.5])))

/** Milliseconds between the sends of the first trial that was sent. */
const gaps = ({ sent }: Server): ReadonlyArray<number> => {
  const [first] = sent.filter(({ kind }) => kind === "generate")
  const mine = sent.filter(({ kind, trialId }) => kind === "generate" && trialId === first?.trialId)
  return mine.slice(1).map(({ at }, index) => at - (mine[index]?.at ?? 0))
}

/** A server that says no once, with this header, and yes from then on. */
const onceLimited = (headers: Record<string, string>) =>
  server(({ attempt }) => (attempt === 1 ? rateLimited(headers) : ok))

describe("Retry-After in a run", () => {
  it.scoped.each([
    ["B2 a date", { "retry-after": "Thu, 27 Aug 2026 11:12:53 GMT" }, 119_800],
    ["B2 seconds", { "retry-after": "17" }, 17_000],
    ["B2 a word", { "retry-after": "soon" }, 500],
    ["B2 an impossible day", { "retry-after": "Mon, 31 Feb 2026 11:12:53 GMT" }, 500],
    ["B5 a day of the month is no number of seconds", { "retry-after": "27 Aug 2026 11:12:53 GMT" }, 500],
    ["B5 a negative number", { "retry-after": "-3" }, 500],
    ["B5 a fraction", { "retry-after": "1.5" }, 500],
    ["B7 nothing", { "retry-after": "0" }, 0],
    ["B7 a date that has passed", { "retry-after": "Wed, 26 Aug 2026 11:12:53 GMT" }, 0],
    ["B7 milliseconds in a header that is no standard", { "retry-after-ms": "9000" }, 500],
    ["B7 both headers", { "retry-after": "2", "retry-after-ms": "9000" }, 2000],
    ["no header", {}, 500]
  ] as const)("%s", ([, headers, wait]) =>
    Effect.gen(function* () {
      const to = onceLimited(headers)
      const root = yield* plannedRun
      expect(yield* elapse(root, to, 3)).toMatchObject({ concluded: 6, withResponse: 6, pending: 0 })
      expect(gaps(to)).toEqual([wait])
    })
  )

  it.scoped.each(["9999999999", "Sat, 26 Sep 2026 11:10:53 GMT", "601"])(
    "B3 %s is longer than a trial may take: no sleep, no other request, and the trial stays",
    (header) =>
      Effect.gen(function* () {
        const to = server(() => rateLimited({ "retry-after": header }))
        const root = yield* plannedRun
        yield* TestClock.setTime(now)
        // The clock stands still, so a sleep of any length would hang here.
        const summary = yield* invoke(root, to, { concurrency: 1 })
        expect(summary).toMatchObject({ concluded: 0, pending: 6, stop: { reason: "retry_after" } })
        expect(to.sent.filter(({ kind }) => kind === "generate")).toHaveLength(1)
      })
  )

  it.scoped("B7 no wait is still one through the rate limit, and four attempts are all there are", () =>
    Effect.gen(function* () {
      const to = server(() => rateLimited({ "retry-after": "0" }))
      const root = yield* plannedRun
      const rates = { requestsPerMinute: 2, tokensPerMinute: 10_000_000 }
      const summary = yield* elapse(root, to, 60, { mode: live({ rates }) })
      expect(summary.stop?.reason).toBe("outage")
      const times = to.sent.map(({ at }) => at)
      for (const time of times) {
        expect(times.filter((other) => other >= time && other < time + 60_000).length).toBeLessThanOrEqual(2)
      }
      const attempts = to.sent.filter(({ kind }) => kind === "generate").map(({ attempt }) => attempt)
      expect(attempts).toEqual(Array(5).fill([1, 2, 3, 4]).flat())
      expect(ledgerOf(root).filter(({ type }) => type === "reserved")).toHaveLength(20)
    })
  )
})
