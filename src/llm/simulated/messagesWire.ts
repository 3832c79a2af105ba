import type { JsonObject } from "../../json/Json.js"
import type { LlmRequest } from "../LlmRequest.js"
import { estimateTokens, outputTokensOf } from "./dressReply.js"
import type { SimulatedWire, SpokenReply } from "./SimulatedWire.js"

/** The only code that errors have there; their type follows from the HTTP status. */
const spendLimit = "enforced_spend_limit_reached"

const types: Readonly<Record<number, string>> = {
  401: "authentication_error",
  402: "billing_error",
  403: "permission_error",
  404: "not_found_error",
  409: "conflict_error",
  413: "request_too_large",
  429: "rate_limit_error",
  504: "timeout_error",
  529: "overloaded_error"
}

const typeOf = (httpStatus: number): string =>
  types[httpStatus] ?? (httpStatus >= 400 && httpStatus < 500 ? "invalid_request_error" : "api_error")

const stopReasons = { answer: "end_turn", refusal: "refusal", incomplete: "max_tokens" } as const

const reply = (request: LlmRequest, said: SpokenReply, id: string): JsonObject => {
  const { reasoning, total } = outputTokensOf(request, said)
  return {
    id: `msg_mock_${id}`,
    type: "message",
    role: "assistant",
    model: request.model,
    content: [
      { type: "thinking", thinking: "", signature: "mock" },
      // A model that was stopped while thinking has written nothing, nor has one that a classifier stopped.
      ...(said.type === "refusal" || said.text === "" ? [] : [{ type: "text", text: said.text }])
    ],
    stop_reason: stopReasons[said.type],
    stop_sequence: null,
    ...(said.type === "refusal"
      ? { stop_details: { type: "refusal", category: null, explanation: said.text } }
      : {}),
    usage: {
      input_tokens: estimateTokens(request),
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
      output_tokens: total,
      output_tokens_details: { thinking_tokens: reasoning }
    },
    synthetic_mock: true
  }
}

export const messagesWire: SimulatedWire = {
  requestIdHeader: "request-id",
  reply,
  render: (body) => JSON.stringify(body),
  count: (inputTokens) => ({ input_tokens: inputTokens, synthetic_mock: true }),
  error: (httpStatus, { code, message }) => ({
    type: "error",
    error: {
      type: typeOf(httpStatus),
      message,
      ...(code === spendLimit ? { details: { error_code: code } } : {})
    },
    synthetic_mock: true
  })
}
