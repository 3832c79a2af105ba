import * as Effect from "effect/Effect"
import type { LlmClient } from "../llm/LlmClient.js"
import type { RetryOptions } from "../llm/retry/RetryPolicy.js"
import type { Disk } from "../records/Disk.js"
import { type Manifest, readManifest, verifyFiles } from "../records/Manifest.js"
import type { NotARun } from "../records/RecordError.js"
import { files, type RunDirectory } from "../records/RunDirectory.js"
import { readDispatch, verifyRequests } from "../records/Schedule.js"
import * as Events from "../runner/Events.js"
import type { Ledger } from "../runner/Ledger.js"
import * as MeteredClient from "../runner/MeteredClient.js"
import { type Bounds, liveMeter, mockMeter } from "../runner/meter.js"
import { pendingBlocks } from "../runner/pendingBlocks.js"
import * as RunLock from "../runner/RunLock.js"
import { type Dispatched, runTrials } from "../runner/Runner.js"
import type { Shutdown } from "../runner/Shutdown.js"
import * as StopSign from "../runner/StopSign.js"
import type { Rates } from "../runner/Throttle.js"
import { ensureAudited } from "./audit.js"
import { buildFacts } from "./buildFacts.js"
import { continuationOf } from "./continuationOf.js"
import type { Experiment, ReadError } from "./Experiment.js"
import { passFreeze } from "./Freeze.js"
import { type AuditFailed, RunConflict } from "./PipelineError.js"
import { readPace } from "./SavedRun.js"
import * as Stage from "./Stage.js"

export type RunMode =
  | {
      readonly type: "mock"
      readonly profile: string
      /** A decimal integer. */
      readonly seed: string
      /** Trials that may be started now; `null` for no limit. */
      readonly maxGenerationCalls: number | null
    }
  | ({
      readonly type: "live"
      /** What `freeze` printed; `null` for a run that is not frozen. */
      readonly protocolHash: string | null
      /** After so many minutes nothing more is started. Left out: no limit. */
      readonly maxMinutes?: number
    } & Bounds &
      RetryOptions)

export interface RunOptions {
  readonly mode: RunMode
  readonly concurrency: number
}

export interface RunSummary extends Omit<Dispatched, "synthetic"> {
  readonly planned: number
  /** Trials that were over before this invocation. */
  readonly terminalBefore: number
  readonly pending: number
  readonly syntheticMock: boolean
  /** By the ledger; `null` for a simulated model, which keeps none. */
  readonly spending: ReturnType<Ledger["spent"]> | null
}

type RunError = NotARun | ReadError | AuditFailed | RunConflict | RunLock.RunLocked

const asMode = (mode: RunMode): Events.Mode =>
  mode.type === "live" ? { type: "live" } : { type: "mock", profile: mode.profile, seed: mode.seed }

const modeName = (mode: Events.Mode): string =>
  mode.type === "live" ? "a live model" : `the simulated model ${mode.profile} with seed ${mode.seed}`

/** A run is answered by one model from its first trial to its last. */
const refuseOtherMode = (
  mode: Events.Mode,
  earlier: ReadonlyArray<Events.SavedInvocation>
): Effect.Effect<void, RunConflict> => {
  const other = earlier.find((invocation) => modeName(invocation.mode) !== modeName(mode))
  return other === undefined
    ? Effect.void
    : new RunConflict({
        reason: `this run was started with ${modeName(other.mode)} and cannot go on with ${modeName(mode)}; plan a new run`
      })
}

/** A frozen run may be slower than it was planned, and not faster (decision 31). */
const refuseFaster = (concurrency: number, rates: Rates, planned: Effect.Effect.Success<typeof readPace>) => {
  const faster = [
    ["--concurrency", concurrency, planned.concurrency],
    ["--max-rpm", rates.requestsPerMinute, planned.maxRpm],
    ["--max-tpm", rates.tokensPerMinute, planned.maxTpm]
  ].filter(([, asked, allowed]) => Number(asked) > Number(allowed))
  return faster.length === 0
    ? Effect.void
    : new RunConflict({
        reason: faster
          .map(([flag, asked, allowed]) => `${flag} ${asked} is above the frozen ${allowed}`)
          .join("; ")
      })
}

/** After a first request to stop, requests under way may go on for this long. */
const graceMs = 30_000

/**
 * Runs, or resumes, the planned trials that have no end yet. Before the first of them is sent, the plan has passed its audit, every
 * planned file and request is what was planned, and this process is the run's only writer.
 */
export const run = (
  experiment: Experiment,
  options: RunOptions
): Stage.Stage<RunSummary, RunError, Disk | RunDirectory | LlmClient | Shutdown | RunLock.Processes> =>
  Stage.make({
    name: "run",
    reads: [files.manifest, files.audit, files.schedule, "trials/*/request.json"],
    writes: [files.events, "usage-ledger.jsonl", "trials/*/attempt-*", "trials/*/terminal.json"],
    run: Effect.scoped(
      Effect.gen(function* () {
        const manifest = yield* readManifest
        const takenFrom = yield* RunLock.acquire
        yield* verifyFiles(manifest)
        yield* ensureAudited(experiment)
        if (options.mode.type === "live") {
          const frozen = yield* passFreeze(experiment, options.mode.protocolHash)
          if (frozen !== null) yield* refuseFaster(options.concurrency, options.mode.rates, yield* readPace)
        }
        const trials = yield* readDispatch
        yield* verifyRequests(trials)
        const continuation = yield* continuationOf(experiment, manifest.endpoint)

        const durability = options.mode.type === "live" ? "durable" : "plain"
        const events = yield* Events.open(durability)
        const mode = asMode(options.mode)
        yield* refuseOtherMode(mode, Events.invocationsOf(events.saved))
        const stopSign = yield* StopSign.make
        const parts =
          options.mode.type === "live"
            ? yield* liveMeter(options.mode, events, stopSign)
            : mockMeter(options.mode.maxGenerationCalls, stopSign)

        if (takenFrom !== null) yield* events.record("lock_taken_over", { from: takenFrom })
        yield* events.record("invocation_started", {
          ...describeInvocation(mode, options, manifest),
          ledgerRecords: parts.ledger?.recordsBefore ?? null
        })
        const spent = () => {
          const spending = parts.ledger?.spent() ?? null
          return spending === null
            ? null
            : { thisStart: { ...spending.thisStart }, inAll: { ...spending.inAll } }
        }
        const retryAmbiguous = options.mode.type === "live" && options.mode.retryAmbiguous
        const synthetic = mode.type === "mock"
        const retry500 = options.mode.type === "live" && options.mode.retry500
        const { dispatched, pending } = yield* Effect.gen(function* () {
          const left = yield* pendingBlocks(trials, { retryAmbiguous })
          for (const trialId of left.reopened) yield* events.record("trial_reopened", { trialId })
          const ended = yield* runTrials(left, parts.gate, stopSign, {
            concurrency: options.concurrency,
            synthetic,
            durability,
            graceMs,
            continuation,
            models: manifest.requestedModels.length,
            maxMinutes: options.mode.type === "live" ? (options.mode.maxMinutes ?? null) : null,
            notes: () => tokenNotes(options.mode, parts.ledger)
          })
          return { dispatched: ended, pending: left }
        }).pipe(
          Effect.provide(MeteredClient.layer({ synthetic, durability, retry500, retryAmbiguous }, parts)),
          // Whatever ends the invocation, the events say that it ended.
          Effect.tapErrorCause(() => events.record("invocation_ended", { failed: true, spending: spent() }))
        )
        const left = pending.count - dispatched.concluded
        const stop = left === 0 ? null : dispatched.stop
        yield* events.record("invocation_ended", {
          concluded: dispatched.concluded,
          pending: left,
          stop: stop === null ? null : { ...stop },
          spending: spent()
        })
        return {
          planned: trials.size,
          terminalBefore: trials.size - pending.count,
          pending: left,
          concluded: dispatched.concluded,
          withResponse: dispatched.withResponse,
          underWay: dispatched.underWay,
          stop,
          syntheticMock: synthetic || dispatched.synthetic,
          spending: spent()
        }
      })
    )
  })

/** Tokens of this run on this date against the cap, for whoever looks while it runs. */
const tokenNotes = (mode: RunMode, ledger: Ledger | null): ReadonlyArray<string> => {
  const spent = ledger?.spent().inAll
  if (spent === undefined || mode.type === "mock") return []
  const { localTokenCap } = mode.limits
  return localTokenCap === Number.MAX_SAFE_INTEGER
    ? [`${spent.tokens} tokens`]
    : [`${spent.tokens} tokens used and ${spent.reserved} reserved of ${localTokenCap}`]
}

const describeInvocation = (mode: Events.Mode, options: RunOptions, manifest: Manifest) => ({
  mode: { ...mode },
  concurrency: options.concurrency,
  ...(options.mode.type === "live"
    ? {
        limits: { ...options.mode.limits },
        rates: { ...options.mode.rates },
        softBudget: options.mode.softBudget,
        ...(options.mode.maxMinutes === undefined ? {} : { maxMinutes: options.mode.maxMinutes })
      }
    : { maxGenerationCalls: options.mode.maxGenerationCalls }),
  protocolHash: manifest.protocolHash,
  ...buildFacts
})
