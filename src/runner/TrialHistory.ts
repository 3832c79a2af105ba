import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { HttpExchange } from "../llm/HttpExchange.js"
import { type LlmError, TransportError } from "../llm/LlmError.js"
import type { LlmResponse } from "../llm/LlmResponse.js"
import { protocolOf } from "../llm/protocols.js"
import { decide } from "../llm/retry/RetryPolicy.js"
import type { Disk, DiskError } from "../records/Disk.js"
import type { DamagedRecord, IntegrityError } from "../records/RecordError.js"
import type { RunDirectory } from "../records/RunDirectory.js"
import { type AttemptMeta, readAttempt } from "../records/TrialRecord.js"

export type AttemptResult = Either.Either<LlmResponse, LlmError>

/** An attempt as its saved record tells it. */
export interface PastAttempt {
  readonly attempt: number
  readonly result: AttemptResult
  readonly meta: AttemptMeta
}

/** What the saved bytes of an attempt say, by the decoder that read them when they arrived. */
export const savedResult = (meta: AttemptMeta, exchange: HttpExchange | null): AttemptResult =>
  exchange === null
    ? Either.left(
        new TransportError({
          stage: meta.error?.stage ?? "request",
          code: meta.error?.code ?? "unknown",
          ambiguousOutcome: meta.error?.ambiguousOutcome ?? true
        })
      )
    : protocolOf(meta).decodeResponse(exchange, meta.maxOutputTokens)

/** Attempts of a trial that were recorded in full. */
export const readAttempts: (
  trialId: string,
  attempts: ReadonlyArray<number>
) => Effect.Effect<
  ReadonlyArray<PastAttempt>,
  DiskError | DamagedRecord | IntegrityError,
  Disk | RunDirectory
> = Effect.fnUntraced(function* (trialId, attempts) {
  const past: Array<PastAttempt> = []
  for (const attempt of attempts) {
    const { meta, exchange } = yield* readAttempt(trialId, attempt)
    past.push({ attempt, meta, result: savedResult(meta, exchange) })
  }
  return past
})

/** No byte of the request left. */
export const wasNotSent = (result: AttemptResult): boolean =>
  Either.isLeft(result) && result.left._tag === "TransportError" && !result.left.ambiguousOutcome

/** The attempt met a billing or authentication error (decision 13) or the end of a subscription, which says nothing of its trial. */
const metStop = (result: AttemptResult): boolean => {
  if (Either.isRight(result)) return false
  // Neither of these depends on time, number or options.
  const now = { error: result.left, attempt: 1, elapsedMs: 0, nowMs: 0, jitter: 0 }
  const decision = decide(now, { retry500: false, retryAmbiguous: false })
  return (
    decision._tag === "StopModel" ||
    (decision._tag === "StopRun" && decision.reason !== "retry_after_too_long")
  )
}

/**
 * Attempts and milliseconds that count towards a trial's four attempts and 600 seconds (decisions 16, 17): none while nothing was ever
 * sent, and none that met a stop of the whole run or of its model.
 */
export const spent = (
  past: ReadonlyArray<PastAttempt>
): { readonly attempts: number; readonly ms: number } => {
  const relevant = past.filter(({ result }) => !metStop(result))
  const firstSent = relevant.findIndex(({ result }) => !wasNotSent(result))
  if (firstSent < 0) return { attempts: 0, ms: 0 }
  const ms = relevant
    .slice(firstSent)
    .reduce((sum, { meta }, index) => sum + meta.durationMs + (index === 0 ? 0 : meta.backoffMs), 0)
  return { attempts: relevant.length, ms }
}
