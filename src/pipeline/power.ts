import * as Effect from "effect/Effect"
import type { Disk } from "../records/Disk.js"
import type { NotARun } from "../records/RecordError.js"
import { files, type RunDirectory } from "../records/RunDirectory.js"
import type { Experiment, PlanSettings, ReadError } from "./Experiment.js"
import { type ConfigError, type PlanRefused, RunConflict } from "./PipelineError.js"
import type { PlanningAid } from "./Planning.js"
import { readScoredRun } from "./readScoredRun.js"
import * as Stage from "./Stage.js"

/** What differences a run planned with `target` could detect, by how often the arms of the current run disagree. Changes nothing. */
export const power = (
  experiment: Experiment,
  target: PlanSettings
): Stage.Stage<
  PlanningAid,
  NotARun | RunConflict | ConfigError | PlanRefused | ReadError,
  Disk | RunDirectory
> =>
  Stage.make({
    name: "power",
    reads: [files.manifest, files.protocol, files.schedule, files.scores],
    writes: [],
    run: Effect.gen(function* () {
      const run = yield* readScoredRun
      return experiment.power === undefined
        ? yield* new RunConflict({ reason: `${experiment.id} has no power analysis` })
        : yield* experiment.power(run, target)
    })
  })
