import type { JsonObject } from "../json/Json.js"
import type { LlmRequest } from "../llm/LlmRequest.js"
import { estimateTokens } from "../llm/simulated/dressReply.js"
import type { SimulatedReply } from "../llm/simulated/SimulatedModel.js"
import type { SimulatedWire } from "../llm/simulated/SimulatedWire.js"
import { jsonReply, plainReply, type Reply } from "./Reply.js"
import type { ServedProtocol } from "./ServedProtocol.js"

/** A reply's body and its price. */
export interface Generation {
  readonly body: JsonObject
  readonly billedTokens: number
}

/** What `reply` looks like on the wire, with a usage that agrees with the count endpoint. */
export const generationOf = (
  wire: SimulatedWire,
  request: LlmRequest,
  reply: SimulatedReply,
  id: string
): Generation => {
  if (reply.type === "raw") return rawGeneration(request, reply.body)
  const body = wire.reply(request, reply, id)
  return { body, billedTokens: tokensIn(body["usage"]) }
}

/** What the count endpoint says of a request. */
export const countReply = (wire: SimulatedWire, request: LlmRequest): Reply =>
  countOf(wire, estimateTokens(request))

/** A body of a generation as a reply. */
export const generationReply = (
  { contentType, delivery, wire }: ServedProtocol,
  body: Readonly<Record<string, unknown>>,
  billedTokens: number
): Reply => ({
  ...plainReply(200, contentType, wire.render({ ...body, synthetic_mock: true }), { billedTokens }),
  delivery
})

export const countOf = (wire: SimulatedWire, inputTokens: number): Reply =>
  jsonReply(200, wire.count(inputTokens))

/** Of values that JSON.parse has made, or that are about to become JSON. */
const isFields = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const numberAt = (value: unknown, key: string): number => {
  const found = isFields(value) ? value[key] : undefined
  return typeof found === "number" ? found : 0
}

const tokensIn = (usage: unknown): number =>
  numberAt(usage, "input_tokens") + numberAt(usage, "output_tokens")

/** A fixed body knows nothing of the prompt: its input tokens are replaced. Where it has no usage, it is billed by its length. */
const rawGeneration = (request: LlmRequest, text: string): Generation => {
  const body: unknown = JSON.parse(text)
  if (!isFields(body)) throw new Error("a fixed reply of the simulated model is no JSON object")
  const inputTokens = estimateTokens(request)
  const { usage } = body
  if (!isFields(usage)) return { body, billedTokens: inputTokens + Math.ceil(text.length / 4) }
  const billedTokens = inputTokens + numberAt(usage, "output_tokens")
  const total = usage["total_tokens"] === undefined ? {} : { total_tokens: billedTokens }
  return { body: { ...body, usage: { ...usage, input_tokens: inputTokens, ...total } }, billedTokens }
}
