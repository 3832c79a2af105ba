/**
 * A property-based test of one's own stage: whatever a server does, the composed stage ends, no trial is asked more than four times, and what was
 * answered is graded. The script is the server, and the test clock lets minutes of waiting pass at once.
 */
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/TestClock"
import * as TestContext from "effect/TestContext"
import fc from "fast-check"
import { plan, RunDirectory, RunLock, run, Shutdown, Stage, score } from "syntax-locality-icl"
import { diskWithoutSync, ScriptedClient, ScriptedTransport } from "syntax-locality-icl/testing"
import { brackets } from "./brackets.js"

const body = (text: string): string =>
  JSON.stringify({
    id: "resp_1",
    status: "completed",
    model: "scripted",
    output: [{ type: "message", role: "assistant", content: [{ type: "output_text", text }] }],
    usage: { input_tokens: 30, output_tokens: 5, total_tokens: 35 }
  })

/** What a server may do with a request. Token counts, which come first for each trial, are never disturbed here. */
const step: fc.Arbitrary<ScriptedTransport.ScriptedStep> = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ httpStatus: 200, body: body("1") }) },
  { weight: 1, arbitrary: fc.constant({ httpStatus: 503, body: "{}" }) },
  { weight: 1, arbitrary: fc.constant({ httpStatus: 429, headers: { "retry-after": "20" }, body: "{}" }) },
  { weight: 1, arbitrary: fc.constant({ stage: "connect" as const, code: "ECONNREFUSED" }) }
)

/** Twelve trials, live, one after the other, and their scores. */
const asked = Stage.andThen(
  Stage.andThen(
    plan(brackets, {
      preset: "smoke",
      phase: "p0",
      configPath: null,
      model: null,
      replicates: null,
      baseUrl: "https://scripted.invalid/v1"
    }),
    run(brackets, {
      mode: {
        type: "live",
        protocolHash: null,
        limits: { maxGenerationCalls: 12, maxHttpAttempts: 100, localTokenCap: 1_000_000 },
        rates: { requestsPerMinute: 1000, tokensPerMinute: 1_000_000 },
        softBudget: true,
        allowCarriedReservations: false,
        retry500: false,
        retryAmbiguous: false
      },
      concurrency: 1
    })
  ),
  score(brackets)
)

/** Lets time pass until the fiber has ended. */
const passTime = <A, E>(fiber: Fiber.RuntimeFiber<A, E>): Effect.Effect<Exit.Exit<A, E>> =>
  Effect.gen(function* () {
    for (;;) {
      const exit = yield* Fiber.poll(fiber)
      if (exit._tag === "Some") return exit.value
      yield* TestClock.adjust("10 seconds")
    }
  })

it("a run ends, and nothing is asked more than four times, whatever the server does", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 48, maxLength: 48 }), async (script) => {
      const folder = fs.mkdtempSync(path.join(os.tmpdir(), "brackets-"))
      const services = Layer.mergeAll(
        diskWithoutSync,
        RunDirectory.layer(path.join(folder, "run")),
        RunLock.processesLayer,
        Shutdown.layer,
        // No count endpoint: estimates, as the soft budget allows.
        ScriptedClient.layer([{ httpStatus: 404, body: "{}" }, ...script])
      )
      const program = Effect.gen(function* () {
        const exit = yield* Effect.flatMap(Effect.fork(asked.run), passTime)
        const { requests } = yield* ScriptedTransport.ScriptedTransport
        return { exit, sent: (yield* requests).length }
      })
      const { exit, sent } = await Effect.runPromise(
        program.pipe(Effect.provide(services), Effect.provide(TestContext.TestContext))
      )
      fs.rmSync(folder, { recursive: true, force: true })
      expect(Exit.isSuccess(exit)).toBe(true)
      if (!Exit.isSuccess(exit)) return
      const { outcomes, planned } = exit.value
      const counted = Object.values(outcomes).reduce((total, count) => total + count, 0)
      expect(counted).toBe(planned)
      expect(sent).toBeLessThanOrEqual(1 + 4 * planned)
    }),
    { numRuns: 10 }
  )
})
