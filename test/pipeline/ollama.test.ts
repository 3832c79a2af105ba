import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { layer as liveClient } from "../../src/llm/LiveClient.js"
import { measured } from "../../src/llm/MeasuredClient.js"
import * as SimulatedClient from "../../src/llm/simulated/SimulatedClient.js"
import type { SimulatedModel } from "../../src/llm/simulated/SimulatedModel.js"
import { audit } from "../../src/pipeline/audit.js"
import { plan } from "../../src/pipeline/plan.js"
import { report } from "../../src/pipeline/report.js"
import { type RunOptions, run } from "../../src/pipeline/run.js"
import { score } from "../../src/pipeline/score.js"
import { verify } from "../../src/pipeline/verify.js"
import { makeProvider } from "../../src/provider/Provider.js"
import * as Shutdown from "../../src/runner/Shutdown.js"
import { runServices, temporaryFolder } from "../support/runs.js"
import { toyExperiment } from "../support/toyExperiment.js"

const toy = toyExperiment()

/** Adds what it is asked to add, in either notation. */
const adder: SimulatedModel = {
  profile: "adder",
  reply: ({ input }) => {
    const terms = (input[0]?.content ?? "").split(" + ")
    const sum = terms.reduce((total, term) => total + (Number(term) || term.length), 0)
    return { type: "answer", text: String(sum), reasoningTokens: 3 }
  }
}

const planned = (baseUrl: string) =>
  plan(toy, {
    preset: "toy",
    phase: "p0",
    configPath: null,
    model: null,
    replicates: null,
    protocol: "ollama",
    baseUrl
  }).run

const judged = Effect.gen(function* () {
  const { outcomes } = yield* score(toy).run
  yield* report(toy).run
  const { checks } = yield* verify(toy).run
  expect(checks.filter(({ passed }) => !passed)).toEqual([])
  return outcomes
})

const live: RunOptions["mode"] = {
  type: "live",
  protocolHash: null,
  limits: { maxGenerationCalls: 20, maxHttpAttempts: 40, localTokenCap: 100_000 },
  rates: { requestsPerMinute: 10_000, tokensPerMinute: 10_000_000 },
  softBudget: false,
  allowCarriedReservations: false,
  retry500: false,
  retryAmbiguous: false
}

describe("a run over Ollama's protocol", () => {
  it.scopedLive(
    "live: nobody is asked to count, no soft budget is needed, and a stranger finds nothing wrong",
    () =>
      Effect.gen(function* () {
        const { baseUrl, log } = yield* makeProvider({ protocol: "ollama", model: adder, seed: 1n })
        const root = path.join(yield* temporaryFolder, "run")
        const read = (name: string) => JSON.parse(fs.readFileSync(name, "utf8"))
        const summary = yield* Effect.gen(function* () {
          yield* planned(baseUrl)
          yield* audit(toy).run
          const ran = yield* run(toy, { mode: live, concurrency: 1 }).run.pipe(
            Effect.provide(liveClient({ baseUrl, protocol: "ollama", truncation: "disabled" })),
            Effect.provide(Shutdown.layer)
          )
          expect(yield* judged).toEqual({ correct: 6 })
          return ran
        }).pipe(Effect.provide(runServices(root)))
        expect(summary).toMatchObject({ concluded: 6, stop: null, spending: { inAll: { reserved: 0 } } })

        const trials = fs.readdirSync(path.join(root, "trials"))
        const counts = trials.map((id) => read(path.join(root, "trials", id, "token-count.json")).source)
        expect(counts).toEqual(Array(6).fill("estimate"))
        const headers = trials.map(
          (id) => read(path.join(root, "trials", id, "attempt-001-meta.json")).reply.headers
        )
        expect(headers.every((saved) => measured.wall in saved && measured.firstContent in saved)).toBe(true)
        // One model is loaded once, by the first question.
        expect(headers.filter((saved) => measured.warmUp in saved)).toHaveLength(1)
        const received = log.filter(({ event }) => event === "received")
        expect(received).toHaveLength(1 + 6)
      }),
    30_000
  )

  it.scopedLive(
    "live: a reply that used far more tokens than anybody estimated stops nothing, since nobody is billed",
    () =>
      Effect.gen(function* () {
        const wordy: SimulatedModel = {
          profile: "wordy",
          reply: () => ({ type: "answer", text: "7", reasoningTokens: 1_000_000 })
        }
        const { baseUrl } = yield* makeProvider({ protocol: "ollama", model: wordy, seed: 1n })
        const root = path.join(yield* temporaryFolder, "run")
        const uncapped = { ...live, limits: { ...live.limits, localTokenCap: Number.MAX_SAFE_INTEGER } }
        yield* Effect.gen(function* () {
          yield* planned(baseUrl)
          const ran = yield* run(toy, { mode: uncapped, concurrency: 1 }).run.pipe(
            Effect.provide(liveClient({ baseUrl, protocol: "ollama", truncation: "disabled" })),
            Effect.provide(Shutdown.layer)
          )
          expect(ran).toMatchObject({ concluded: 6, stop: null })
          expect(ran.spending?.inAll.tokens).toBeGreaterThan(6_000_000)
        }).pipe(Effect.provide(runServices(root)))
      })
  )

  it.scoped("simulated: the same, without a network", () =>
    Effect.gen(function* () {
      const root = path.join(yield* temporaryFolder, "run")
      yield* Effect.gen(function* () {
        yield* planned("http://127.0.0.1:11434")
        yield* run(toy, {
          mode: { type: "mock", profile: "adder", seed: "1", maxGenerationCalls: null },
          concurrency: 2
        }).run.pipe(Effect.provide(SimulatedClient.layer(adder, 1)), Effect.provide(Shutdown.layer))
        expect(yield* judged).toEqual({ correct: 6 })
      }).pipe(Effect.provide(runServices(root)))
    })
  )
})
