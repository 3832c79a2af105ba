import { describe, expect, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Ref from "effect/Ref"
import * as TestClock from "effect/TestClock"
import * as TestContext from "effect/TestContext"
import fc from "fast-check"
import * as Throttle from "../../src/runner/Throttle.js"

/** How a request may get its turn: as in a queue, and as the gate does, at once where nobody waits. */
const ways: Readonly<Record<string, (throttle: Throttle.Throttle) => Throttle.Throttle["acquire"]>> = {
  "waiting in any case": ({ acquire }) => acquire,
  "waiting only where need be":
    ({ acquire, acquireNow }) =>
    (tokens) =>
      Effect.flatMap(acquireNow(tokens), (now) => (now ? Effect.void : acquire(tokens)))
}

const startedAt = (acquire: Throttle.Throttle["acquire"], costs: ReadonlyArray<number>) =>
  Effect.gen(function* () {
    const sent = yield* Ref.make<ReadonlyArray<{ at: number; tokens: number }>>([])
    const fiber = yield* Effect.fork(
      Effect.forEach(
        costs,
        (tokens) =>
          Effect.zipRight(
            acquire(tokens),
            Effect.flatMap(Clock.currentTimeMillis, (at) =>
              Ref.update(sent, (all) => [...all, { at, tokens }])
            )
          ),
        { concurrency: "unbounded", discard: true }
      )
    )
    return { sent: Ref.get(sent), fiber }
  })

describe.each(Object.keys(ways))("Throttle, %s", (way) => {
  const make = (...settings: Parameters<typeof Throttle.make>) =>
    Effect.map(Throttle.make(...settings), (throttle) => (ways[way] ?? ((other) => other.acquire))(throttle))

  it.effect("lets a minute's worth through at once and the rest when the first are a minute old", () =>
    Effect.gen(function* () {
      const acquire = yield* make({ requestsPerMinute: 3, tokensPerMinute: 1000 })
      const { sent, fiber } = yield* startedAt(acquire, [1, 1, 1, 1, 1])
      yield* TestClock.adjust("59999 millis")
      expect((yield* sent).map(({ at }) => at)).toEqual([0, 0, 0])
      yield* TestClock.adjust("1 millis")
      expect((yield* sent).map(({ at }) => at)).toEqual([0, 0, 0, 60_000, 60_000])
      yield* Fiber.join(fiber)
    })
  )

  it.effect("a large request waits for enough tokens and is not overtaken for ever by small ones", () =>
    Effect.gen(function* () {
      const acquire = yield* make({ requestsPerMinute: 100, tokensPerMinute: 100 })
      const { sent, fiber } = yield* startedAt(acquire, [60, 90, 10, 10])
      yield* TestClock.adjust("10 minutes")
      yield* Fiber.join(fiber)
      expect(yield* sent).toEqual([
        { at: 0, tokens: 60 },
        { at: 60_000, tokens: 90 },
        { at: 60_000, tokens: 10 },
        { at: 120_000, tokens: 10 }
      ])
    })
  )

  it.effect("refuses at once what no minute can hold", () =>
    Effect.gen(function* () {
      const acquire = yield* make({ requestsPerMinute: 1, tokensPerMinute: 100 })
      const error = yield* Effect.flip(acquire(101))
      expect(error.message).toContain("101")
    })
  )

  it.effect("counts the sends of an earlier process", () =>
    Effect.gen(function* () {
      const acquire = yield* make({ requestsPerMinute: 1, tokensPerMinute: 100 }, [
        { ageMs: 45_000, tokens: 10 },
        { ageMs: 70_000, tokens: 10 }
      ])
      const { sent, fiber } = yield* startedAt(acquire, [5])
      yield* TestClock.adjust("1 minute")
      yield* Fiber.join(fiber)
      expect((yield* sent).map(({ at }) => at)).toEqual([15_000])
    })
  )

  it.effect("an interrupted wait counts nothing and lets the next one in", () =>
    Effect.gen(function* () {
      const acquire = yield* make({ requestsPerMinute: 1, tokensPerMinute: 100 })
      yield* acquire(1)
      const waiting = yield* Effect.fork(acquire(1))
      yield* TestClock.adjust("30 seconds")
      yield* Fiber.interrupt(waiting)
      const { sent, fiber } = yield* startedAt(acquire, [1])
      yield* TestClock.adjust("30 seconds")
      yield* Fiber.join(fiber)
      expect((yield* sent).map(({ at }) => at)).toEqual([60_000])
    })
  )

  it("both rates hold in every rolling minute, whatever is asked when", async () => {
    const request = fc.record({ pauseMs: fc.nat(40_000), tokens: fc.integer({ min: 1, max: 50 }) })
    await fc.assert(
      fc.asyncProperty(
        fc.array(request, { minLength: 1, maxLength: 25 }),
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 50, max: 120 }),
        (requests, requestsPerMinute, tokensPerMinute) =>
          Effect.gen(function* () {
            const acquire = yield* make({ requestsPerMinute, tokensPerMinute })
            const sent: Array<{ at: number; tokens: number }> = []
            const fibers = []
            for (const { pauseMs, tokens } of requests) {
              yield* TestClock.adjust(pauseMs)
              const send = Effect.map(Clock.currentTimeMillis, (at) => sent.push({ at, tokens }))
              fibers.push(yield* Effect.fork(Effect.zipRight(acquire(tokens), send)))
            }
            yield* TestClock.adjust("1 hour")
            yield* Fiber.joinAll(fibers)
            expect(sent).toHaveLength(requests.length)
            for (const { at } of sent) {
              const window = sent.filter((other) => other.at >= at && other.at < at + 60_000)
              expect(window.length).toBeLessThanOrEqual(requestsPerMinute)
              expect(window.reduce((sum, { tokens }) => sum + tokens, 0)).toBeLessThanOrEqual(tokensPerMinute)
            }
          }).pipe(Effect.provide(TestContext.TestContext), Effect.runPromise)
      ),
      { numRuns: 25 }
    )
  })
})
