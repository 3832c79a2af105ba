import * as Effect from "effect/Effect"
import type { Experiment } from "../pipeline/Experiment.js"
import type { Stage } from "../pipeline/Stage.js"
import type { Disk } from "../records/Disk.js"
import * as RunDirectory from "../records/RunDirectory.js"
import { experimentOfRun } from "./experiments.js"
import { text, toggle } from "./Flag.js"
import type { Failure } from "./Verb.js"

/** The flag that all verbs but `plan` and `lang` share. */
export const runFlag = text("DIR", "The run directory that plan made.")

/** The flag of verbs that can take long. */
export const quietFlag = toggle("Show no progress on stderr.")

/** Runs a stage on the run directory `path`, with the experiment that its manifest names. */
export const onRun = <A, R>(
  path: string,
  stage: (
    experiment: Experiment
  ) => Effect.Effect<Stage<A, Failure, R>, Failure, Disk | RunDirectory.RunDirectory>
): Effect.Effect<A, Failure, Exclude<R, RunDirectory.RunDirectory> | Disk> =>
  Effect.gen(function* () {
    const experiment = yield* experimentOfRun
    const { run } = yield* stage(experiment)
    return yield* run
  }).pipe(Effect.provide(RunDirectory.layer(path)))
