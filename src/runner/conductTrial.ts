import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { LlmError } from "../llm/LlmError.js"
import type { LlmResponse } from "../llm/LlmResponse.js"
import { decodeRequest } from "../llm/responses/RequestCodec.js"
import type { Disk } from "../records/Disk.js"
import type { PlannedTrial } from "../records/PlannedTrial.js"
import { DamagedRecord } from "../records/RecordError.js"
import { RunDirectory, trialFiles } from "../records/RunDirectory.js"
import { readRequest } from "../records/Schedule.js"
import { type Terminal, writeTerminal } from "../records/TrialRecord.js"
import { isoNow } from "./Events.js"
import { type CallError, type CallResult, MeteredClient } from "./MeteredClient.js"

/** What the end of a call says about its trial (specification 10.2, decision 6). */
export const conclude = (
  result: Either.Either<LlmResponse, LlmError>
): Pick<Terminal, "conclusion" | "reason"> => {
  if (Either.isRight(result)) {
    return result.right.status === "failed"
      ? { conclusion: "api_rejected", reason: `the response failed (${result.right.errorCode ?? "no code"})` }
      : { conclusion: "response", reason: null }
  }
  const error = result.left
  const reason = error.message
  switch (error._tag) {
    case "ApiError":
      return { conclusion: error.ambiguousOutcome ? "ambiguous_outcome" : "api_rejected", reason }
    case "TransportError":
      return { conclusion: error.ambiguousOutcome ? "ambiguous_outcome" : "transport_failure", reason }
    case "DecodeError":
      return { conclusion: "decode_failure", reason }
  }
}

/** Sends a trial's planned request and writes how it ended. Returns the terminal record, which is then on disk. */
export const conductTrial = (
  trial: PlannedTrial,
  options: { readonly synthetic: boolean }
): Effect.Effect<Terminal, CallError, MeteredClient | Disk | RunDirectory> =>
  Effect.gen(function* () {
    const bytes = yield* readRequest(trial)
    const request = decodeRequest(bytes)
    if (Either.isLeft(request)) {
      const path = (yield* RunDirectory).trialFile(trial.trialId, trialFiles.request)
      return yield* new DamagedRecord({ path, line: 0, reason: request.left.message })
    }
    const call = yield* (yield* MeteredClient).generate(trial, request.right)
    return yield* Effect.uninterruptible(settle(trial, call, options.synthetic))
  })

const settle = (trial: PlannedTrial, call: CallResult, synthetic: boolean) =>
  Effect.gen(function* () {
    const terminal: Terminal = {
      formatVersion: 1,
      trialId: trial.trialId,
      ...conclude(call.result),
      decidingAttempt: call.decidingAttempt,
      attempts: call.attempts,
      endedAt: yield* isoNow,
      trialMs: call.elapsedMs,
      synthetic_mock: synthetic
    }
    yield* writeTerminal(terminal)
    return terminal
  })
