import * as Either from "effect/Either"
import { RunConflict } from "../../../pipeline/PipelineError.js"
import type { ScoredRun } from "../../../pipeline/Planning.js"
import type { DamagedRecord } from "../../../records/RecordError.js"
import { readScored, type Scored } from "../reporting/Scored.js"

/** The trials of a pilot: only from one is another run planned (specification 7.3). */
export const pilotTrials = ({
  protocol,
  scores
}: ScoredRun): Either.Either<ReadonlyArray<Scored>, RunConflict | DamagedRecord> => {
  const { aa, preset } = protocol
  if (preset === "pilot" && aa !== true) return readScored({ costs: null, scores })
  const found = aa === true ? "an A/A run" : `a run of preset ${String(preset)}`
  return Either.left(
    new RunConflict({
      reason: `this is ${found}; difficulty and size are planned from a pilot of the notations`
    })
  )
}

/** What people must know before anything that is found in `trials`. */
export const syntheticBanner = (trials: ReadonlyArray<Scored>): ReadonlyArray<string> =>
  isSynthetic(trials)
    ? ["synthetic_mock=true. A simulated model answered: this says nothing about a language model.", ""]
    : []

export const isSynthetic = (trials: ReadonlyArray<Scored>): boolean =>
  trials.some(({ row }) => row.synthetic_mock)
