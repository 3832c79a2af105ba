import * as Effect from "effect/Effect"
import { canonicalJson } from "../json/JsonWriter.js"
import { Disk } from "../records/Disk.js"
import type { NotARun } from "../records/RecordError.js"
import { files, RunDirectory } from "../records/RunDirectory.js"
import type { Experiment, ReadError } from "./Experiment.js"
import { RunConflict } from "./PipelineError.js"
import type { PlanningAid } from "./Planning.js"
import { readScoredRun } from "./readScoredRun.js"
import * as Stage from "./Stage.js"

/** Where the verdict goes unless another place is named. */
export const assessmentFile = "assessment.json"

export interface Assessment extends PlanningAid {
  readonly written: string
}

/**
 * Whether the current run was too easy or too hard to tell its arms apart (specification 7.3a), without a look at which arm did better. Written
 * as canonical JSON to `out`; the same files give the same bytes.
 */
export const assess = (
  experiment: Experiment,
  out: string | null
): Stage.Stage<Assessment, NotARun | RunConflict | ReadError, Disk | RunDirectory> =>
  Stage.make({
    name: "assess",
    reads: [files.manifest, files.protocol, files.schedule, files.scores],
    writes: [assessmentFile],
    run: Effect.gen(function* () {
      const run = yield* readScoredRun
      if (experiment.assess === undefined) {
        return yield* new RunConflict({ reason: `${experiment.id} has no rule of difficulty` })
      }
      const found = yield* experiment.assess(run)
      const written = out ?? (yield* RunDirectory).file(assessmentFile)
      yield* (yield* Disk).replace(written, `${canonicalJson(found.json)}\n`)
      return { ...found, written }
    })
  })
