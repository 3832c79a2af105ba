import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { HttpExchange } from "../llm/HttpExchange.js"
import type { LlmResponse } from "../llm/LlmResponse.js"
import type { Protocol } from "../llm/Protocol.js"
import { protocolOf } from "../llm/protocols.js"
import { callId, judgementId } from "../records/Call.js"
import type { Disk, DiskError } from "../records/Disk.js"
import type { PlannedTrial } from "../records/PlannedTrial.js"
import { DamagedRecord } from "../records/RecordError.js"
import { RunDirectory, trialFiles } from "../records/RunDirectory.js"
import { type AttemptMeta, readAttempt, savedAttempts, type Terminal } from "../records/TrialRecord.js"
import type { ReadError } from "./Experiment.js"

/*
 * The replies of a trial that is over, decoded again from their saved bytes by the codec that read them when they arrived.
 */

/** The reply that decided a trial, decoded again from its saved bytes. */
export const readResponse = (
  trial: PlannedTrial,
  terminal: Terminal
): Effect.Effect<LlmResponse, ReadError, Disk | RunDirectory> =>
  readReply(trial, callId(trial.trialId, terminal.calls ?? 1), terminal.decidingAttempt)

/** The replies of the calls before, oldest first: each the last attempt of its call. */
export const readEarlier: (
  trial: PlannedTrial,
  terminal: Terminal
) => Effect.Effect<ReadonlyArray<LlmResponse>, ReadError, Disk | RunDirectory> = Effect.fnUntraced(function* (
  trial,
  { calls = 1 }
) {
  if (calls === 1) return none
  const earlier: Array<LlmResponse> = []
  for (let call = 1; call < calls; call += 1) {
    const id = callId(trial.trialId, call)
    earlier.push(yield* readReply(trial, id, (yield* savedAttempts(id)).at(-1) ?? 1))
  }
  return earlier
})

const none: ReadonlyArray<LlmResponse> = []

/** What the judge of a trial replied; `null`: nothing that can be read. */
export const readJudgement: (
  terminal: Terminal
) => Effect.Effect<LlmResponse | null, ReadError, Disk | RunDirectory> = Effect.fnUntraced(function* ({
  judgement,
  trialId
}) {
  if (judgement === undefined || judgement.conclusion !== "response") return null
  const id = judgementId(trialId)
  const { meta, exchange } = yield* readAttempt(id, judgement.decidingAttempt)
  return yield* decodedReply(protocolOf(meta), id, meta, exchange)
})

/** Attempts of the last call whose saved replies could have been graded, of a trial that ended without one: there is none in an honest run. */
export const hiddenReplies: (
  trial: PlannedTrial,
  terminal: Terminal
) => Effect.Effect<ReadonlyArray<number>, DiskError, Disk | RunDirectory> = Effect.fnUntraced(
  function* (trial, terminal) {
    if (terminal.conclusion === "response") return []
    const call = callId(trial.trialId, terminal.calls ?? 1)
    const hidden: Array<number> = []
    for (const attempt of yield* savedAttempts(call)) {
      const reply = yield* Effect.either(readReply(trial, call, attempt))
      if (Either.isRight(reply) && reply.right.status !== "failed") hidden.push(attempt)
    }
    return hidden
  }
)

const readReply: (
  trial: PlannedTrial,
  call: string,
  attempt: number
) => Effect.Effect<LlmResponse, ReadError, Disk | RunDirectory> = Effect.fnUntraced(
  function* (trial, call, attempt) {
    const { meta, exchange } = yield* readAttempt(call, attempt)
    const protocol = protocolOf(trial)
    if (protocolOf(meta) !== protocol) {
      return yield* new DamagedRecord({
        path: (yield* RunDirectory).trialFile(call, trialFiles.attemptMeta(attempt)),
        line: 0,
        reason: `it does not speak ${protocol.id}, which was planned`
      })
    }
    return yield* decodedReply(protocol, trial.trialId, meta, exchange)
  }
)

const decodedReply: (
  protocol: Protocol,
  trialId: string,
  meta: AttemptMeta,
  exchange: HttpExchange | null
) => Effect.Effect<LlmResponse, DamagedRecord, RunDirectory> = Effect.fnUntraced(
  function* (protocol, trialId, meta, exchange) {
    const decoded = exchange === null ? undefined : protocol.decodeResponse(exchange, meta.maxOutputTokens)
    if (decoded !== undefined && Either.isRight(decoded)) return decoded.right
    return yield* new DamagedRecord({
      path: (yield* RunDirectory).trialFile(trialId, trialFiles.terminal),
      line: 0,
      reason: `it speaks of a response, but the saved body is none (${decoded?.left.message ?? "there is no body"})`
    })
  }
)
