import type { JsonObject } from "../../json/Json.js"
import type { LlmRequest } from "../LlmRequest.js"
import { estimateTokens, outputTokensOf } from "./dressReply.js"
import type { SimulatedWire, SpokenReply } from "./SimulatedWire.js"

/** A simulation has no time. */
const createdAt = "2026-01-01T00:00:00Z"

/** Nanoseconds that a simulated model takes to load, to read a token, and to write one. */
const pace = { load: 50_000_000, prompt: 1_000_000, output: 20_000_000 }

/** The whole reply in one object, as a server that does not stream sends it. */
const reply = (request: LlmRequest, said: SpokenReply, id: string): JsonObject => {
  const calls = said.type === "answer" ? (said.toolCalls ?? []) : []
  const thinking = said.type === "answer" ? said.thinking : undefined
  const promptTokens = estimateTokens(request)
  const outputTokens = outputTokensOf(request, said).total
  const [promptNs, outputNs] = [promptTokens * pace.prompt, outputTokens * pace.output]
  return {
    model: request.model,
    created_at: createdAt,
    message: {
      role: "assistant",
      content: said.text,
      ...(thinking === undefined ? {} : { thinking }),
      ...(calls.length === 0
        ? {}
        : {
            tool_calls: calls.map((call, index) => ({
              id: `call_mock_${id}_${index}`,
              function: { index, name: call.name, arguments: call.arguments }
            }))
          })
    },
    done: true,
    done_reason: said.type === "incomplete" ? "length" : "stop",
    total_duration: pace.load + promptNs + outputNs,
    load_duration: pace.load,
    prompt_eval_count: promptTokens,
    prompt_eval_duration: promptNs,
    eval_count: outputTokens,
    eval_duration: outputNs,
    synthetic_mock: true
  }
}

/** The same as a stream: thoughts first, then the answer, then calls, each in lines of their own, and the counters in the last line. */
const render = (body: Readonly<Record<string, unknown>>): string => {
  const { created_at = createdAt, message, model } = body
  const { content, role = "assistant", thinking, tool_calls: calls } = isFields(message) ? message : {}
  const line = (said: object): object => ({
    model,
    created_at,
    message: { role, content: "", ...said },
    done: false,
    synthetic_mock: true
  })
  return [
    ...pieces(thinking).map((piece) => line({ thinking: piece })),
    ...pieces(content).map((piece) => line({ content: piece })),
    ...(calls === undefined ? [] : [line({ tool_calls: calls })]),
    { ...body, message: { role, content: "" } }
  ]
    .map((object) => `${JSON.stringify(object)}\n`)
    .join("")
}

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

/** About as much as a token. */
const pieceLength = 4

const pieces = (text: unknown): ReadonlyArray<string> => {
  const characters = typeof text === "string" ? Array.from(text) : []
  return Array.from({ length: Math.ceil(characters.length / pieceLength) }, (_, index) =>
    characters.slice(index * pieceLength, (index + 1) * pieceLength).join("")
  )
}

export const ollamaWire: SimulatedWire = {
  requestIdHeader: "x-request-id",
  reply,
  render,
  // It has no such endpoint.
  count: () => ({ error: "404 page not found", synthetic_mock: true }),
  error: (_httpStatus, { message }) => ({ error: message, synthetic_mock: true })
}
