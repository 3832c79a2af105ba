import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { LlmRequest } from "../llm/LlmRequest.js"
import { billedTokens } from "../llm/LlmResponse.js"
import { reservationFor, reservationMargin } from "./Budget.js"
import type { StopSign } from "./StopSign.js"
import type { TokenCount } from "./TokenCounter.js"
import type { PastAttempt } from "./TrialHistory.js"

/** A reply that cost more than was counted and held: the books cannot promise a cap with such counts (9.2). */
export const diagnose = (
  stopSign: StopSign,
  count: TokenCount,
  request: LlmRequest,
  { result }: PastAttempt
): Effect.Effect<void> => {
  const reply = Either.merge(result)
  const usage = "usage" in reply ? reply.usage : null
  const billed = billedTokens(usage)
  if (usage === null || billed === null) return Effect.void
  const reserved = reservationFor(count.inputTokens, request.maxOutputTokens)
  const inputTooLarge = count.source === "server" && usage.inputTokens > count.inputTokens + reservationMargin
  if (!inputTooLarge && billed <= reserved) return Effect.void
  return stopSign.raise({
    reason: "count_mismatch",
    advice:
      `a reply cost ${usage.inputTokens} input and ${usage.outputTokens} output tokens where ${count.inputTokens} input tokens ` +
      `were counted (${count.source}) and ${reserved} reserved in all; the token cap cannot be kept with such counts`
  })
}
