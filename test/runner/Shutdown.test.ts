import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Shutdown from "../../src/runner/Shutdown.js"

describe("Shutdown", () => {
  it.effect("wakes everybody who waits, once asked; asking again changes nothing", () =>
    Effect.gen(function* () {
      const shutdown = yield* Shutdown.Shutdown
      const waiting = yield* Effect.fork(Effect.all([shutdown.await, shutdown.await], { concurrency: 2 }))
      yield* Effect.yieldNow()
      expect(yield* shutdown.isRequested).toBe(false)
      expect(waiting.unsafePoll()).toBeNull()
      yield* shutdown.request
      yield* shutdown.request
      expect(yield* shutdown.isRequested).toBe(true)
      yield* Fiber.join(waiting)
      yield* shutdown.await
    }).pipe(Effect.provide(Shutdown.layer))
  )

  it.effect("the scripted one says no as often as it was told, then yes for ever", () =>
    Effect.gen(function* () {
      const shutdown = yield* Shutdown.Shutdown
      const seen = yield* Effect.all(Array.from({ length: 4 }, () => shutdown.isRequested))
      expect(seen).toEqual([false, false, true, true])
      yield* shutdown.await
    }).pipe(Effect.provide(Shutdown.layerAfter(2)))
  )
})
