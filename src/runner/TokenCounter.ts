import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import * as Schema from "effect/Schema"
import { canonicalJson, prettyJson } from "../json/JsonWriter.js"
import type { LlmClientService } from "../llm/LlmClient.js"
import type { LlmError } from "../llm/LlmError.js"
import type { LlmRequest } from "../llm/LlmRequest.js"
import { protocolOf } from "../llm/protocols.js"
import { decide } from "../llm/retry/RetryPolicy.js"
import { Disk, type DiskError } from "../records/Disk.js"
import { readJsonIfExists, rowDecoder } from "../records/JsonFiles.js"
import type { DamagedRecord } from "../records/RecordError.js"
import { RunDirectory } from "../records/RunDirectory.js"
import type { ScheduledTrial } from "../records/Schedule.js"
import { withFiles } from "../records/withFiles.js"
import { type Gate, NotSent } from "./Gate.js"
import { runStopAdvice } from "./runStopAdvice.js"
import type { StopSign } from "./StopSign.js"

/** `token-count.json`: input tokens of a trial's request, and who says so. */
export const TokenCount = Schema.Struct({
  formatVersion: Schema.Literal(1),
  requestSha256: Schema.String,
  inputTokens: Schema.NonNegativeInt,
  source: Schema.Literal("server", "estimate"),
  countMs: Schema.NonNegativeInt
})
export type TokenCount = typeof TokenCount.Type

const decoder = rowDecoder(TokenCount)

type Counted = Pick<TokenCount, "inputTokens" | "source">

/**
 * Input tokens where no server counts them: one for two bytes of UTF-8 in the texts, which is more than common tokenisers
 * need for English, and 64 for the frame. An estimate, and never called strict.
 */
export const estimateInputTokens = (request: LlmRequest): number => {
  const texts = [
    request.instructions,
    ...request.input.map(({ content }) => content),
    ...(request.format === undefined ? [] : [canonicalJson(request.format.schema)]),
    ...(request.tools ?? []).map(({ description, name, parameters }) =>
      canonicalJson({ description, name, parameters })
    )
  ]
  return 64 + texts.reduce((sum, text) => sum + Math.ceil(Buffer.byteLength(text) / 2), 0)
}

/** The count could not be had, although the server can count. */
export interface NotCounted {
  readonly _tag: "NotCounted"
  readonly reason: string
}

export interface TokenCounter {
  /** From the trial's folder, from an earlier trial with the same request, or from the server. */
  readonly count: (
    trial: ScheduledTrial,
    request: LlmRequest
  ) => Effect.Effect<TokenCount, NotSent | NotCounted | DiskError | DamagedRecord, Disk | RunDirectory>
  /** What an earlier `count` saved for the trial's request; `null` if nothing that may be used. */
  readonly saved: (
    trial: ScheduledTrial
  ) => Effect.Effect<TokenCount | null, DiskError | DamagedRecord, Disk | RunDirectory>
}

const countFile = "token-count.json"

/** For durations only: a wall clock may be set. */
const monotonicMs = Effect.map(Clock.currentTimeNanos, (nanos) => Number(nanos / 1_000_000n))

/** The endpoint is not there: a 404 or 405 of any server, or a reply of another kind. */
const isUnavailable = (error: LlmError): boolean =>
  error._tag === "DecodeError" ||
  (error._tag === "ApiError" && (error.httpStatus === 200 || [404, 405, 501].includes(error.httpStatus)))

const unavailable = new NotSent({
  stop: {
    reason: "count_unavailable",
    advice:
      "this server does not count tokens, so reservations cannot be strict; resume with --soft-budget to go on with estimates"
  }
})

/**
 * Counts through `gate`, one request a distinct prompt. With `soft`, a server that cannot count is estimated for; where tokens cost nothing,
 * nobody is asked.
 */
export const make = (
  client: LlmClientService,
  gate: Gate,
  stopSign: StopSign,
  options: { readonly soft: boolean }
): TokenCounter => {
  const known = new Map<string, Counted>()
  const turns = new Map<string, Effect.Semaphore>()
  let estimating = false

  /** For equal requests one after the other, so that the second finds what the first asked for, or asks where that failed. */
  const inTurn = <A, E, R>(requestSha256: string, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.suspend(() => {
      const turn = turns.get(requestSha256) ?? Effect.unsafeMakeSemaphore(1)
      turns.set(requestSha256, turn)
      return turn.withPermits(1)(effect)
    })

  const ask: (
    trial: ScheduledTrial,
    request: LlmRequest,
    attempt: number,
    /** Of the time that a trial has: waits for the throttle do not count (decision 17). */
    spentMs: number
  ) => Effect.Effect<Counted, NotSent | NotCounted | DiskError> = Effect.fnUntraced(
    function* (trial, request, attempt, spentMs) {
      if (estimating || !protocolOf(trial).billed)
        return { inputTokens: estimateInputTokens(request), source: "estimate" }
      yield* gate.bookCount(trial.trialId)
      const sentMs = yield* monotonicMs
      const result = yield* Effect.either(client.countInputTokens(request, protocolOf(trial).id))
      if (result._tag === "Right") return { inputTokens: result.right, source: "server" }
      const error = result.left
      if (isUnavailable(error)) {
        if (!options.soft) return yield* unavailable
        estimating = true
        return yield* ask(trial, request, attempt, spentMs)
      }
      const elapsedMs = spentMs + (yield* monotonicMs) - sentMs
      const nowMs = yield* Clock.currentTimeMillis
      const next = decide(
        { error, attempt, elapsedMs, nowMs, jitter: yield* Random.next },
        // A count costs nothing, so its outcome need not be known.
        { retry500: true, retryAmbiguous: true }
      )
      if (next._tag === "StopRun" || next._tag === "StopModel")
        return yield* new NotSent({ stop: runStopAdvice(next.reason, error) })
      if (next._tag === "Stop") {
        return yield* Effect.fail<NotCounted>({ _tag: "NotCounted", reason: error.message })
      }
      yield* pause(stopSign, next.afterMs)
      return yield* ask(trial, request, attempt + 1, elapsedMs + next.afterMs)
    }
  )

  const saved: TokenCounter["saved"] = (trial) =>
    withFiles((disk, run) =>
      Effect.map(readJsonIfExists(disk, run.trialFile(trial.trialId, countFile), decoder), (count) => {
        if (count === null) return null
        const usable = count.source === "server" || options.soft || !protocolOf(trial).billed
        return usable && count.requestSha256 === trial.requestSha256 ? count : null
      })
    )

  return {
    saved,
    count: Effect.fnUntraced(function* (trial, request) {
      const before = yield* saved(trial)
      if (before !== null) return before
      const startedMs = yield* monotonicMs
      const counted = yield* inTurn(
        trial.requestSha256,
        Effect.suspend(() => {
          const same = known.get(trial.requestSha256)
          return same === undefined ? ask(trial, request, 1, 0) : Effect.succeed(same)
        }).pipe(Effect.tap((found) => Effect.sync(() => known.set(trial.requestSha256, found))))
      )
      turns.delete(trial.requestSha256)
      const count: TokenCount = {
        formatVersion: 1,
        requestSha256: trial.requestSha256,
        inputTokens: counted.inputTokens,
        source: counted.source,
        countMs: (yield* monotonicMs) - startedMs
      }
      const path = (yield* RunDirectory).trialFile(trial.trialId, countFile)
      yield* (yield* Disk).replace(path, `${prettyJson({ ...count })}\n`)
      return count
    })
  }
}

/**
 * Waits, unless the invocation stops first. Never shorter than `ms` by the monotonic clock: a timer may fire early, and a wall clock
 * may be set (decision 14).
 */
export const pause = (stopSign: StopSign, ms: number): Effect.Effect<void, NotSent> =>
  Effect.gen(function* () {
    const end = (yield* Clock.currentTimeNanos) + BigInt(Math.ceil(ms)) * 1_000_000n
    for (
      let left = end - (yield* Clock.currentTimeNanos);
      left > 0n;
      left = end - (yield* Clock.currentTimeNanos)
    ) {
      yield* Effect.sleep(Duration.nanos(left))
    }
  }).pipe(Effect.raceFirst(Effect.flatMap(stopSign.await, (stop) => new NotSent({ stop }))))
