import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Random from "effect/Random"
import { currentAttempt } from "../llm/AttemptKey.js"
import { isSynthetic } from "../llm/HttpExchange.js"
import { LlmClient } from "../llm/LlmClient.js"
import type { LlmError } from "../llm/LlmError.js"
import type { LlmRequest } from "../llm/LlmRequest.js"
import { billedTokens } from "../llm/LlmResponse.js"
import { decide, type RetryOptions } from "../llm/retry/RetryPolicy.js"
import type { Disk, DiskError, Durability } from "../records/Disk.js"
import type { PlannedTrial } from "../records/PlannedTrial.js"
import type { DamagedRecord, IntegrityError } from "../records/RecordError.js"
import type { RunDirectory } from "../records/RunDirectory.js"
import { type AttemptMeta, writeAttempt } from "../records/TrialRecord.js"
import { reservationFor, reservationMargin } from "./Budget.js"
import { isoNow } from "./Events.js"
import { type Gate, type Need, NotSent } from "./Gate.js"
import type { Ledger } from "./Ledger.js"
import { runStopAdvice } from "./runStopAdvice.js"
import type { StopSign } from "./StopSign.js"
import { settlementOf } from "./settlement.js"
import { type NotCounted, pause, type TokenCount, type TokenCounter } from "./TokenCounter.js"
import { type AttemptResult, type PastAttempt, readHistory, spent, wasNotSent } from "./TrialHistory.js"

/** How one logical model call of a trial ended. */
export type CallOutcome =
  /** `last` is the reply, or the failure, that decides, and the last of `past`. */
  | {
      readonly type: "decided"
      readonly last: PastAttempt
      readonly past: ReadonlyArray<PastAttempt>
      readonly countMs: number
    }
  /** A request left, and nobody knows what came of it. */
  | { readonly type: "lost"; readonly attempt: number; readonly past: ReadonlyArray<PastAttempt> }
  /** The trial stays pending. `outage` tells a server that cannot be reached from a stop of our own. */
  | { readonly type: "pending"; readonly outage: boolean }

export type CallError = DiskError | DamagedRecord | IntegrityError

/**
 * The only way from a trial to a model. Limits, throttle, ledger, retry and records meet here and nowhere else: what a call may cost
 * is in the ledger before it leaves, what it brought is on disk before it is concluded from, and a reply that an earlier
 * process saved is used instead of asking again.
 */
export interface MeteredClientService {
  /** What the trial needs before its first send of this invocation; counts its tokens if need be. `null`: nothing will be sent. */
  readonly need: (
    trial: PlannedTrial,
    request: LlmRequest
  ) => Effect.Effect<Need | null, CallError | NotSent | NotCounted>
  readonly generate: (trial: PlannedTrial, request: LlmRequest) => Effect.Effect<CallOutcome, CallError>
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
): Effect.Effect<MeteredClientService, never, LlmClient | Disk | RunDirectory> =>
  Effect.gen(function* () {
    const send = yield* makeSender(options, gate)
    const services = yield* Effect.context<Disk | RunDirectory>()
    const recovered = new Map<string, Recovered>()

    const history = (trialId: string): Effect.Effect<Recovered, CallError, Disk | RunDirectory> =>
      Effect.suspend(() => {
        const known = recovered.get(trialId)
        return known === undefined ? recover(trialId, gate, ledger) : Effect.succeed(known)
      })

    /** What comes after the last of `past`; `tries` are the sends of this invocation. */
    const next = (past: ReadonlyArray<PastAttempt>, last: PastAttempt, tries: number) =>
      Effect.gen(function* () {
        if (Either.isRight(last.result)) return { type: "decided" } as const
        const error = last.result.left
        const { attempts, ms } = spent(past)
        const decision = decide(
          {
            error,
            attempt: Math.max(attempts, tries, 1),
            elapsedMs: ms,
            nowMs: yield* Clock.currentTimeMillis,
            jitter: yield* Random.next
          },
          options
        )
        switch (decision._tag) {
          case "Retry":
            return { type: "again", afterMs: decision.afterMs } as const
          case "StopRun":
            return { type: "stop", stop: runStopAdvice(decision.reason, error) } as const
          case "Stop":
            return past.every(({ result }) => wasNotSent(result))
              ? ({ type: "unreachable" } as const)
              : ({ type: "decided" } as const)
        }
      })

    const attempts = (trial: PlannedTrial, request: LlmRequest) =>
      Effect.gen(function* () {
        const before = yield* history(trial.trialId)
        recovered.delete(trial.trialId)
        const past = [...before.past]
        if (before.lost !== null && !options.retryAmbiguous) {
          return lost(before.lost, past)
        }
        let backoffMs = 0
        const saved = past.at(-1)
        if (before.lost === null && saved !== undefined) {
          const after = yield* next(past, saved, 0)
          if (after.type === "decided") return decided(saved, past, 0)
          if (after.type === "again") backoffMs = after.afterMs
        }
        let countMs = 0
        for (let attempt = before.nextAttempt, tries = 1; ; attempt += 1, tries += 1) {
          if (backoffMs > 0) yield* pause(stopSign, backoffMs)
          const count = counter === null ? null : yield* counter.count(trial, request)
          countMs += tries === 1 ? (count?.countMs ?? 0) : 0
          const asked = yield* Clock.currentTimeNanos
          yield* gate.bookGeneration({
            trialId: trial.trialId,
            attempt,
            inputTokens: count?.inputTokens ?? 0,
            inputCount: count?.source ?? "estimate",
            maxOutputTokens: request.maxOutputTokens
          })
          const queueMs = Number(((yield* Clock.currentTimeNanos) - asked) / 1_000_000n)
          const last = yield* send(trial, request, { attempt, queueMs, backoffMs })
          past.push(last)
          if (count !== null) yield* diagnose(stopSign, count, request, last)

          const after = yield* next(past, last, tries)
          if (after.type === "decided") return decided(last, past, countMs)
          if (after.type === "unreachable") return pendingBy(true)
          if (after.type === "stop") return yield* new NotSent({ stop: after.stop })
          backoffMs = after.afterMs
        }
      })

    return {
      need: Effect.fnUntraced(function* (trial, request) {
        const before = yield* history(trial.trialId)
        recovered.set(trial.trialId, before)
        const saved = before.past.at(-1)
        const over =
          before.lost === null
            ? saved !== undefined && (yield* next(before.past, saved, 0)).type === "decided"
            : !options.retryAmbiguous
        if (over) return null
        const count = counter === null ? null : yield* counter.count(trial, request)
        return {
          trialId: trial.trialId,
          generationCalls: before.nextAttempt === 1 ? 1 : 0,
          tokens: reservationFor(count?.inputTokens ?? 0, request.maxOutputTokens)
        }
      }, Effect.provide(services)),

      generate: Effect.fnUntraced(function* (trial, request) {
        return yield* attempts(trial, request).pipe(
          Effect.catchTags({
            NotSent: ({ stop }) => Effect.as(stopSign.raise(stop), pendingBy(false)),
            NotCounted: () => Effect.succeed(pendingBy(true))
          }),
          Effect.ensuring(gate.dismiss(trial.trialId))
        )
      }, Effect.provide(services))
    }
  })

const decided = (last: PastAttempt, past: ReadonlyArray<PastAttempt>, countMs: number): CallOutcome => ({
  type: "decided",
  last,
  past,
  countMs
})

const lost = (attempt: number, past: ReadonlyArray<PastAttempt>): CallOutcome => ({
  type: "lost",
  attempt,
  past
})

const pendingBy = (outage: boolean): CallOutcome => ({ type: "pending", outage })

/** What earlier processes left of a trial. */
interface Recovered {
  readonly past: ReadonlyArray<PastAttempt>
  /** The last attempt, if it was dispatched and no reply of it was saved. */
  readonly lost: number | null
  readonly nextAttempt: number
}

/** Reads what is saved of a trial, and closes in the ledger what an earlier process could not. */
const recover = (
  trialId: string,
  gate: Gate,
  ledger: Ledger | null
): Effect.Effect<Recovered, CallError, Disk | RunDirectory> =>
  Effect.gen(function* () {
    const past = yield* readHistory(trialId)
    let lastLost = 0
    for (const { attempt, unresolved } of ledger?.openOf(trialId) ?? []) {
      const saved = past.find((one) => one.attempt === attempt)
      if (saved === undefined) lastLost = attempt
      const settlement =
        saved === undefined
          ? ({ type: "unresolved", reason: "no reply was saved before the process ended" } as const)
          : settlementOf(saved.result)
      if (unresolved && settlement.type === "unresolved") continue
      yield* gate.settle(trialId, attempt, settlement)
    }
    const lastSaved = past.at(-1)?.attempt ?? 0
    return {
      past,
      lost: lastLost > lastSaved ? lastLost : null,
      nextAttempt: Math.max(lastLost, lastSaved) + 1
    }
  })

/** One HTTP attempt and its records. Once a reply is there, nothing can come between it and the disk. */
const makeSender = (options: MeterOptions, gate: Gate) =>
  Effect.gen(function* () {
    const client = yield* LlmClient
    return (
      trial: PlannedTrial,
      request: LlmRequest,
      waits: { readonly attempt: number; readonly queueMs: number; readonly backoffMs: number }
    ): Effect.Effect<PastAttempt, CallError, Disk | RunDirectory> =>
      Effect.uninterruptibleMask((restore) =>
        Effect.gen(function* () {
          const { trialId } = trial
          const { attempt } = waits
          const startedAt = yield* isoNow
          const before = yield* Clock.currentTimeNanos
          const result: AttemptResult = yield* restore(client.generate(request)).pipe(
            Effect.locally(currentAttempt, { trialId, attempt }),
            Effect.either,
            // If this cannot be written, the ledger still says that the attempt was dispatched: it is lost either way.
            Effect.onInterrupt(() =>
              Effect.ignore(gate.settle(trialId, attempt, { type: "unresolved", reason: "interrupted" }))
            )
          )
          const durationMs = Number(((yield* Clock.currentTimeNanos) - before) / 1_000_000n)
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
              ...waits,
              requestSha256: trial.requestSha256,
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
          yield* gate.settle(trialId, attempt, settlementOf(result))
          return { attempt, result, meta }
        })
      )
  })

const describeError = (error: LlmError): NonNullable<AttemptMeta["error"]> => ({
  tag: error._tag,
  stage: error._tag === "TransportError" ? error.stage : null,
  code: error._tag === "DecodeError" ? null : error.code,
  ambiguousOutcome: error._tag !== "DecodeError" && error.ambiguousOutcome,
  message: error.message
})

/** A reply that cost more than was counted and held: the books cannot promise a cap with such counts (9.2). */
const diagnose = (
  stopSign: StopSign,
  count: TokenCount,
  request: LlmRequest,
  { result }: PastAttempt
): Effect.Effect<void> => {
  const reply = Either.merge(result)
  const usage = "usage" in reply ? reply.usage : null
  const billed = billedTokens(usage)
  if (usage === null || billed === null) return Effect.void
  const reserved = reservationFor(count.inputTokens, request.maxOutputTokens)
  const inputTooLarge = count.source === "server" && usage.inputTokens > count.inputTokens + reservationMargin
  if (!inputTooLarge && billed <= reserved) return Effect.void
  return stopSign.raise({
    reason: "count_mismatch",
    advice:
      `a reply cost ${usage.inputTokens} input and ${usage.outputTokens} output tokens where ${count.inputTokens} input tokens ` +
      `were counted (${count.source}) and ${reserved} reserved in all; the token cap cannot be kept with such counts`
  })
}

export const layer = (
  options: MeterOptions,
  parts: MeterParts
): Layer.Layer<MeteredClient, never, LlmClient | Disk | RunDirectory> =>
  Layer.effect(MeteredClient, make(options, parts))
