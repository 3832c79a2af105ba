import * as Effect from "effect/Effect"
import type { LlmClient } from "../llm/LlmClient.js"
import type { Disk } from "../records/Disk.js"
import { readManifest, verifyFiles } from "../records/Manifest.js"
import type { NotARun } from "../records/RecordError.js"
import { files, type RunDirectory } from "../records/RunDirectory.js"
import { readSchedule, verifyRequests } from "../records/Schedule.js"
import * as Events from "../runner/Events.js"
import * as MeteredClient from "../runner/MeteredClient.js"
import { type Dispatched, runTrials } from "../runner/Runner.js"
import * as RunLock from "../runner/RunLock.js"
import type { Shutdown } from "../runner/Shutdown.js"
import { buildFacts } from "./buildFacts.js"
import { ensureAudited } from "./audit.js"
import type { Experiment, ReadError } from "./Experiment.js"
import { type AuditFailed, RunConflict } from "./PipelineError.js"
import * as Stage from "./Stage.js"

export interface RunOptions {
  readonly mode: Events.Mode
  readonly concurrency: number
  /** Trials that may be started now; `null` for no limit, which only a simulated model has. */
  readonly maxGenerationCalls: number | null
}

export interface RunSummary extends Dispatched {
  readonly planned: number
  readonly syntheticMock: boolean
}

type RunError = NotARun | ReadError | AuditFailed | RunConflict | RunLock.RunLocked

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
    writes: [files.events, "trials/*/attempt-*", "trials/*/terminal.json"],
    run: Effect.scoped(
      Effect.gen(function* () {
        const manifest = yield* readManifest
        const takenFrom = yield* RunLock.acquire
        yield* verifyFiles(manifest)
        yield* ensureAudited(experiment)
        const trials = yield* readSchedule
        yield* verifyRequests(trials)

        const events = yield* Events.open("plain")
        yield* refuseOtherMode(options.mode, Events.invocationsOf(events.saved))
        if (takenFrom !== null) yield* events.record("lock_taken_over", { from: takenFrom })
        yield* events.record("invocation_started", {
          mode: { ...options.mode },
          concurrency: options.concurrency,
          maxGenerationCalls: options.maxGenerationCalls,
          protocolHash: manifest.protocolHash,
          ...buildFacts
        })

        const synthetic = options.mode.type === "mock"
        const dispatched = yield* runTrials(trials, { ...options, synthetic }).pipe(
          Effect.provide(MeteredClient.layer({ synthetic }))
        )
        yield* events.record("invocation_ended", { ...dispatched })
        return { planned: trials.length, ...dispatched, syntheticMock: synthetic }
      })
    )
  })
