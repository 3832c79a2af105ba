import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import type { ReadError } from "../../../pipeline/Experiment.js"
import { Disk } from "../../../records/Disk.js"
import { DamagedRecord } from "../../../records/RecordError.js"
import { RunDirectory } from "../../../records/RunDirectory.js"
import { type Override, overridesFile, readOverrides } from "../judging/Override.js"
import { issueText } from "../tasks/strictJson.js"

/** What people decided about the current run; nothing where there is no such file. A line that cannot be read stops scoring: it is nobody's to skip. */
export const savedOverrides: Effect.Effect<
  ReadonlyArray<Override>,
  ReadError,
  Disk | RunDirectory
> = Effect.gen(function* () {
  const path = (yield* RunDirectory).file(overridesFile)
  const bytes = Option.getOrNull(yield* (yield* Disk).readIfExists(path))
  if (bytes === null) return []
  return yield* Either.mapLeft(
    readOverrides(bytes),
    (issues) => new DamagedRecord({ path, line: 0, reason: issues.slice(0, 3).map(issueText).join("; ") })
  )
})
