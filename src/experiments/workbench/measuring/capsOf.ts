import * as Either from "effect/Either"
import { readEnvelope, reportOf } from "../../../llm/cli/Envelope.js"
import type { SavedAttempt, SavedCall } from "./SavedCall.js"

/** A subscription's limit was met: data, not a fault (specification 2.2). */
export interface CapHit {
  /** The program. */
  readonly subject: string
  readonly trialId: string
  /** When the program said so, UTC. */
  readonly at: string
  /** When the limit is reset, UTC; `null`: the program gave no instant. */
  readonly resetsAt: string | null
  /** The same in the program's own words. */
  readonly resetText: string | null
  readonly message: string
}

/** Every limit that was met in a call. */
export const capsOf = (subject: string, trialId: string, call: SavedCall): ReadonlyArray<CapHit> =>
  call.flatMap((attempt) => {
    const failure = failureIn(attempt)
    return failure?.kind === "cap"
      ? [
          {
            subject,
            trialId,
            at: endOf(attempt),
            resetsAt: failure.resetsAt,
            resetText: failure.resetText,
            message: failure.message
          }
        ]
      : []
  })

const failureIn = ({ exchange, meta }: SavedAttempt) => {
  if (meta.protocol !== "cli" || exchange === null) return null
  const envelope = Either.getOrNull(readEnvelope(exchange))
  return envelope === null ? null : reportOf(envelope).failure
}

export const endOf = ({ meta }: SavedAttempt): string =>
  new Date(Date.parse(meta.startedAt) + meta.durationMs).toISOString()
