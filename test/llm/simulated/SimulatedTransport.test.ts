import { describe, expect, it } from "@effect/vitest"
import { Ajv2020 } from "ajv/dist/2020.js"
import * as Effect from "effect/Effect"
import { currentAttempt } from "../../../src/llm/AttemptKey.js"
import { LlmClient } from "../../../src/llm/LlmClient.js"
import type { LlmRequest } from "../../../src/llm/LlmRequest.js"
import * as SimulatedClient from "../../../src/llm/simulated/SimulatedClient.js"
import type { SimulatedModel, SimulatedReply } from "../../../src/llm/simulated/SimulatedModel.js"
import { clientContract, request } from "../clientContract.js"
import { readJson } from "../responses/exchanges.js"

const modelOf = (reply: SimulatedModel["reply"]): SimulatedModel => ({ profile: "test", reply })
const fixed = (reply: SimulatedReply) => modelOf(() => reply)

clientContract("simulated transport", (replies) =>
  Effect.sync(() => {
    let hits = 0
    const model = modelOf(() => {
      const reply = replies[hits++]
      if (reply === undefined) throw new Error("one request too many")
      const headers = Object.entries(reply.headers).map(([name, value]) => [name.toLowerCase(), value])
      return { type: "raw", ...reply, headers: Object.fromEntries(headers) }
    })
    return { client: SimulatedClient.layer(model, 1), hits: () => hits }
  })
)

const generate = (asked: LlmRequest = request, trialId = "a".repeat(32), attempt = 1) =>
  Effect.flatMap(LlmClient, (llm) => llm.generate(asked, "responses")).pipe(
    Effect.locally(currentAttempt, { trialId, attempt })
  )
const run = <A, E>(model: SimulatedModel, effect: Effect.Effect<A, E, LlmClient>, seed = 1) =>
  Effect.provide(effect, SimulatedClient.layer(model, seed))

describe("a simulated reply", () => {
  it.effect("of an answer reads as a completed response", () =>
    Effect.gen(function* () {
      const response = yield* run(
        fixed({ type: "answer", text: "5916\n😀", reasoningTokens: 70 }),
        generate()
      )
      expect(response).toMatchObject({
        status: "completed",
        text: "5916\n😀",
        refusals: [],
        returnedModel: request.model,
        notes: [],
        unknownParts: [],
        usage: { reasoningTokens: 70, outputTokens: 72, cachedInputTokens: 0, cacheWriteTokens: 0 }
      })
    })
  )

  it.effect("of a refusal has no text", () =>
    Effect.gen(function* () {
      const response = yield* run(fixed({ type: "refusal", text: "no" }), generate())
      expect(response).toMatchObject({ status: "completed", text: "", refusals: ["no"], notes: [] })
    })
  )

  it.effect.each(["", "59"])("that is incomplete has used up its limit: %j", (text) =>
    Effect.gen(function* () {
      const response = yield* run(fixed({ type: "incomplete", text }), generate())
      expect(response).toMatchObject({ status: "incomplete", incompleteReason: "max_output_tokens", text })
      expect(response.usage?.outputTokens).toBe(request.maxOutputTokens)
    })
  )

  it.effect("says that it is simulated, and keeps the published shape", () =>
    Effect.gen(function* () {
      const ajv = new Ajv2020({ strict: false })
      ajv.addSchema({ $id: "openapi", ...(readJson("openapi-subset.json") as object) })
      const valid = ajv.compile({ $ref: "openapi#/components/schemas/WireResponse" })
      const replies: ReadonlyArray<SimulatedReply> = [
        { type: "answer", text: "1", reasoningTokens: 0 },
        { type: "refusal", text: "no" },
        { type: "incomplete", text: "" }
      ]
      for (const reply of replies) {
        const { exchange } = yield* run(fixed(reply), generate())
        const body = JSON.parse(exchange.body.lossyText())
        expect(body).toMatchObject({ synthetic_mock: true, object: "response" })
        expect(valid(body)).toBe(true)
        expect(exchange.headers["x-synthetic-mock"]).toBe("true")
      }
    })
  )

  it.effect("sees the request and answers it", () =>
    Effect.gen(function* () {
      const echo = modelOf((asked) => ({ type: "answer", text: JSON.stringify(asked), reasoningTokens: 0 }))
      const { text } = yield* run(echo, generate())
      expect(JSON.parse(text)).toEqual(request)
    })
  )
})

describe("the simulated mistakes (decision 25)", () => {
  const dice = modelOf((_, random) => ({
    type: "answer",
    text: String(random.nextLong()),
    reasoningTokens: 0
  }))
  const roll = (trialId: string, attempt: number, seed: number, asked = request) =>
    Effect.map(run(dice, generate(asked, trialId, attempt), seed), ({ text }) => text)

  it.effect("depend on seed, trial and attempt, and on nothing else", () =>
    Effect.gen(function* () {
      const first = yield* roll("a", 1, 1)
      const others = yield* Effect.all([roll("b", 1, 1), roll("a", 2, 1), roll("a", 1, 2)])
      expect(new Set([first, ...others]).size).toBe(4)
      expect(yield* roll("a", 1, 1)).toBe(first)
      expect(yield* roll("a", 1, 1, { ...request, instructions: "Another prompt." })).toBe(first)
    })
  )

  it.effect("A11 do not depend on the order of arrival", () =>
    Effect.gen(function* () {
      const trials = Array.from({ length: 20 }, (_, i) => `trial-${i}`)
      const all = (order: ReadonlyArray<string>) =>
        run(
          dice,
          Effect.forEach(order, (id) => Effect.map(generate(request, id), (r) => [id, r.text] as const), {
            concurrency: 4
          })
        )
      const forwards = new Map(yield* all(trials))
      const backwards = new Map(yield* all([...trials].reverse()))
      expect(forwards.size).toBe(20)
      expect([...backwards].sort()).toEqual([...forwards].sort())
    })
  )
})

describe("the simulated provider", () => {
  const any = fixed({ type: "answer", text: "1", reasoningTokens: 0 })

  it.effect("counts what it then bills", () =>
    Effect.gen(function* () {
      const counted = yield* run(
        any,
        Effect.flatMap(LlmClient, (llm) => llm.countInputTokens(request, "responses"))
      )
      const { usage } = yield* run(any, generate())
      expect(counted).toBeGreaterThan(0)
      expect(usage?.inputTokens).toBe(counted)
    })
  )
})
