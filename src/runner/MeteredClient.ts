import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import { currentAttempt } from "../llm/AttemptKey.js"
import { LlmClient } from "../llm/LlmClient.js"
import type { LlmError } from "../llm/LlmError.js"
import type { LlmRequest } from "../llm/LlmRequest.js"
import type { LlmResponse } from "../llm/LlmResponse.js"
import { decodeResponse } from "../llm/responses/ResponseCodec.js"
import type { Disk, DiskError } from "../records/Disk.js"
import type { PlannedTrial } from "../records/PlannedTrial.js"
import type { DamagedRecord, IntegrityError } from "../records/RecordError.js"
import type { RunDirectory } from "../records/RunDirectory.js"
import { readAttempt, savedAttempts, writeAttempt } from "../records/TrialRecord.js"
import { isoNow } from "./Events.js"

/** How one logical model call of a trial ended. */
export interface CallResult {
  readonly result: Either.Either<LlmResponse, LlmError>
  /** The attempt that decided, 1-based. */
  readonly decidingAttempt: number
  readonly attempts: number
  /** Sum of the attempts and of the waits between them. */
  readonly elapsedMs: number
}

export type CallError = DiskError | DamagedRecord | IntegrityError

/**
 * The only way from a trial to a model. Whatever a call costs or risks is dealt with here and nowhere else: its records are on
 * disk before its result is returned, and a reply that an earlier process saved is used instead of asking again.
 */
export interface MeteredClientService {
  readonly generate: (trial: PlannedTrial, request: LlmRequest) => Effect.Effect<CallResult, CallError>
}

export class MeteredClient extends Context.Tag("locality/MeteredClient")<
  MeteredClient,
  MeteredClientService
>() {}

export interface MeterOptions {
  /** Everything that comes back was made by a simulated model, and is marked so. */
  readonly synthetic: boolean
}

export const make = (
  options: MeterOptions
): Effect.Effect<MeteredClientService, never, LlmClient | Disk | RunDirectory> =>
  Effect.gen(function* () {
    const client = yield* LlmClient
    const services = yield* Effect.context<Disk | RunDirectory>()

    /** One HTTP attempt, and its records. Once a reply is there, nothing can come between it and the disk. */
    const attemptOnce = (trial: PlannedTrial, request: LlmRequest, attempt: number) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.gen(function* () {
          const startedAt = yield* isoNow
          const before = yield* Clock.currentTimeNanos
          const key = { trialId: trial.trialId, attempt }
          const result = yield* restore(client.generate(request)).pipe(
            Effect.locally(currentAttempt, key),
            Effect.either
          )
          const durationMs = Number(((yield* Clock.currentTimeNanos) - before) / 1_000_000n)
          const error = Either.isLeft(result) ? result.left : null
          yield* writeAttempt(
            {
              ...key,
              requestSha256: trial.requestSha256,
              maxOutputTokens: request.maxOutputTokens,
              startedAt,
              durationMs,
              error: error === null ? null : { tag: error._tag, message: error.message },
              synthetic_mock: options.synthetic
            },
            exchangeOf(result)
          )
          return { result, decidingAttempt: attempt, attempts: attempt, elapsedMs: durationMs }
        })
      )

    return {
      generate: Effect.fn("MeteredClient.generate")(function* (trial, request) {
        const last = (yield* savedAttempts(trial.trialId)).at(-1) ?? 0
        if (last > 0) {
          const { meta, exchange } = yield* readAttempt(trial.trialId, last)
          if (exchange !== null) {
            const result = decodeResponse(exchange, request.maxOutputTokens)
            return { result, decidingAttempt: last, attempts: last, elapsedMs: meta.durationMs }
          }
        }
        return yield* attemptOnce(trial, request, last + 1)
      }, Effect.provide(services))
    }
  })

const exchangeOf = (result: Either.Either<LlmResponse, LlmError>) =>
  Either.match(result, {
    onLeft: (error) => (error._tag === "TransportError" ? null : error.exchange),
    onRight: (response) => response.exchange
  })

export const layer = (
  options: MeterOptions
): Layer.Layer<MeteredClient, never, LlmClient | Disk | RunDirectory> =>
  Layer.effect(MeteredClient, make(options))
