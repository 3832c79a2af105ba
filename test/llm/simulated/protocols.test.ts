import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { currentAttempt } from "../../../src/llm/AttemptKey.js"
import { isSynthetic } from "../../../src/llm/HttpExchange.js"
import { LlmClient } from "../../../src/llm/LlmClient.js"
import type { HttpProtocolId } from "../../../src/llm/Protocol.js"
import * as SimulatedClient from "../../../src/llm/simulated/SimulatedClient.js"
import type { SimulatedModel, SimulatedReply } from "../../../src/llm/simulated/SimulatedModel.js"
import { request } from "../clientContract.js"
import { bothProtocols } from "../wires.js"

const saying = (reply: SimulatedModel["reply"]): SimulatedModel => ({ profile: "test", reply })

const ask = (protocol: HttpProtocolId, model: SimulatedModel, asked = request) =>
  Effect.flatMap(LlmClient, (llm) =>
    Effect.zip(llm.generate(asked, protocol), llm.countInputTokens(asked, protocol))
  ).pipe(
    Effect.locally(currentAttempt, { trialId: "a".repeat(32), attempt: 1 }),
    Effect.provide(SimulatedClient.layer(model, 1))
  )

describe.each(bothProtocols)("a simulated model behind %s", (protocol) => {
  it.effect.each([
    [
      { type: "answer", text: "5916 😀", reasoningTokens: 70 },
      { status: "completed", text: "5916 😀", refusals: [], usage: { outputTokens: 72, reasoningTokens: 70 } }
    ],
    [
      { type: "refusal", text: "no" },
      { status: "completed", text: "", refusals: ["no"] }
    ],
    [
      { type: "incomplete", text: "59" },
      {
        status: "incomplete",
        text: "59",
        incompleteReason: "max_output_tokens",
        usage: { outputTokens: 8192 }
      }
    ],
    [
      { type: "incomplete", text: "" },
      { status: "incomplete", text: "", notes: ["no_final_message"] }
    ]
  ] satisfies ReadonlyArray<readonly [SimulatedReply, object]>)("says %j", ([reply, expected]) =>
    Effect.gen(function* () {
      const [response, counted] = yield* ask(
        protocol,
        saying(() => reply)
      )
      expect(response).toMatchObject({ ...expected, returnedModel: request.model, unknownParts: [] })
      expect(response.usage?.inputTokens).toBe(counted)
      expect(isSynthetic(response.exchange)).toBe(true)
      expect(response.exchange.body.lossyText()).toContain("synthetic_mock")
    })
  )

  it.effect("sees the whole question, also the turns before it and the form of the answer", () =>
    Effect.gen(function* () {
      const asked = {
        ...request,
        input: [
          { role: "user", content: "1" },
          { role: "assistant", content: "2" },
          { role: "user", content: "3" }
        ],
        format: { name: "answer", schema: { type: "object" }, strict: true }
      } as const
      const model = saying((seen) => ({ type: "answer", text: JSON.stringify(seen), reasoningTokens: 0 }))
      const [response] = yield* ask(protocol, model, asked)
      expect(JSON.parse(response.text)).toEqual(asked)
    })
  )
})

it.effect("chance is the trial's and the attempt's, whatever carries the words", () =>
  Effect.gen(function* () {
    const model = saying((_, random) => ({
      type: "answer",
      text: String(random.nextInt(1_000_000)),
      reasoningTokens: 0
    }))
    const said = yield* Effect.forEach(bothProtocols, (protocol) => ask(protocol, model))
    expect(new Set(said.map(([response]) => response.text)).size).toBe(1)
  })
)

describe("a simulated model behind ollama", () => {
  const options = { numCtx: 4096, temperature: 0, seed: 1 }
  const local = { ...request, options }
  const generate = (model: SimulatedModel, asked: typeof request = local) =>
    Effect.flatMap(LlmClient, (llm) => llm.generate(asked, "ollama")).pipe(
      Effect.provide(SimulatedClient.layer(model, 1))
    )

  it.effect("streams what it thinks, says and calls, and asks the model only once", () =>
    Effect.gen(function* () {
      const seen: Array<unknown> = []
      const model = saying((asked) => {
        seen.push(asked)
        return {
          type: "answer",
          text: "5916 \ud83d\ude00",
          reasoningTokens: 70,
          thinking: "\u8003\u3048\u308b",
          toolCalls: [{ name: "read", arguments: { path: "a.md" } }]
        }
      })
      const response = yield* generate(model)
      expect(response).toMatchObject({
        text: "5916 \ud83d\ude00",
        thinking: "\u8003\u3048\u308b",
        toolCalls: [{ name: "read", arguments: { path: "a.md" }, problem: null }],
        status: "completed",
        usage: { outputTokens: 72 },
        unknownParts: []
      })
      expect(isSynthetic(response.exchange)).toBe(true)
      // The load before the question is none of the model's business.
      expect(seen).toEqual([local])
    })
  )

  it.effect("stops at its limit", () =>
    Effect.gen(function* () {
      const response = yield* generate(saying(() => ({ type: "incomplete", text: "59" })))
      expect(response).toMatchObject({
        status: "incomplete",
        incompleteReason: "max_output_tokens",
        text: "59"
      })
    })
  )
})
