import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { LlmRequest } from "../llm/LlmRequest.js"
import type { LlmResponse } from "../llm/LlmResponse.js"
import { rememberBytes } from "../llm/plannedBytes.js"
import { protocolOf } from "../llm/protocols.js"
import type { Disk, Durability } from "../records/Disk.js"
import { DamagedRecord, type ReadError } from "../records/RecordError.js"
import { RunDirectory, trialFiles } from "../records/RunDirectory.js"
import { readRequest, type ScheduledTrial } from "../records/Schedule.js"
import { type Terminal, writeTerminal } from "../records/TrialRecord.js"
import { type Continuation, type FinishedCall, judgementCall, nextCall } from "./Continuation.js"
import { isoNow } from "./Events.js"
import { type EndedCall, MeteredClient, type PendingCall } from "./MeteredClient.js"
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
export const plannedRequest = (
  trial: ScheduledTrial
): Effect.Effect<LlmRequest, ReadError, Disk | RunDirectory> =>
  Effect.flatMap(readRequest(trial), (bytes) => {
    const protocol = protocolOf(trial)
    const request = protocol.parseRequest(bytes)
    if (Either.isRight(request)) {
      rememberBytes(request.right, protocol.id, bytes)
      return Effect.succeed(request.right)
    }
    const reason = request.left.message
    return Effect.flatMap(RunDirectory, (run) =>
      Effect.fail(
        new DamagedRecord({ path: run.trialFile(trial.trialId, trialFiles.request), line: 0, reason })
      )
    )
  })

/** How a trial left this invocation: over, with its terminal record on disk, or still pending. */
export type TrialEnd =
  | {
      readonly type: "over"
      readonly terminal: Terminal
      /** Something was sent in this invocation; else the end follows from what an earlier one saved. */
      readonly sent: boolean
    }
  | (PendingCall & {
      /** It has a reply already, and waits for room for what follows. */
      readonly answered: boolean
    })

export interface ConductOptions {
  readonly synthetic: boolean
  readonly durability: Durability
  /** `null`: a trial is its planned call. */
  readonly continuation: Continuation | null
}

/** Sends a trial's planned request, and what follows from the reply, through the meter, and writes how it ended. */
export const conductTrial: (
  trial: ScheduledTrial,
  request: LlmRequest,
  options: ConductOptions,
  /** Asked before each later call. */
  mayGoOn: Effect.Effect<boolean, ReadError>
) => Effect.Effect<TrialEnd, ReadError, MeteredClient | Disk | RunDirectory> = Effect.fnUntraced(
  function* (trial, request, options, mayGoOn) {
    const { continuation, durability } = options
    const planned = yield* (yield* MeteredClient).generate(trial, request)
    if (planned.type === "pending") return { ...planned, answered: false }
    const told =
      continuation === null
        ? { outcome: planned, part: partOf(planned), judged: null }
        : yield* goOn(trial, request, planned, { continuation, durability, mayGoOn })
    if ("type" in told) return { ...told, answered: true }
    const terminal = terminalOf(trial, told, options.synthetic, yield* isoNow)
    yield* Effect.uninterruptible(writeTerminal(terminal, durability))
    return { type: "over", terminal, sent: told.part.sent }
  }
)

/** A trial whose calls are made. */
interface Told {
  /** Of the last call of its own. */
  readonly outcome: EndedCall
  /** Of all calls of its own. */
  readonly part: Part
  readonly judged: EndedCall | null
}

interface Following {
  readonly continuation: Continuation
  readonly durability: Durability
  readonly mayGoOn: Effect.Effect<boolean, ReadError>
}

/** Makes the calls that follow from a trial's first reply, and the judge's once the others ended with one. */
const goOn: (
  trial: ScheduledTrial,
  request: LlmRequest,
  planned: EndedCall,
  following: Following
) => Effect.Effect<Told | PendingCall, ReadError, MeteredClient | Disk | RunDirectory> = Effect.fnUntraced(
  function* (trial, request, planned, { continuation, durability, mayGoOn }) {
    const meter = yield* MeteredClient
    const calls: Array<FinishedCall> = []
    let asked = request
    let outcome = planned
    let part = partOf(planned)
    for (;;) {
      const reply = replyOf(outcome)
      if (reply === null) return { outcome, part, judged: null }
      calls.push({ request: asked, reply })
      const own = yield* nextCall(trial, calls, continuation, durability)
      const later = own ?? (yield* judgementCall(trial, calls, continuation, durability))
      if (later === null) return { outcome, part, judged: null }
      if (!(yield* mayGoOn)) return { type: "pending", outage: false }
      const ended = yield* meter.generateLater(later.call, later.request)
      if (ended.type === "pending") return ended
      if (own === null) return { outcome, part, judged: ended }
      outcome = ended
      part = joined(part, partOf(ended))
      asked = own.request
    }
  }
)

/** The reply with which a call ended, if it has one that can be judged. */
const replyOf = (outcome: EndedCall): LlmResponse | null => {
  if (outcome.type === "lost" || Either.isLeft(outcome.last.result)) return null
  const reply = outcome.last.result.right
  return reply.status === "failed" ? null : reply
}

/** What calls add to their trial's record. */
interface Part {
  readonly calls: number
  readonly sent: boolean
  readonly attempts: number
  readonly timing: Terminal["timing"]
  readonly synthetic: boolean
}

const partOf = (outcome: EndedCall): Part => {
  const { past } = outcome
  const lost = outcome.type === "lost"
  return {
    calls: 1,
    sent: !lost && outcome.sent,
    attempts: past.length + (lost ? 1 : 0),
    timing: {
      queueMs: sum(past, (meta) => meta.queueMs),
      countMs: lost ? 0 : outcome.countMs,
      attemptMs: sum(past, (meta) => meta.durationMs),
      backoffMs: sum(past, (meta) => meta.backoffMs)
    },
    synthetic: past.some(({ meta }) => meta.synthetic_mock)
  }
}

const joined = (a: Part, b: Part): Part => ({
  calls: a.calls + b.calls,
  sent: a.sent || b.sent,
  attempts: a.attempts + b.attempts,
  timing: {
    queueMs: a.timing.queueMs + b.timing.queueMs,
    countMs: a.timing.countMs + b.timing.countMs,
    attemptMs: a.timing.attemptMs + b.timing.attemptMs,
    backoffMs: a.timing.backoffMs + b.timing.backoffMs
  },
  synthetic: a.synthetic || b.synthetic
})

const sum = (past: ReadonlyArray<PastAttempt>, of: (attempt: PastAttempt["meta"]) => number): number =>
  past.reduce((total, { meta }) => total + of(meta), 0)

const lostRequest: Pick<Terminal, "conclusion" | "reason"> = {
  conclusion: "ambiguous_outcome",
  reason: "the request was dispatched, and the process ended before a reply was saved; its outcome is unknown"
}

const endOf = (outcome: EndedCall): Pick<Terminal, "conclusion" | "reason" | "decidingAttempt"> =>
  outcome.type === "lost"
    ? { ...lostRequest, decidingAttempt: outcome.attempt }
    : { ...conclude(outcome.last.result), decidingAttempt: outcome.last.attempt }

const terminalOf = (
  trial: ScheduledTrial,
  { judged, outcome, part: { attempts, calls, synthetic, timing } }: Told,
  simulated: boolean,
  endedAt: string
): Terminal => {
  return {
    formatVersion: 1,
    trialId: trial.trialId,
    ...endOf(outcome),
    ...(calls === 1 ? {} : { calls }),
    ...(judged === null ? {} : { judgement: { ...endOf(judged), attempts: partOf(judged).attempts } }),
    attempts,
    endedAt,
    timing,
    synthetic_mock: simulated || synthetic || (judged !== null && partOf(judged).synthetic)
  }
}
