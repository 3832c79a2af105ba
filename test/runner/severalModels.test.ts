import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/TestClock"
import type { Experiment } from "../../src/pipeline/Experiment.js"
import { invoke, live, ok, planned, type Reply, refused, server, terminalsOf } from "../support/liveRuns.js"
import { toyFamilies } from "../support/toyFamilies.js"

/** Each prompt, of one style or of both, goes to two models, one after the other: first all of `a`, then all of `b`. */
const twoModels = (families: number, styles: ReadonlyArray<string> = ["roman"]): Experiment => {
  const toy = toyFamilies(families)
  return {
    ...toy,
    derive: (protocol) =>
      Either.map(toy.derive(protocol), (plan) => {
        const cases = [...plan.cases].filter(({ factors }) => styles.includes(String(factors["style"])))
        return {
          ...plan,
          order: "as_planned" as const,
          cases: ["a", "b"].flatMap((model) =>
            cases.map((planned) => ({
              ...planned,
              caseId: `${planned.caseId}/${model}`,
              block: `${planned.block}/${model}`,
              factors: { ...planned.factors, model },
              request: { ...planned.request, model }
            }))
          )
        }
      })
  }
}

const cap: Reply = {
  status: 429,
  body: JSON.stringify({
    error: {
      type: "subscription_cap",
      code: "five_hour",
      message: "You have hit your limit, resets at 15:00"
    }
  })
}

/** The models that generations were sent to, in order. */
const modelsOf = (sent: ReadonlyArray<{ readonly kind: string; readonly model: string }>): string =>
  sent.flatMap(({ kind, model }) => (kind === "generate" ? [model] : [])).join("")

describe("a run of several models", () => {
  it.scoped("sends in the planned order where the plan says so", () =>
    Effect.gen(function* () {
      const experiment = twoModels(3)
      const to = server(() => ok)
      const root = yield* planned(experiment, "toy")
      yield* invoke(root, to, { experiment, concurrency: 1 })
      expect(modelsOf(to.sent)).toBe("aaabbb")
    })
  )

  it.scoped("sets nothing aside any more for a model that is stopped", () =>
    Effect.gen(function* () {
      const experiment = twoModels(1, ["roman", "arabic"])
      const root = yield* planned(experiment, "toy")
      // Two counts and one send for `a`, whose second trial is not sent; two and two for `b`: there is room for no more.
      const limits = { maxGenerationCalls: 1000, maxHttpAttempts: 7, localTokenCap: 1_000_000 }
      const to = server((_, index) => (index === 0 ? cap : ok))
      const summary = yield* invoke(root, to, { experiment, concurrency: 1, mode: live({ limits }) })
      expect(modelsOf(to.sent)).toBe("abb")
      expect(summary).toMatchObject({ concluded: 2, pending: 2, stop: { reason: "model_stopped" } })
    })
  )

  it.scoped("whose subscription is used up goes on with the others, and resumes where it stopped", () =>
    Effect.gen(function* () {
      const experiment = twoModels(3)
      const root = yield* planned(experiment, "toy")
      const capped = server((_, index) => (index === 1 ? cap : ok))
      const summary = yield* invoke(root, capped, { experiment, concurrency: 1 })
      expect(modelsOf(capped.sent)).toBe("aabbb")
      expect(summary).toMatchObject({ concluded: 4, pending: 2, stop: { reason: "model_stopped" } })
      expect(summary.stop?.advice).toContain("a: ")
      expect(summary.stop?.advice).toContain("resets at 15:00")

      const later = server(() => ok)
      const resumed = yield* invoke(root, later, { experiment, concurrency: 1 })
      expect(modelsOf(later.sent)).toBe("aa")
      expect(resumed).toMatchObject({ pending: 0, stop: null })
      // The attempt that met the cap is no attempt of the trial's four, and is on record.
      expect(
        Object.values(terminalsOf(root))
          .map(({ attempts }) => attempts)
          .sort()
      ).toEqual([1, 1, 1, 1, 1, 2])
    })
  )

  it.scoped("one of which cannot be reached goes on with the other", () =>
    Effect.gen(function* () {
      const experiment = twoModels(7)
      const root = yield* planned(experiment, "toy")
      const to = server(({ model }) => (model === "a" ? refused : ok))
      const running = yield* Effect.fork(invoke(root, to, { experiment, concurrency: 1 }))
      yield* TestClock.adjust("3 hours")
      const summary = yield* Fiber.join(running)
      expect(summary).toMatchObject({
        concluded: 7,
        withResponse: 7,
        pending: 7,
        stop: { reason: "model_stopped" }
      })
      expect(summary.stop?.advice).toContain("a: 5 trials in a row")
    })
  )

  it.scoped("ends after its minutes, and lets what is under way finish", () =>
    Effect.gen(function* () {
      const experiment = twoModels(3)
      const root = yield* planned(experiment, "toy")
      const to = server(() => ok, { delayMs: 50_000 })
      const running = yield* Effect.fork(
        invoke(root, to, { experiment, concurrency: 1, mode: live({ maxMinutes: 2 }) })
      )
      yield* TestClock.adjust("10 minutes")
      // At 120 s the third is under way.
      expect(yield* Fiber.join(running)).toMatchObject({
        concluded: 3,
        pending: 3,
        stop: { reason: "time_limit", advice: "--max-minutes 2 are over; resume to go on" }
      })
    })
  )
})
