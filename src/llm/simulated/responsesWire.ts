import { dressReply } from "./dressReply.js"
import type { SimulatedWire } from "./SimulatedWire.js"

/** Errors have all four members there. */
export const responsesWire: SimulatedWire = {
  requestIdHeader: "x-request-id",
  reply: dressReply,
  render: (body) => JSON.stringify(body),
  count: (inputTokens) => ({
    object: "response.input_tokens",
    input_tokens: inputTokens,
    synthetic_mock: true
  }),
  error: (_httpStatus, { code, message, param = null, type }) => ({
    error: { message, type, param, code },
    synthetic_mock: true
  })
}
