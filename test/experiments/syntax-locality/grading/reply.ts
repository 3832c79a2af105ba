import { RawBody } from "../../../../src/llm/HttpExchange.js"
import type { LlmResponse } from "../../../../src/llm/LlmResponse.js"

/** A completed reply of one text part. */
export const reply = (text: string, rest: Partial<LlmResponse> = {}): LlmResponse => ({
  responseId: "resp_1",
  returnedModel: "m",
  status: "completed",
  text,
  textPartLengths: [text.length],
  refusals: [],
  incompleteReason: null,
  errorCode: null,
  usage: null,
  requestId: null,
  notes: [],
  unknownParts: [],
  exchange: { httpStatus: 200, headers: {}, body: new RawBody(new Uint8Array()) },
  ...rest
})
