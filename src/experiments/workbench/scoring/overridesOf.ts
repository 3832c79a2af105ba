import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import type { ReadError } from "../../../pipeline/Experiment.js"
import { Disk } from "../../../records/Disk.js"
import { DamagedRecord } from "../../../records/RecordError.js"
import { RunDirectory } from "../../../records/RunDirectory.js"
import { type Overridden, type Override, overridesFile, readOverrides } from "../judging/Override.js"
import { issueText } from "../tasks/strictJson.js"

/**
 * What people decided about the current run; nothing where there is no such file. A line that cannot be read, or that names no trial of the run, stops
 * scoring: it is nobody's to skip.
 */
export const savedOverrides: Effect.Effect<
  ReadonlyArray<Override>,
  ReadError,
  Disk | RunDirectory
> = Effect.gen(function* () {
  const path = (yield* RunDirectory).file(overridesFile)
  const bytes = Option.getOrNull(yield* (yield* Disk).readIfExists(path))
  if (bytes === null) return []
  const overrides = yield* Either.mapLeft(
    readOverrides(bytes),
    (issues) => new DamagedRecord({ path, line: 0, reason: issues.slice(0, 3).map(issueText).join("; ") })
  )
  for (const { trialId } of overrides) {
    const isTrial = /^[0-9a-f]{32}$/.test(trialId) && (yield* hasFolder(trialId))
    if (!isTrial)
      return yield* new DamagedRecord({ path, line: 0, reason: `there is no trial ${trialId} in this run` })
  }
  return overrides
})

const hasFolder = (trialId: string) =>
  Effect.gen(function* () {
    return yield* (yield* Disk).exists((yield* RunDirectory).trialFolder(trialId))
  })

/** An override for a layer that the trial's task does not have is nobody's to skip either. */
export const refuseUnknown = (
  { unknown }: Overridden,
  trialId: string
): Effect.Effect<void, DamagedRecord, RunDirectory> =>
  Effect.gen(function* () {
    const [first] = unknown
    if (first === undefined) return
    const path = (yield* RunDirectory).file(overridesFile)
    return yield* new DamagedRecord({
      path,
      line: 0,
      reason: `the task of trial ${trialId} has no layer ${first.layer}`
    })
  })
