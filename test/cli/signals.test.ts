import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Ref from "effect/Ref"
import * as TestClock from "effect/TestClock"
import { onSignal } from "../../src/cli/signals.js"
import * as Shutdown from "../../src/runner/Shutdown.js"

const scene = Effect.gen(function* () {
  const shutdown = yield* Shutdown.make
  const givenUp = yield* Ref.make(0)
  const signal = yield* onSignal(
    shutdown,
    Ref.update(givenUp, (n) => n + 1)
  )
  return { shutdown, givenUp, signal }
})

describe("F1 signals", () => {
  it.effect("the first asks for a stop, the second gives up at once", () =>
    Effect.gen(function* () {
      const { givenUp, shutdown, signal } = yield* scene
      expect(yield* shutdown.isRequested).toBe(false)
      yield* signal
      expect(yield* shutdown.isRequested).toBe(true)
      expect(yield* Ref.get(givenUp)).toBe(0)
      yield* TestClock.adjust("1 second")
      yield* signal
      expect(yield* Ref.get(givenUp)).toBe(1)
    })
  )

  it.effect("a Ctrl-C that arrives twice, from the terminal and from npm, is one", () =>
    Effect.gen(function* () {
      const { givenUp, signal } = yield* scene
      yield* signal
      yield* TestClock.adjust("30 millis")
      yield* signal
      expect(yield* Ref.get(givenUp)).toBe(0)
      yield* TestClock.adjust("300 millis")
      yield* signal
      expect(yield* Ref.get(givenUp)).toBe(1)
    })
  )
})
