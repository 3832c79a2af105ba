import type { BytesText } from "../../json/BytesText.js"
import type { Json } from "../../json/Json.js"
import type { JavaRandom } from "../../random/JavaRandom.js"
import type { LlmRequest } from "../LlmRequest.js"

/** What a simulated model says, before it is dressed as an HTTP body. */
export type SimulatedReply =
  | {
      readonly type: "answer"
      readonly text: string
      readonly reasoningTokens: number
      /** Only where tools were offered. */
      readonly toolCalls?: ReadonlyArray<{ readonly name: string; readonly arguments: Json }>
      /** Only where the protocol shows what a model thinks. */
      readonly thinking?: string
      /** Only of an agent that a folder was given to: what it leaves there, by path; `null` where a file is gone. */
      readonly files?: Readonly<Record<string, BytesText | null>>
    }
  | { readonly type: "refusal"; readonly text: string }
  | { readonly type: "incomplete"; readonly text: string }
  /** Sent as it stands under HTTP `status`, to exercise a decoder with fixed bodies. */
  | {
      readonly type: "raw"
      readonly httpStatus: number
      readonly headers: Readonly<Record<string, string>>
      readonly body: string
    }

/**
 * A stand-in for a model that sees what a model sees: the request, and nothing of the answer key. `random` is fresh for
 * each attempt, seeded from (mock seed, trial id, attempt), so replies do not depend on order, concurrency or restarts.
 */
export interface SimulatedModel {
  readonly profile: string
  readonly reply: (request: LlmRequest, random: JavaRandom) => SimulatedReply
}
