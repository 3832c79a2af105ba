import type { JsonObject } from "../../json/Json.js"
import { canonicalJson } from "../../json/JsonWriter.js"
import type { LlmRequest } from "../LlmRequest.js"
import type { CountedFields } from "../Protocol.js"
import type { SimulatedReply } from "./SimulatedModel.js"

/** 2026-01-01T00:00:00Z: a simulation has no time. */
const createdAt = 1767225600

/** Four UTF-16 code units to a token: the order of magnitude of English text, and no more than that. */
const tokensOf = (text: string): number => Math.ceil(text.length / 4)

/** Estimated input tokens of a request; also what the simulated count endpoint says. */
export const estimateTokens = ({ format, input, instructions }: CountedFields): number =>
  input.reduce((sum, { content }) => sum + tokensOf(content), Math.max(1, tokensOf(instructions))) +
  (format === undefined ? 0 : tokensOf(canonicalJson(format.schema)))

/** Output tokens of a reply. One that was cut has used up its limit; what is not visible of it was reasoning. */
export const outputTokensOf = (
  request: LlmRequest,
  reply: Exclude<SimulatedReply, { readonly type: "raw" }>
): { readonly reasoning: number; readonly total: number } => {
  const visible = tokensOf(reply.text)
  const reasoning =
    reply.type === "incomplete"
      ? Math.max(0, request.maxOutputTokens - visible)
      : reply.type === "answer"
        ? reply.reasoningTokens
        : 0
  return { reasoning, total: visible + reasoning }
}

/** The body of a Responses reply, as a real server would write it around `reply`. `id` makes the response's name unique. */
export const dressReply = (
  request: LlmRequest,
  reply: Exclude<SimulatedReply, { readonly type: "raw" }>,
  id: string
): JsonObject => {
  const incomplete = reply.type === "incomplete"
  const inputTokens = estimateTokens(request)
  const { reasoning: reasoningTokens, total: outputTokens } = outputTokensOf(request, reply)
  return {
    id: `resp_mock_${id}`,
    object: "response",
    created_at: createdAt,
    status: incomplete ? "incomplete" : "completed",
    error: null,
    incomplete_details: incomplete ? { reason: "max_output_tokens" } : null,
    instructions: null,
    max_output_tokens: request.maxOutputTokens,
    model: request.model,
    output: [{ id: `rs_mock_${id}`, type: "reasoning", summary: [] }, ...messages(reply, id)],
    store: false,
    usage: {
      input_tokens: inputTokens,
      input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
      output_tokens: outputTokens,
      output_tokens_details: { reasoning_tokens: reasoningTokens },
      total_tokens: inputTokens + outputTokens
    },
    synthetic_mock: true
  }
}

/** A model that reached its limit while reasoning has written no message. */
const messages = (
  reply: Exclude<SimulatedReply, { readonly type: "raw" }>,
  id: string
): ReadonlyArray<JsonObject> => {
  if (reply.type === "incomplete" && reply.text === "") return []
  const part: JsonObject =
    reply.type === "refusal"
      ? { type: "refusal", refusal: reply.text }
      : { type: "output_text", text: reply.text, annotations: [], logprobs: [] }
  const status = reply.type === "incomplete" ? "incomplete" : "completed"
  return [{ id: `msg_mock_${id}`, type: "message", role: "assistant", status, content: [part] }]
}
