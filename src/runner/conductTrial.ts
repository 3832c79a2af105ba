import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { LlmRequest } from "../llm/LlmRequest.js"
import { protocolOf } from "../llm/protocols.js"
import type { Disk, Durability } from "../records/Disk.js"
import { DamagedRecord, type ReadError } from "../records/RecordError.js"
import { RunDirectory, trialFiles } from "../records/RunDirectory.js"
import { readRequest, type ScheduledTrial } from "../records/Schedule.js"
import { type Terminal, writeTerminal } from "../records/TrialRecord.js"
import { isoNow } from "./Events.js"
import { type CallOutcome, MeteredClient } from "./MeteredClient.js"
import type { AttemptResult, PastAttempt } from "./TrialHistory.js"

/** What the end of a call says about its trial (specification 10.2, decision 6). */
export const conclude = (result: AttemptResult): Pick<Terminal, "conclusion" | "reason"> => {
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

/** The planned request of a trial, only if its bytes are the planned ones. */
export const plannedRequest: (
  trial: ScheduledTrial
) => Effect.Effect<LlmRequest, ReadError, Disk | RunDirectory> = Effect.fnUntraced(function* (trial) {
  const request = protocolOf(trial).parseRequest(yield* readRequest(trial))
  if (Either.isRight(request)) return request.right
  const path = (yield* RunDirectory).trialFile(trial.trialId, trialFiles.request)
  return yield* new DamagedRecord({ path, line: 0, reason: request.left.message })
})

/** How a trial left this invocation: over, with its terminal record on disk, or still pending. */
export type TrialEnd =
  | { readonly type: "over"; readonly terminal: Terminal }
  | { readonly type: "pending"; readonly outage: boolean }

export interface ConductOptions {
  readonly synthetic: boolean
  readonly durability: Durability
}

/** Sends a trial's planned request, through the meter, and writes how it ended. */
export const conductTrial: (
  trial: ScheduledTrial,
  request: LlmRequest,
  options: ConductOptions
) => Effect.Effect<TrialEnd, ReadError, MeteredClient | Disk | RunDirectory> = Effect.fnUntraced(
  function* (trial, request, options) {
    const outcome = yield* (yield* MeteredClient).generate(trial, request)
    if (outcome.type === "pending") return outcome
    const terminal = terminalOf(trial, outcome, options.synthetic, yield* isoNow)
    yield* Effect.uninterruptible(writeTerminal(terminal, options.durability))
    return { type: "over", terminal }
  }
)

const sum = (past: ReadonlyArray<PastAttempt>, of: (attempt: PastAttempt["meta"]) => number): number =>
  past.reduce((total, { meta }) => total + of(meta), 0)

const lostRequest: Pick<Terminal, "conclusion" | "reason"> = {
  conclusion: "ambiguous_outcome",
  reason: "the request was dispatched, and the process ended before a reply was saved; its outcome is unknown"
}

const terminalOf = (
  trial: ScheduledTrial,
  outcome: Exclude<CallOutcome, { type: "pending" }>,
  synthetic: boolean,
  endedAt: string
): Terminal => {
  const { past } = outcome
  const lost = outcome.type === "lost"
  const { conclusion, reason } = lost ? lostRequest : conclude(outcome.last.result)
  return {
    formatVersion: 1,
    trialId: trial.trialId,
    conclusion,
    reason,
    decidingAttempt: lost ? outcome.attempt : outcome.last.attempt,
    attempts: past.length + (lost ? 1 : 0),
    endedAt,
    timing: {
      queueMs: sum(past, (meta) => meta.queueMs),
      countMs: lost ? 0 : outcome.countMs,
      attemptMs: sum(past, (meta) => meta.durationMs),
      backoffMs: sum(past, (meta) => meta.backoffMs)
    },
    synthetic_mock: synthetic || past.some(({ meta }) => meta.synthetic_mock)
  }
}
