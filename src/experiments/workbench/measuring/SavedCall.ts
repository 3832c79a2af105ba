import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { HttpExchange } from "../../../llm/HttpExchange.js"
import type { ApiError, DecodeError } from "../../../llm/LlmError.js"
import type { LlmResponse } from "../../../llm/LlmResponse.js"
import { protocolOf } from "../../../llm/protocols.js"
import type { ReadError } from "../../../pipeline/Experiment.js"
import { callId, judgementId, savedCalls } from "../../../records/Call.js"
import type { Disk } from "../../../records/Disk.js"
import type { RunDirectory } from "../../../records/RunDirectory.js"
import { type AttemptMeta, readAttempt, savedAttempts } from "../../../records/TrialRecord.js"

/** One attempt as it was saved, with its reply read again; `null`: none arrived. */
export interface SavedAttempt {
  readonly meta: AttemptMeta
  readonly exchange: HttpExchange | null
  readonly reply: Either.Either<LlmResponse, ApiError | DecodeError> | null
}

/** The attempts of one call, ascending. */
export type SavedCall = ReadonlyArray<SavedAttempt>

export interface SavedCalls {
  /** Of the subject, in order. */
  readonly own: ReadonlyArray<SavedCall>
  /** Of the judge. */
  readonly judging: SavedCall
}

/** All that was sent for a trial and came back, from its folder. */
export const readCalls = (trialId: string): Effect.Effect<SavedCalls, ReadError, Disk | RunDirectory> =>
  Effect.gen(function* () {
    const own: Array<SavedCall> = []
    const calls = yield* savedCalls(trialId)
    for (let call = 1; call <= calls; call += 1) own.push(yield* readCall(callId(trialId, call)))
    return { own, judging: yield* readCall(judgementId(trialId)) }
  })

const readCall = (id: string): Effect.Effect<SavedCall, ReadError, Disk | RunDirectory> =>
  Effect.flatMap(savedAttempts(id), (attempts) =>
    Effect.forEach(attempts, (attempt) =>
      Effect.map(
        readAttempt(id, attempt),
        ({ exchange, meta }): SavedAttempt => ({
          meta,
          exchange,
          reply: exchange === null ? null : protocolOf(meta).decodeResponse(exchange, meta.maxOutputTokens)
        })
      )
    )
  )

/** The attempt that decided a call: its last. */
export const decidingOf = (call: SavedCall): SavedAttempt | null => call.at(-1) ?? null

/** The replies of the calls that ended with one. */
export const repliesOf = (calls: ReadonlyArray<SavedCall>): ReadonlyArray<LlmResponse> =>
  calls.flatMap((call) => {
    const reply = decidingOf(call)?.reply
    return reply !== null && reply !== undefined && Either.isRight(reply) ? [reply.right] : []
  })
