import { LLMock } from "@copilotkit/aimock"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { LlmClient } from "../../src/llm/LlmClient.js"
import type { Experiment } from "../../src/pipeline/Experiment.js"
import { score } from "../../src/pipeline/score.js"
import { account, invoke, ledgerOf, live, plannedRun, terminalsOf } from "../support/liveRuns.js"
import { realClient } from "../support/realClient.js"
import { runServices } from "../support/runs.js"
import { toyExperiment } from "../support/toyExperiment.js"
import { request } from "./clientContract.js"

/** A published stand-in for the Responses API, which knows nothing of this project. It answers every sum with 2. */
const mock = Effect.acquireRelease(
  Effect.promise(async () => {
    const server = new LLMock({ port: 0 })
    server.on(
      { predicate: () => true },
      { content: "2", reasoning: "one and one", usage: { input_tokens: 10, output_tokens: 5 } }
    )
    await server.start()
    return server
  }),
  (server) => Effect.promise(() => server.stop())
)

const clientOf = (server: LLMock, attemptTimeoutMs = 10_000) =>
  realClient(`${server.url}/v1`, { attemptTimeoutMs })

/** It does not count tokens, so every run here has a soft budget. */
const soft = live({ softBudget: true })

const toy: Experiment = toyExperiment()

/** Generations that reached the server. What it refuses on its way in does not always stand in its journal. */
const generations = (server: LLMock): number =>
  server.getRequests().filter(({ path }) => path === "/v1/responses").length

describe("a server that none of us wrote", () => {
  it.scopedLive("is read by the same codec", () =>
    Effect.gen(function* () {
      const server = yield* mock
      const response = yield* Effect.flatMap(LlmClient, (llm) => llm.generate(request, "responses")).pipe(
        Effect.provide(clientOf(server))
      )
      expect(response).toMatchObject({
        status: "completed",
        text: "2",
        returnedModel: request.model,
        refusals: [],
        notes: [],
        unknownParts: [],
        usage: { inputTokens: 10, outputTokens: 5, totalTokens: 15, reasoningTokens: null }
      })
      expect(response.requestId).toMatch(/^req-/)
      const [received] = server.getRequests()
      expect(received?.body).toMatchObject({ model: request.model, max_tokens: 8192, stream: false })
    })
  )

  it.scopedLive("runs a plan to its end, with estimates where it does not count", () =>
    Effect.gen(function* () {
      const server = yield* mock
      const root = yield* plannedRun
      const strict = yield* invoke(root, { layer: clientOf(server) })
      expect(strict).toMatchObject({ concluded: 0, stop: { reason: "count_unavailable" } })
      expect(generations(server)).toBe(0)
      const summary = yield* invoke(root, { layer: clientOf(server) }, { mode: soft })
      expect(summary).toMatchObject({ concluded: 6, withResponse: 6, pending: 0, stop: null })
      expect(generations(server)).toBe(6)
      expect(account(root)).toEqual({ known: 90, held: 0 })
      const scored = yield* score(toy).run.pipe(Effect.provide(runServices(root)))
      // Two of the six sums are 1 + 1, once in Roman and once in Arabic digits.
      expect(scored.outcomes).toEqual({ correct: 2, wrong_answer: 4 })
    })
  )

  it.scopedLive(
    "a body that is no JSON under HTTP 200 is an end, paid for perhaps, and not asked for again",
    () =>
      Effect.gen(function* () {
        const server = yield* mock
        const root = yield* plannedRun
        server.setChaos({ malformedRate: 1 })
        const summary = yield* invoke(
          root,
          { layer: clientOf(server) },
          { mode: live({ softBudget: true, limits: twoTrials }) }
        )
        expect(summary).toMatchObject({ concluded: 2, withResponse: 0, pending: 4 })
        expect(generations(server)).toBe(2)
        expect(conclusions(root)).toEqual(["decode_failure", "decode_failure"])
        expect(account(root).held).toBe(heldBy(root))
      })
  )

  it.scopedLive("a connection that it cuts leaves the outcome unknown, and the trial is not sent again", () =>
    Effect.gen(function* () {
      const server = yield* mock
      const root = yield* plannedRun
      server.setChaos({ disconnectRate: 1 })
      const limited = { mode: live({ softBudget: true, limits: twoTrials }) }
      expect(yield* invoke(root, { layer: clientOf(server) }, limited)).toMatchObject({ concluded: 2 })
      expect(conclusions(root)).toEqual(["ambiguous_outcome", "ambiguous_outcome"])
      const held = account(root).held
      expect(held).toBe(heldBy(root))

      server.clearChaos()
      const before = generations(server)
      const rest = yield* invoke(root, { layer: clientOf(server) }, { mode: soft })
      expect(rest).toMatchObject({ concluded: 4, withResponse: 4, pending: 0 })
      expect(generations(server) - before).toBe(4)
      expect(account(root)).toEqual({ known: 4 * 15, held })
    })
  )

  it.scopedLive("its 500 is final here and is repeated where that was asked for", () =>
    Effect.gen(function* () {
      const server = yield* mock
      const root = yield* plannedRun
      server.setChaos({ dropRate: 1 })
      const limited = live({ softBudget: true, limits: twoTrials })
      expect(yield* invoke(root, { layer: clientOf(server) }, { mode: limited })).toMatchObject({
        concluded: 2
      })
      expect(conclusions(root)).toEqual(["api_rejected", "api_rejected"])
      expect(generations(server)).toBe(2)

      const other = yield* plannedRun
      server.clearChaos()
      server.nextRequestError(500, { message: "once", type: "server_error" })
      const repeated = yield* invoke(
        other,
        { layer: clientOf(server) },
        { mode: live({ softBudget: true, retry500: true }), concurrency: 1 }
      )
      expect(repeated).toMatchObject({ concluded: 6, withResponse: 6 })
      expect(
        Object.values(terminalsOf(other))
          .map(({ attempts }) => attempts)
          .sort()
      ).toEqual([1, 1, 1, 1, 1, 2])
      // What the failed attempt cost is not known.
      expect(account(other).known).toBe(90)
      expect(account(other).held).toBeGreaterThan(0)
    })
  )

  it.scopedLive("after a 429 the wait that it asks for is kept", () =>
    Effect.gen(function* () {
      const server = yield* mock
      const root = yield* plannedRun
      // It writes `Retry-After: 1`.
      server.nextRequestError(429, { message: "slow down", type: "rate_limit_error" })
      const summary = yield* invoke(root, { layer: clientOf(server) }, { mode: soft, concurrency: 1 })
      expect(summary).toMatchObject({ concluded: 6, withResponse: 6 })
      const sent = ledgerTimes(root)
      expect(sent).toHaveLength(7)
      expect((sent[1] ?? 0) - (sent[0] ?? 0)).toBeGreaterThanOrEqual(1000)
      expect(account(root)).toEqual({ known: 90, held: 0 })
    })
  )

  it.scopedLive(
    "its quota error stops the run after one request, and the rest is done when there is credit",
    () =>
      Effect.gen(function* () {
        const server = yield* mock
        const root = yield* plannedRun
        server.nextRequestError(429, {
          message: "no credit",
          type: "insufficient_quota",
          code: "insufficient_quota"
        })
        const stopped = yield* invoke(root, { layer: clientOf(server) }, { mode: soft, concurrency: 1 })
        expect(stopped).toMatchObject({ concluded: 0, pending: 6, stop: { reason: "quota" } })
        expect(generations(server)).toBe(1)
        expect(yield* invoke(root, { layer: clientOf(server) }, { mode: soft })).toMatchObject({
          concluded: 6,
          pending: 0
        })
        expect(account(root)).toEqual({ known: 90, held: 0 })
      })
  )

  it.scopedLive("a reply that is late is waited for, and one that is too late has an unknown outcome", () =>
    Effect.gen(function* () {
      const server = yield* mock
      server.setChaos({ latencyMs: 150 })
      const patient = yield* plannedRun
      expect(yield* invoke(patient, { layer: clientOf(server) }, { mode: soft })).toMatchObject({
        withResponse: 6
      })
      const hasty = yield* plannedRun
      const limited = { mode: live({ softBudget: true, limits: twoTrials }) }
      // Both settings are between the two delays by a factor that a busy machine does not reach.
      server.setChaos({ latencyMs: 20_000 })
      yield* invoke(hasty, { layer: clientOf(server, 400) }, limited)
      expect(Object.values(terminalsOf(hasty)).map(({ reason }) => reason)).toEqual(
        Array(2).fill(expect.stringContaining("timeout"))
      )
      expect(conclusions(hasty)).toEqual(["ambiguous_outcome", "ambiguous_outcome"])
    })
  )
})

const twoTrials = { maxGenerationCalls: 2, maxHttpAttempts: 1000, localTokenCap: 1_000_000 }

const conclusions = (root: string): ReadonlyArray<string> =>
  Object.values(terminalsOf(root)).map(({ conclusion }) => conclusion)

/** Everything that was ever reserved. */
const heldBy = (root: string): number =>
  ledgerOf(root).reduce((sum, { tokens, type }) => sum + (type === "reserved" ? (tokens ?? 0) : 0), 0)

/** When generations were dispatched, in milliseconds. */
const ledgerTimes = (root: string): ReadonlyArray<number> =>
  ledgerOf(root)
    .filter(({ kind }) => kind === "generate")
    .map(({ at }) => Date.parse(at))
