import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { LlmClient } from "../llm/LlmClient.js"
import type { LlmRequest } from "../llm/LlmRequest.js"
import { protocolOf } from "../llm/protocols.js"
import type { RetryOptions } from "../llm/retry/RetryPolicy.js"
import type { Disk, DiskError, Durability } from "../records/Disk.js"
import type { DamagedRecord, ReadError } from "../records/RecordError.js"
import type { RunDirectory } from "../records/RunDirectory.js"
import type { ScheduledTrial } from "../records/Schedule.js"
import { reservationFor } from "./Budget.js"
import { diagnose } from "./diagnose.js"
import { type Gate, type Need, NotSent } from "./Gate.js"
import type { Ledger } from "./Ledger.js"
import { nextStep, staysLost } from "./nextStep.js"
import { type Recovered, recover } from "./recover.js"
import { makeSender } from "./Sender.js"
import type { Stop, StopSign } from "./StopSign.js"
import { type NotCounted, pause, type TokenCount, type TokenCounter } from "./TokenCounter.js"
import type { PastAttempt } from "./TrialHistory.js"

/** How one logical model call of a trial ended. */
export type CallOutcome = EndedCall | PendingCall

export type EndedCall =
  /** `last` is the reply, or the failure, that decides, and the last of `past`. */
  | {
      readonly type: "decided"
      readonly last: PastAttempt
      readonly past: ReadonlyArray<PastAttempt>
      readonly countMs: number
      /** In this invocation; else it follows from what an earlier one saved. */
      readonly sent: boolean
    }
  /** A request left, and nobody knows what came of it. */
  | { readonly type: "lost"; readonly attempt: number; readonly past: ReadonlyArray<PastAttempt> }

/** The trial stays pending. `outage` tells a server that cannot be reached from a stop of our own. */
export interface PendingCall {
  readonly type: "pending"
  readonly outage: boolean
}

/** Nothing was sent, since nothing more is asked of this model: its subscription is used up, or it is out of order. */
export class ModelStopped extends Data.TaggedError("ModelStopped")<{ readonly stop: Stop }> {
  override get message(): string {
    return this.stop.advice
  }
}

/**
 * The only way from a trial to a model. Limits, throttle, ledger, retry and records meet here and nowhere else: what a call may cost
 * is in the ledger before it leaves, what it brought is on disk before it is concluded from, and a reply that an earlier
 * process saved is used instead of asking again.
 */
export interface MeteredClientService {
  /** Nothing has to be sent to know the tokens of the trial's request. */
  readonly isCounted: (
    trial: ScheduledTrial
  ) => Effect.Effect<boolean, DiskError | DamagedRecord, Disk | RunDirectory>
  /** No attempt of the trial is on record: to send it takes one of the calls that this invocation may make. */
  readonly isFresh: (trial: ScheduledTrial) => Effect.Effect<boolean, ReadError, Disk | RunDirectory>
  /** What the trial needs before its first send of this invocation; counts its tokens if need be. `null`: nothing will be sent. */
  readonly need: (
    trial: ScheduledTrial,
    request: LlmRequest
  ) => Effect.Effect<Need | null, ReadError | NotSent | NotCounted | ModelStopped, Disk | RunDirectory>
  readonly generate: (
    trial: ScheduledTrial,
    request: LlmRequest
  ) => Effect.Effect<CallOutcome, ReadError, Disk | RunDirectory>
  /** As `generate`, for a later call of a trial: no block has set anything aside for it, so that it has to find room now. */
  readonly generateLater: (
    call: ScheduledTrial,
    request: LlmRequest
  ) => Effect.Effect<CallOutcome, ReadError, Disk | RunDirectory>
  /** Asks nothing more of one model in this invocation; the first reason stands. */
  readonly stopModel: (model: string, stop: Stop) => Effect.Effect<void>
  /** The models that were stopped so far, and why. */
  readonly stoppedModels: Effect.Effect<ReadonlyMap<string, Stop>>
}

export class MeteredClient extends Context.Tag("locality/MeteredClient")<
  MeteredClient,
  MeteredClientService
>() {}

export interface MeterOptions extends RetryOptions {
  /** Everything that comes back was made by a simulated model, and is marked so. */
  readonly synthetic: boolean
  readonly durability: Durability
}

/** What a meter works with. A simulated model has an open gate, no ledger, and nobody who counts. */
export interface MeterParts {
  readonly gate: Gate
  readonly stopSign: StopSign
  readonly ledger: Ledger | null
  readonly counter: TokenCounter | null
}

export const make = (
  options: MeterOptions,
  { gate, stopSign, ledger, counter }: MeterParts
): Effect.Effect<MeteredClientService, never, LlmClient> =>
  Effect.gen(function* () {
    const send = yield* makeSender(options, gate)
    const recovered = new Map<string, Recovered>()
    /** Of trials that are set aside or under way. */
    const counts = new Map<string, TokenCount>()
    const stopped = new Map<string, Stop>()

    const stopModel = (model: string, stop: Stop): Effect.Effect<void> =>
      Effect.sync(() => void (stopped.has(model) || stopped.set(model, stop)))

    const refuseStopped = ({ model }: LlmRequest): Effect.Effect<void, ModelStopped> => {
      const stop = stopped.get(model)
      return stop === undefined ? Effect.void : new ModelStopped({ stop })
    }

    const keep = (trial: ScheduledTrial, count: TokenCount): TokenCount => {
      counts.set(trial.trialId, count)
      return count
    }

    const isCounted: MeteredClientService["isCounted"] = (trial) =>
      counter === null || counts.has(trial.trialId)
        ? Effect.succeed(true)
        : Effect.map(counter.saved(trial), (count) => {
            if (count !== null) keep(trial, count)
            return count !== null
          })

    /** `null`: nobody counts. */
    const countOf = (trial: ScheduledTrial, request: LlmRequest) => {
      const known = counts.get(trial.trialId)
      return counter === null || known !== undefined
        ? Effect.succeed(known ?? null)
        : Effect.map(counter.count(trial, request), (count) => keep(trial, count))
    }

    const history = (trialId: string): Effect.Effect<Recovered, ReadError, Disk | RunDirectory> =>
      Effect.suspend(() => {
        const known = recovered.get(trialId)
        return known === undefined ? recover(trialId, gate, ledger) : Effect.succeed(known)
      })

    const attempts = Effect.fnUntraced(function* (trial: ScheduledTrial, request: LlmRequest) {
      const before = yield* history(trial.trialId)
      recovered.delete(trial.trialId)
      const past = [...before.past]
      if (before.lost !== null && staysLost(before, options)) return lost(before.lost, past)
      let backoffMs = 0
      const saved = past.at(-1)
      if (before.lost === null && saved !== undefined) {
        const after = yield* nextStep(past, saved, 0, before, options)
        if (after.type === "decided") return decided(saved, past, 0, false)
        if (after.type === "again") backoffMs = after.afterMs
      }
      let countMs = 0
      for (let attempt = before.nextAttempt, tries = 1; ; attempt += 1, tries += 1) {
        if (backoffMs > 0) yield* pause(stopSign, backoffMs)
        yield* refuseStopped(request)
        const count = yield* countOf(trial, request)
        countMs += tries === 1 ? (count?.countMs ?? 0) : 0
        const asked = yield* Clock.currentTimeNanos
        yield* gate.bookGeneration({
          trialId: trial.trialId,
          attempt,
          inputTokens: count?.inputTokens ?? 0,
          inputCount: count?.source ?? "estimate",
          maxOutputTokens: request.maxOutputTokens
        })
        const sentNanos = yield* Clock.currentTimeNanos
        const queueMs = Number((sentNanos - asked) / 1_000_000n)
        const last = yield* send(trial, request, { attempt, queueMs, backoffMs, sentNanos })
        past.push(last)
        // Where tokens cost nothing, an estimate promises nothing: programs have long prompts of their own.
        if (count !== null && protocolOf(trial).billed) yield* diagnose(stopSign, count, request, last)

        const after = yield* nextStep(past, last, tries, before, options)
        if (after.type === "decided") return decided(last, past, countMs, true)
        if (after.type === "unreachable") return pendingBy(true)
        if (after.type === "stop") return yield* new NotSent({ stop: after.stop })
        if (after.type === "stopModel") {
          yield* stopModel(request.model, after.stop)
          return yield* new ModelStopped({ stop: after.stop })
        }
        backoffMs = after.afterMs
      }
    })

    /** What is saved already decides how the trial ends. */
    const isOver = (before: Recovered): Effect.Effect<boolean> => {
      const saved = before.past.at(-1)
      if (before.lost !== null) return Effect.succeed(staysLost(before, options))
      return saved === undefined
        ? Effect.succeed(false)
        : Effect.map(nextStep(before.past, saved, 0, before, options), ({ type }) => type === "decided")
    }

    const isFresh: MeteredClientService["isFresh"] = ({ trialId }) =>
      Effect.map(history(trialId), (before) => {
        recovered.set(trialId, before)
        return before.nextAttempt === 1
      })

    const need: MeteredClientService["need"] = (trial, request) =>
      Effect.flatMap(history(trial.trialId), (before) => {
        recovered.set(trial.trialId, before)
        const sized = Effect.suspend(() =>
          Effect.map(Effect.zipRight(refuseStopped(request), countOf(trial, request)), (count) => ({
            trialId: trial.trialId,
            generationCalls: before.nextAttempt === 1 ? 1 : 0,
            tokens: reservationFor(count?.inputTokens ?? 0, request.maxOutputTokens)
          }))
        )
        return Effect.flatMap(isOver(before), (over) => (over ? Effect.succeed(null) : sized))
      })

    const makeRoom = Effect.fnUntraced(function* (call: ScheduledTrial, request: LlmRequest) {
      const needed = yield* need(call, request)
      if (needed !== null) yield* gate.admit([needed])
    })

    /** The call as its trial sees it: a stop or an outage leaves it pending, and nothing stays set aside for it. */
    const settled = <R>(
      trial: ScheduledTrial,
      call: Effect.Effect<CallOutcome, ReadError | NotSent | NotCounted | ModelStopped, R>
    ): Effect.Effect<CallOutcome, ReadError, R> =>
      Effect.matchEffect(call, {
        onSuccess: (outcome) => Effect.as(forget(trial), outcome),
        onFailure: (error) => Effect.zipRight(forget(trial), whyNot(error))
      })

    /** An interruption ends the invocation, and with it whatever was set aside. */
    const forget = ({ trialId }: ScheduledTrial): Effect.Effect<void> =>
      Effect.suspend(() => {
        counts.delete(trialId)
        return gate.dismiss(trialId)
      })

    const whyNot = (
      error: ReadError | NotSent | NotCounted | ModelStopped
    ): Effect.Effect<CallOutcome, ReadError> => {
      switch (error._tag) {
        case "NotSent":
          return Effect.as(stopSign.raise(error.stop), pendingBy(false))
        case "NotCounted":
          return Effect.succeed(pendingBy(true))
        case "ModelStopped":
          return Effect.succeed(pendingBy(false))
        default:
          return Effect.fail(error)
      }
    }

    return {
      isCounted,
      isFresh,
      need,
      generate: (trial, request) => settled(trial, attempts(trial, request)),
      generateLater: (call, request) =>
        settled(call, Effect.zipRight(makeRoom(call, request), attempts(call, request))),
      stopModel,
      stoppedModels: Effect.sync(() => new Map(stopped))
    }
  })

const decided = (
  last: PastAttempt,
  past: ReadonlyArray<PastAttempt>,
  countMs: number,
  sent: boolean
): CallOutcome => ({ type: "decided", last, past, countMs, sent })

const lost = (attempt: number, past: ReadonlyArray<PastAttempt>): CallOutcome => ({
  type: "lost",
  attempt,
  past
})

const pendingBy = (outage: boolean): CallOutcome => ({ type: "pending", outage })

export const layer = (
  options: MeterOptions,
  parts: MeterParts
): Layer.Layer<MeteredClient, never, LlmClient> => Layer.effect(MeteredClient, make(options, parts))
