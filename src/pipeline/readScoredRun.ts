import * as Effect from "effect/Effect"
import type { Disk } from "../records/Disk.js"
import { readVerifiedManifest } from "../records/Manifest.js"
import type { NotARun, ReadError } from "../records/RecordError.js"
import type { RunDirectory } from "../records/RunDirectory.js"
import { RunConflict } from "./PipelineError.js"
import type { ScoredRun } from "./Planning.js"
import { readScores } from "./report.js"
import { readSavedPlan } from "./SavedRun.js"

/** The current run, refused while a planned trial has no end: nobody plans by a look at half of the answers. */
export const readScoredRun: Effect.Effect<ScoredRun, NotARun | RunConflict | ReadError, Disk | RunDirectory> =
  Effect.gen(function* () {
    const { protocolHash } = yield* readVerifiedManifest
    const { protocol, trials } = yield* readSavedPlan
    const scores = yield* readScores(trials)
    const open = scores.filter(({ terminal }) => !terminal).length
    if (open > 0) {
      const reason = `${open} of ${scores.length} planned trials are not over; resume the run and score it again`
      return yield* new RunConflict({ reason })
    }
    return { protocol, protocolHash, scores }
  })
