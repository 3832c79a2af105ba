import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import type { LlmRequest } from "../llm/LlmRequest.js"
import type { LlmResponse } from "../llm/LlmResponse.js"
import type { ProtocolId } from "../llm/Protocol.js"
import { callId, judgementId } from "../records/Call.js"
import { Disk, type Durability } from "../records/Disk.js"
import { sha256Hex } from "../records/Identity.js"
import { DamagedRecord, IntegrityError, type ReadError } from "../records/RecordError.js"
import { RunDirectory, trialFiles } from "../records/RunDirectory.js"
import type { ScheduledTrial } from "../records/Schedule.js"

/** A model call of a trial that ended with a reply. */
export interface FinishedCall {
  readonly request: LlmRequest
  readonly reply: LlmResponse
}

/** A question about a trial's answer. Its judge may be another model, reached in another way. */
export interface JudgementCall {
  readonly request: LlmRequest
  readonly protocol: ProtocolId
}

/** How trials of several calls go on. */
export interface Continuation {
  /** What the trial asks after its finished calls, oldest first; `null`: nothing more, the trial is over. */
  readonly next: (
    trial: ScheduledTrial,
    calls: ReadonlyArray<FinishedCall>
  ) => Effect.Effect<LlmRequest | null, ReadError, Disk | RunDirectory>
  /** What a judge is asked once the trial's own calls are over, derived from nothing but them; `null`: nothing. */
  readonly judgement: (
    trial: ScheduledTrial,
    calls: ReadonlyArray<FinishedCall>
  ) => Effect.Effect<JudgementCall | null, ReadError, Disk | RunDirectory>
  /** The same calls always give the same request. If not, what was saved is sent, and `next` is not asked again. */
  readonly reproducible: boolean
  /** As the client sends it, and back. */
  readonly encode: (trial: ScheduledTrial, request: LlmRequest) => Uint8Array
  readonly decode: (
    trial: ScheduledTrial,
    bytes: Uint8Array
  ) => Either.Either<LlmRequest, { readonly message: string }>
}

/** A call that is ready to be sent: its name in the records, and its request, which is on the disk. */
export interface LaterCall {
  readonly call: ScheduledTrial
  readonly request: LlmRequest
}

/**
 * The call behind `calls`, with its request saved before anything can leave; `null` where the trial is over. A request that an earlier process
 * saved stands, and where it can be derived again it must be the same.
 */
export const nextCall: (
  trial: ScheduledTrial,
  calls: ReadonlyArray<FinishedCall>,
  continuation: Continuation,
  durability: Durability
) => Effect.Effect<LaterCall | null, ReadError, Disk | RunDirectory> = Effect.fnUntraced(
  function* (trial, calls, continuation, durability) {
    const disk = yield* Disk
    const run = yield* RunDirectory
    const trialId = callId(trial.trialId, calls.length + 1)
    const path = run.trialFile(trialId, trialFiles.request)
    const saved = Option.getOrNull(yield* disk.readIfExists(path))
    const named = (bytes: Uint8Array): ScheduledTrial => ({
      ...trial,
      trialId,
      requestSha256: sha256Hex(bytes)
    })
    if (saved !== null && !continuation.reproducible) {
      const request = yield* Either.mapLeft(
        continuation.decode(trial, saved),
        ({ message }) => new DamagedRecord({ path, line: 0, reason: message })
      )
      return { call: named(saved), request }
    }
    const request = yield* continuation.next(trial, calls)
    const bytes = request === null ? null : continuation.encode(trial, request)
    if (saved !== null) yield* refuseOther(path, saved, bytes)
    if (request === null || bytes === null) return null
    if (saved === null) {
      yield* disk.makeFolder(run.trialFolder(trialId), durability)
      yield* disk.replace(path, bytes, durability)
    }
    return { call: named(bytes), request }
  }
)

/** The call to the judge of a trial, saved as {@link nextCall} saves its calls; `null` where there is none to ask. */
export const judgementCall: (
  trial: ScheduledTrial,
  calls: ReadonlyArray<FinishedCall>,
  continuation: Continuation,
  durability: Durability
) => Effect.Effect<LaterCall | null, ReadError, Disk | RunDirectory> = Effect.fnUntraced(
  function* (trial, calls, continuation, durability) {
    const asked = yield* continuation.judgement(trial, calls)
    if (asked === null) return null
    const { protocol, request } = asked
    const disk = yield* Disk
    const run = yield* RunDirectory
    const trialId = judgementId(trial.trialId)
    const path = run.trialFile(trialId, trialFiles.request)
    const call = { ...trial, protocol, trialId }
    const bytes = continuation.encode(call, request)
    const saved = Option.getOrNull(yield* disk.readIfExists(path))
    if (saved !== null) yield* refuseOther(path, saved, bytes)
    else {
      yield* disk.makeFolder(run.trialFolder(trialId), durability)
      yield* disk.replace(path, bytes, durability)
    }
    return { call: { ...call, requestSha256: sha256Hex(bytes) }, request }
  }
)

const refuseOther = (
  path: string,
  saved: Uint8Array,
  derived: Uint8Array | null
): Effect.Effect<void, IntegrityError> => {
  const expected = derived === null ? "no further call" : sha256Hex(derived)
  const found = sha256Hex(saved)
  return expected === found ? Effect.void : new IntegrityError({ path, expected, found })
}
