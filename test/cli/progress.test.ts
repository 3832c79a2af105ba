import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/TestClock"
import { lineOf, type Screen, withProgress } from "../../src/cli/progress.js"
import { Progress } from "../../src/runner/Progress.js"

const screenOf = (isTerminal: boolean, columns = 80): Screen & { readonly written: Array<string> } => {
  const written: Array<string> = []
  return { isTerminal, columns, written, write: (text) => void written.push(text) }
}

/** Work of ten steps, one a second. */
const tenSteps = Effect.gen(function* () {
  const progress = yield* Progress
  for (let done = 1; done <= 10; done++) {
    yield* TestClock.adjust("1 second")
    progress.tell({
      stage: "run",
      done,
      total: 100,
      notes: () => ["5 tokens used and 7 reserved of 100", "1 retries"]
    })
  }
  return "done"
})

describe("progress", () => {
  it.effect("is a plain line every five seconds in a pipe, without a character that steers", () =>
    Effect.gen(function* () {
      const screen = screenOf(false)
      expect(yield* withProgress(screen)(tenSteps)).toBe("done")
      expect(screen.written).toEqual([
        "run 5/100 5%, 1.0/s, 2 min left; 5 tokens used and 7 reserved of 100; 1 retries\n",
        "run 10/100 10%, 1.0/s, 2 min left; 5 tokens used and 7 reserved of 100; 1 retries\n"
      ])
    })
  )

  it.effect("is one line of a terminal, never wider than it, and gone at the end, also of a failure", () =>
    Effect.gen(function* () {
      const screen = screenOf(true, 40)
      const error = yield* Effect.flip(withProgress(screen)(Effect.zipRight(tenSteps, Effect.fail("broken"))))
      expect(error).toBe("broken")
      expect(screen.written).toHaveLength(11)
      for (const text of screen.written) {
        expect(text.startsWith("\r\u001b[2K")).toBe(true)
        expect(text.slice(5).length).toBeLessThan(40)
        expect(text).not.toContain("\n")
      }
      expect(screen.written.at(-1)).toBe("\r\u001b[2K")
    })
  )

  it.effect("writes nothing for work that is over at once, and nothing where nobody listens", () =>
    Effect.gen(function* () {
      const screen = screenOf(true)
      const quick = Effect.map(Progress, (progress) => progress.tell({ stage: "a", done: 1, total: 2 }))
      yield* withProgress(screen)(quick)
      expect(screen.written).toEqual([])
      yield* quick
    })
  )

  it("counts the rate and the time left from this start, not from what was there before", () => {
    expect(lineOf({ stage: "run", done: 60, total: 120 }, 10, 5000)).toBe("run 60/120 50%, 2.0/s, 30 s left")
    expect(lineOf({ stage: "run", done: 60, total: 20_000 }, 10, 5000)).toBe(
      "run 60/20000 0%, 2.0/s, 2 h 47 min left"
    )
    expect(lineOf({ stage: "requests", done: 500, total: null }, 500, 1000)).toBe("requests 500, 500/s")
    expect(lineOf({ stage: "run", done: 0, total: 0 }, 0, 0)).toBe("run 0/0 100%")
  })
})
