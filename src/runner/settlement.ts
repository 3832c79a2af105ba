import * as Either from "effect/Either"
import type { LlmError } from "../llm/LlmError.js"
import { billedTokens, type LlmResponse } from "../llm/LlmResponse.js"
import type { Protocol } from "../llm/Protocol.js"

/** What becomes of an attempt's reservation. */
export type Settlement =
  | { readonly type: "settled"; readonly tokens: number }
  | { readonly type: "released"; readonly reason: string }
  | { readonly type: "unresolved"; readonly reason: string }

const unresolved = (reason: string): Settlement => ({ type: "unresolved", reason })

/**
 * Decision 18. Whatever reports its cost settles, also a failed or unreadable reply. What certainly cost nothing is released: a request
 * that was not sent, and any 4xx except 408 and 409. All else stays reserved, unless its protocol is one that nobody bills.
 */
export const settlementOf = (
  result: Either.Either<LlmResponse, LlmError>,
  { billed }: Pick<Protocol, "billed">
): Settlement => {
  const settlement = whenBilled(result)
  return settlement.type === "unresolved" && !billed
    ? { type: "released", reason: `nothing is billed; ${settlement.reason}` }
    : settlement
}

const whenBilled = (result: Either.Either<LlmResponse, LlmError>): Settlement => {
  const reply = Either.merge(result)
  if ("_tag" in reply && reply._tag === "TransportError") {
    return reply.ambiguousOutcome ? unresolved(reply.message) : { type: "released", reason: reply.message }
  }
  const tokens = reply.usage === null ? null : billedTokens(reply.usage)
  if (tokens !== null) return { type: "settled", tokens }
  if (!("_tag" in reply)) return unresolved("the reply reports no usage")
  if (reply._tag === "DecodeError") return unresolved(reply.message)
  const { httpStatus } = reply
  const refused = httpStatus >= 400 && httpStatus < 500 && httpStatus !== 408 && httpStatus !== 409
  return refused ? { type: "released", reason: reply.message } : unresolved(reply.message)
}
