import type { Json } from "../json/Json.js"
import type { HttpExchange } from "./HttpExchange.js"

/** Token counts as billed. `null` means unknown, which is never the same as 0 (specification 8.4, decision 9). */
export interface TokenUsage {
  readonly inputTokens: number
  readonly outputTokens: number
  readonly totalTokens: number
  readonly cachedInputTokens: number | null
  readonly cacheWriteTokens: number | null
  readonly reasoningTokens: number | null
  /** True when the reply had no `total_tokens` and it is the sum of the other two. */
  readonly totalDerived: boolean
}

/**
 * A call of a tool, as the model wrote it. One that cannot be carried out is an answer like any other and is kept as it stands; whether there is a
 * tool of that name is for whoever offered the tools to say.
 */
export interface RequestedCall {
  readonly name: string
  readonly arguments: Json
  /** Why it is no call at all; `null` if its name is a text and its arguments are an object. */
  readonly problem: string | null
}

/** What a server says that a reply took it, in nanoseconds; `null` where it says nothing. */
export interface ServerTimings {
  readonly totalNs: number | null
  /** Until the model was ready: loading it, and waiting for others. */
  readonly loadNs: number | null
  readonly promptNs: number | null
  readonly outputNs: number | null
}

/** Something worth recording about a reply that is still a valid reply. */
export type ResponseNote =
  | "no_final_message"
  | "usage_all_zero"
  | "usage_total_differs"
  | "usage_reasoning_exceeds_output"
  | "output_limit_reached"

/**
 * A decoded model reply. `status` is `completed`, `incomplete` or `failed`; the graded `text` is chosen by decision 5.
 */
export interface LlmResponse {
  readonly responseId: string
  readonly returnedModel: string
  readonly status: "completed" | "incomplete" | "failed"
  readonly text: string
  /** Lengths in UTF-16 code units of the parts that `text` was joined from, in order. */
  readonly textPartLengths: ReadonlyArray<number>
  readonly refusals: ReadonlyArray<string>
  readonly incompleteReason: string | null
  /** Code of a `failed` response, as text. */
  readonly errorCode: string | null
  readonly usage: TokenUsage | null
  readonly requestId: string | null
  readonly notes: ReadonlyArray<ResponseNote>
  /** What the model would call, in order. Left out: its protocol has no calls, or it made none. */
  readonly toolCalls?: ReadonlyArray<RequestedCall>
  /** What it thought, as far as it is told; never graded. Left out: nothing is told. */
  readonly thinking?: string
  /** Left out: its protocol tells none. */
  readonly timings?: ServerTimings
  /** Item types, content parts, fields and enum values that this decoder did not know (decision 11), as short paths. */
  readonly unknownParts: ReadonlyArray<string>
  readonly exchange: HttpExchange
}

/**
 * Tokens that a budget must count for `usage`: the larger of the stated total and the sum of its parts. `null` when they are
 * unknown, as they also are when a server reports nothing but zeros (decision 9).
 */
export const billedTokens = (usage: TokenUsage | null): number | null => {
  if (usage === null) return null
  const tokens = Math.max(usage.totalTokens, usage.inputTokens + usage.outputTokens)
  return tokens === 0 ? null : tokens
}
