import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { Json } from "../json/Json.js"
import type { Disk } from "../records/Disk.js"
import { readVerifiedManifest } from "../records/Manifest.js"
import type { NotARun } from "../records/RecordError.js"
import type { RunDirectory } from "../records/RunDirectory.js"
import type { ScoreRow } from "../records/ScoreRow.js"
import type { Dialogue, ReadError } from "./Experiment.js"
import type { RunConflict } from "./PipelineError.js"
import { readScores, transcript } from "./report.js"
import { readGold, readSavedPlan } from "./SavedRun.js"

/** One trial with everything that was asked, answered and judged. */
export interface Transcript extends Dialogue {
  readonly score: ScoreRow
  readonly gold: Json
}

/**
 * The trials of the current run in schedule order, one at a time, for stages of one's own over a scored run. Fails as `report` does
 * where saved files are not what they were.
 */
export const transcripts: Stream.Stream<Transcript, NotARun | RunConflict | ReadError, Disk | RunDirectory> =
  Stream.unwrap(
    Effect.gen(function* () {
      yield* readVerifiedManifest
      const saved = yield* readSavedPlan
      const gold = yield* readGold
      const scores = yield* readScores(saved.trials)
      return Stream.mapEffect(Stream.fromIterable(scores), (score) =>
        Effect.map(
          transcript(saved.request, score),
          (found): Transcript => ({
            ...found,
            score,
            gold: gold.get(score.goldId)?.reveal() ?? null
          })
        )
      )
    })
  )
