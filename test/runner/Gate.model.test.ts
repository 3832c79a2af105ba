import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import * as TestClock from "effect/TestClock"
import * as TestContext from "effect/TestContext"
import fc from "fast-check"
import * as RunDirectory from "../../src/records/RunDirectory.js"
import * as Gate from "../../src/runner/Gate.js"
import * as Ledger from "../../src/runner/Ledger.js"
import * as StopSign from "../../src/runner/StopSign.js"
import * as Throttle from "../../src/runner/Throttle.js"
import { testDisk } from "../support/liveRuns.js"
import { temporaryFolder } from "../support/runs.js"

const limits: Gate.Limits = { maxGenerationCalls: 6, maxHttpAttempts: 12, localTokenCap: 2000 }

interface Hold {
  readonly id: string
  readonly attempt: number
  readonly window: string
  readonly tokens: number
}

/** What the account must be, kept by plain lists. Calls and attempts start anew with each process; tokens do not. */
interface Model {
  day: number
  serial: number
  attempts: number
  holds: ReadonlyArray<Hold>
  known: Readonly<Record<string, number>>
}

/** The real thing: a gate over a ledger on disk, and how to begin again with the same files. */
interface Real {
  gate: Gate.Gate
  ledger: Ledger.Ledger
  readonly restart: () => Promise<void>
  readonly passDay: () => Promise<void>
  readonly run: <A, E>(effect: Effect.Effect<A, E>) => Promise<Either.Either<A, E>>
}

const windowOf = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10)

const heldOn = (model: Model, window: string): number =>
  model.holds.filter((hold) => hold.window === window).reduce((sum, { tokens }) => sum + tokens, 0)

const agree = (model: Model, { ledger }: Real): void => {
  for (let day = 0; day <= model.day; day += 1) {
    const window = windowOf(day)
    const use = ledger.budget.use(window)
    expect(use).toEqual({ known: model.known[window] ?? 0, held: heldOn(model, window) })
    expect(use.known + use.held).toBeLessThanOrEqual(limits.localTokenCap)
  }
  expect(model.attempts).toBeLessThanOrEqual(limits.maxHttpAttempts)
}

type Command = fc.AsyncCommand<Model, Real>

/** Asks for one generation of `input` counted tokens with an output limit of 100. */
const book = (input: number): Command => ({
  check: () => true,
  toString: () => `book(${input})`,
  run: async (model, real) => {
    const id = `t${model.serial++}`
    const tokens = input + 100 + 256
    const window = windowOf(model.day)
    const fits = (model.known[window] ?? 0) + heldOn(model, window) + tokens <= limits.localTokenCap
    const expected = fits && model.attempts < limits.maxHttpAttempts
    const booked = await real.run(
      real.gate.bookGeneration({
        trialId: id,
        attempt: 1,
        inputTokens: input,
        inputCount: "server",
        maxOutputTokens: 100
      })
    )
    expect(Either.isRight(booked)).toBe(expected)
    if (expected) {
      model.attempts += 1
      model.holds = [...model.holds, { id, attempt: 1, window, tokens }]
    }
    agree(model, real)
  }
})

/** Ends one of the open attempts in one of the three ways; usage is a share of what was reserved. */
const end = (pick: number, how: "settled" | "released" | "unresolved", share: number): Command => ({
  check: (model) => model.holds.length > 0,
  toString: () => `end(${pick}, ${how}, ${share})`,
  run: async (model, real) => {
    const hold = model.holds[pick % model.holds.length]
    if (hold === undefined) return
    const tokens = Math.floor(hold.tokens * share)
    const settlement =
      how === "settled"
        ? ({ type: "settled", tokens } as const)
        : ({ type: how, reason: "so it was drawn" } as const)
    await real.run(real.gate.settle(hold.id, hold.attempt, settlement))
    if (how !== "unresolved") model.holds = model.holds.filter((other) => other !== hold)
    if (how === "settled") {
      model.known = { ...model.known, [hold.window]: (model.known[hold.window] ?? 0) + tokens }
    }
    agree(model, real)
  }
})

/** Sets room aside for a block and lets none of it be used. */
const admitAndDismiss = (size: number): Command => ({
  check: () => true,
  toString: () => `admitAndDismiss(${size})`,
  run: async (model, real) => {
    const needs = Array.from({ length: size }, (_, index) => ({
      trialId: `b${index}`,
      generationCalls: 1,
      tokens: 400
    }))
    const window = windowOf(model.day)
    const free = limits.localTokenCap - (model.known[window] ?? 0) - heldOn(model, window)
    const expected =
      size <= limits.maxGenerationCalls &&
      size <= limits.maxHttpAttempts - model.attempts &&
      size * 400 <= free
    expect(Either.isRight(await real.run(real.gate.admit(needs)))).toBe(expected)
    for (const { trialId } of needs) await real.run(real.gate.dismiss(trialId))
    agree(model, real)
  }
})

const nextDay: Command = {
  check: () => true,
  toString: () => "nextDay",
  run: async (model, real) => {
    await real.passDay()
    model.day += 1
    agree(model, real)
  }
}

/** A new process with the same files: its account must be the one that the old process had. */
const restart: Command = {
  check: () => true,
  toString: () => "restart",
  run: async (model, real) => {
    await real.restart()
    model.attempts = 0
    agree(model, real)
  }
}

const commands = [
  fc.integer({ min: 1, max: 900 }).map(book),
  fc
    .tuple(
      fc.nat(),
      fc.constantFrom("settled" as const, "released" as const, "unresolved" as const),
      fc.double({ min: 0, max: 1, noNaN: true })
    )
    .map(([pick, how, share]) => end(pick, how, share)),
  fc.integer({ min: 1, max: 7 }).map(admitAndDismiss),
  fc.constant(nextDay),
  fc.constant(restart)
]

describe("the gate and its ledger", () => {
  it("keep the books that plain lists keep, through any order of bookings, ends, days and restarts", async () => {
    await fc.assert(
      fc.asyncProperty(fc.commands(commands, { maxCommands: 40 }), (sequence) =>
        Effect.gen(function* () {
          const root = yield* temporaryFolder
          const runtime = yield* Effect.runtime<never>()
          const { runPromise } = yield* Effect.promise(() => import("effect/Runtime"))
          const services = Layer.merge(testDisk(), RunDirectory.layer(root))
          const begin = Effect.gen(function* () {
            const scope = yield* Scope.make()
            const clock = yield* Effect.clock
            const ledger = yield* Ledger.open("durable", clock.unsafeCurrentTimeMillis()).pipe(
              Scope.extend(scope),
              Effect.provide(services)
            )
            const throttle = yield* Throttle.make({
              requestsPerMinute: 1_000_000,
              tokensPerMinute: 1_000_000_000
            })
            const gate = Gate.make(ledger, throttle, limits, yield* StopSign.make)
            return { gate, ledger, close: Scope.close(scope, Exit.void) }
          })
          let now = yield* begin
          const real: Real = {
            gate: now.gate,
            ledger: now.ledger,
            run: (effect) => runPromise(runtime)(Effect.either(effect)),
            passDay: () => runPromise(runtime)(TestClock.adjust("1 day")),
            restart: async () => {
              await runPromise(runtime)(now.close)
              now = await runPromise(runtime)(begin)
              real.gate = now.gate
              real.ledger = now.ledger
            }
          }
          const model: Model = { day: 0, serial: 0, attempts: 0, holds: [], known: {} }
          yield* Effect.promise(() => fc.asyncModelRun(() => ({ model, real }), sequence))
          yield* now.close
        }).pipe(Effect.scoped, Effect.provide(TestContext.TestContext), Effect.runPromise)
      ),
      { numRuns: 60 }
    )
  })
})
