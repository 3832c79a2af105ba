import * as Effect from "effect/Effect"
import { callId, savedCalls } from "../records/Call.js"
import type { Disk } from "../records/Disk.js"
import { readJsonAs, rowDecoder } from "../records/JsonFiles.js"
import { DamagedRecord } from "../records/RecordError.js"
import { RunDirectory, trialFiles } from "../records/RunDirectory.js"
import type { ScoreRow } from "../records/ScoreRow.js"
import { AttemptMeta, savedAttempts } from "../records/TrialRecord.js"
import type { AttemptTime, ReadError } from "./Experiment.js"

/** The few fields that are read: a run has many attempts. */
const timing = rowDecoder(AttemptMeta.pick("trialId", "attempt", "startedAt", "durationMs", "error"))

/** When the recorded attempts of a trial took place, call after call, ascending. One that a killed process left without its record is not among them. */
export const readAttemptTimes: (
  row: ScoreRow
) => Effect.Effect<ReadonlyArray<AttemptTime>, ReadError, Disk | RunDirectory> = Effect.fnUntraced(
  function* ({ attempts, terminal, trialId }) {
    const times: Array<AttemptTime> = []
    // Listing a folder takes longer than reading the one record that most trials have.
    if (terminal) {
      for (let attempt = 1; attempt <= attempts; attempt++) {
        const time = yield* Effect.catchIf(readTime(trialId, attempt), isMissing, () => Effect.succeed(null))
        if (time !== null) times.push(time)
      }
    } else {
      for (const attempt of yield* savedAttempts(trialId)) times.push(yield* readTime(trialId, attempt))
    }
    if (terminal && times.length === attempts) return times
    for (let call = 2; call <= (yield* savedCalls(trialId)); call++) {
      const id = callId(trialId, call)
      for (const attempt of yield* savedAttempts(id)) times.push(yield* readTime(id, attempt))
    }
    return times
  }
)

const isMissing = (error: ReadError): boolean => error._tag === "DiskError" && error.code === "ENOENT"

const readTime: (
  trialId: string,
  attempt: number
) => Effect.Effect<AttemptTime, ReadError, Disk | RunDirectory> = Effect.fnUntraced(
  function* (trialId, attempt) {
    const path = (yield* RunDirectory).trialFile(trialId, trialFiles.attemptMeta(attempt))
    const { durationMs, error, startedAt, ...own } = yield* readJsonAs(path, timing)
    const startedAtMs = Date.parse(startedAt)
    if (own.trialId !== trialId || own.attempt !== attempt || Number.isNaN(startedAtMs)) {
      const reason = `it is not the record of attempt ${attempt} of trial ${trialId}, or has no time`
      return yield* new DamagedRecord({ path, line: 0, reason })
    }
    return {
      attempt,
      startedAtMs,
      durationMs,
      failed: error !== null,
      ambiguous: error?.ambiguousOutcome ?? false
    }
  }
)
