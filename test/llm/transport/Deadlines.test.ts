import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/TestClock"
import * as Deadlines from "../../../src/llm/transport/Deadlines.js"

describe("Deadlines", () => {
  it.scoped("G1 each item expires after its own lifetime, and only if it is still there", () =>
    Effect.gen(function* () {
      const expired: Array<string> = []
      const deadlines = yield* Deadlines.make<string>(1000, (item) => expired.push(item))
      deadlines.add("a")
      yield* TestClock.adjust("400 millis")
      deadlines.add("b")
      deadlines.add("c")
      yield* TestClock.adjust("599 millis")
      expect(expired).toEqual([])
      yield* TestClock.adjust("1 millis")
      expect(expired).toEqual(["a"])
      deadlines.remove("b")
      yield* TestClock.adjust("399 millis")
      expect(expired).toEqual(["a"])
      yield* TestClock.adjust("1 millis")
      expect(expired).toEqual(["a", "c"])
    })
  )

  it.scoped("an item that comes after a long silence still has its whole lifetime", () =>
    Effect.gen(function* () {
      const expired: Array<string> = []
      const deadlines = yield* Deadlines.make<string>(1000, (item) => expired.push(item))
      yield* TestClock.adjust("10500 millis")
      deadlines.add("a")
      yield* TestClock.adjust("999 millis")
      expect(expired).toEqual([])
      yield* TestClock.adjust("1 millis")
      expect(expired).toEqual(["a"])
    })
  )
})
