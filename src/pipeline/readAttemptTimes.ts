import * as Effect from "effect/Effect"
import type { Disk } from "../records/Disk.js"
import { readJsonAs, rowDecoder } from "../records/JsonFiles.js"
import { DamagedRecord } from "../records/RecordError.js"
import { RunDirectory, trialFiles } from "../records/RunDirectory.js"
import { AttemptMeta, savedAttempts } from "../records/TrialRecord.js"
import type { AttemptTime, ReadError } from "./Experiment.js"

/** The few fields that are read: a run has many attempts, and `verify` reads the whole of them. */
const timing = rowDecoder(AttemptMeta.pick("trialId", "attempt", "startedAt", "durationMs", "error"))

/** When the recorded attempts of a trial took place, ascending. One that a killed process left without its record is not among them. */
export const readAttemptTimes: (
  trialId: string
) => Effect.Effect<ReadonlyArray<AttemptTime>, ReadError, Disk | RunDirectory> = Effect.fnUntraced(
  function* (trialId) {
    const run = yield* RunDirectory
    const times: Array<AttemptTime> = []
    for (const attempt of yield* savedAttempts(trialId)) {
      const path = run.trialFile(trialId, trialFiles.attemptMeta(attempt))
      const { durationMs, error, startedAt, ...own } = yield* readJsonAs(path, timing)
      const startedAtMs = Date.parse(startedAt)
      if (own.trialId !== trialId || own.attempt !== attempt || Number.isNaN(startedAtMs)) {
        const reason = "it is the record of another attempt, or of no time"
        return yield* new DamagedRecord({ path, line: 0, reason })
      }
      times.push({
        attempt,
        startedAtMs,
        durationMs,
        failed: error !== null,
        ambiguous: error?.ambiguousOutcome ?? false
      })
    }
    return times
  }
)
