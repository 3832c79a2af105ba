import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Exit from "effect/Exit"
import * as FiberRef from "effect/FiberRef"
import { currentAttempt } from "../llm/AttemptKey.js"
import { isSynthetic } from "../llm/HttpExchange.js"
import { LlmClient } from "../llm/LlmClient.js"
import type { LlmError } from "../llm/LlmError.js"
import type { LlmRequest } from "../llm/LlmRequest.js"
import { protocolOf } from "../llm/protocols.js"
import type { Disk, Durability } from "../records/Disk.js"
import { protocolField } from "../records/PlannedTrial.js"
import type { ReadError } from "../records/RecordError.js"
import type { RunDirectory } from "../records/RunDirectory.js"
import type { ScheduledTrial } from "../records/Schedule.js"
import { type AttemptMeta, writeAttempt } from "../records/TrialRecord.js"
import { isoNow } from "./Events.js"
import type { Gate } from "./Gate.js"
import { settlementOf } from "./settlement.js"
import type { AttemptResult, PastAttempt } from "./TrialHistory.js"

/** One HTTP attempt and its records. Once a reply is there, nothing can come between it and the disk. */
export const makeSender = (
  options: { readonly synthetic: boolean; readonly durability: Durability },
  gate: Gate
) =>
  Effect.gen(function* () {
    const client = yield* LlmClient
    const send = Effect.fnUntraced(function* (
      trial: ScheduledTrial,
      request: LlmRequest,
      waits: Waits,
      restore: Restore
    ) {
      const { trialId } = trial
      const { attempt } = waits
      const startedAt = yield* isoNow
      // What `Effect.locally` does, without what it costs: this region is not interrupted, and there is none of these within another.
      yield* FiberRef.set(currentAttempt, { trialId, attempt })
      const exit = yield* Effect.exit(Effect.either(restore(client.generate(request, protocolOf(trial).id))))
      yield* FiberRef.set(currentAttempt, null)
      // If this cannot be written, the ledger still says that the attempt was dispatched: it is lost either way.
      if (Exit.isInterrupted(exit)) {
        yield* Effect.ignore(gate.settle(trialId, attempt, { type: "unresolved", reason: "interrupted" }))
      }
      const result: AttemptResult = yield* exit
      const durationMs = Number(((yield* Clock.currentTimeNanos) - waits.sentNanos) / 1_000_000n)
      const error = Either.isLeft(result) ? result.left : null
      const exchange =
        error === null
          ? Either.getOrThrow(result).exchange
          : error._tag === "TransportError"
            ? null
            : error.exchange
      const meta = yield* writeAttempt(
        {
          trialId,
          attempt,
          queueMs: waits.queueMs,
          backoffMs: waits.backoffMs,
          requestSha256: trial.requestSha256,
          ...protocolField(trial.protocol),
          maxOutputTokens: request.maxOutputTokens,
          startedAt,
          durationMs,
          error: error === null ? null : describeError(error),
          unknownParts: Either.isRight(result) ? result.right.unknownParts : [],
          synthetic_mock: options.synthetic || (exchange !== null && isSynthetic(exchange))
        },
        exchange,
        options.durability
      )
      yield* gate.settle(trialId, attempt, settlementOf(result, protocolOf(trial)))
      return { attempt, result, meta }
    })
    return (
      trial: ScheduledTrial,
      request: LlmRequest,
      waits: Waits
    ): Effect.Effect<PastAttempt, ReadError, Disk | RunDirectory> =>
      Effect.uninterruptibleMask((restore) => send(trial, request, waits, restore))
  })

interface Waits {
  readonly attempt: number
  readonly queueMs: number
  readonly backoffMs: number
  /** The monotonic clock, just before the send. */
  readonly sentNanos: bigint
}

type Restore = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

const describeError = (error: LlmError): NonNullable<AttemptMeta["error"]> => ({
  tag: error._tag,
  stage: error._tag === "TransportError" ? error.stage : null,
  code: error._tag === "DecodeError" ? null : error.code,
  ambiguousOutcome: error._tag !== "DecodeError" && error.ambiguousOutcome,
  message: error.message
})
