import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { Disk, DiskError } from "./Disk.js"
import { readRowsAs, rowDecoder } from "./JsonFiles.js"
import { PlannedTrial, protocolField } from "./PlannedTrial.js"
import type { DamagedRecord, IntegrityError } from "./RecordError.js"
import { files, RunDirectory, trialFiles } from "./RunDirectory.js"
import { readRecorded } from "./recorded.js"

const decoder = rowDecoder(PlannedTrial)

/** The planned trials in the order of dispatch. */
export const readSchedule: Effect.Effect<
  ReadonlyArray<PlannedTrial>,
  DiskError | DamagedRecord,
  Disk | RunDirectory
> = Effect.flatMap(RunDirectory, (directory) => readRowsAs(directory.file(files.schedule), decoder))

/** What sending a trial takes: little enough to be kept for every trial of a large run. */
export type ScheduledTrial = Pick<PlannedTrial, "trialId" | "block" | "requestSha256" | "protocol">

/** As {@link readSchedule}, without what only graders and reports need. */
export const readDispatch: Effect.Effect<
  ReadonlyArray<ScheduledTrial>,
  DiskError | DamagedRecord,
  Disk | RunDirectory
> = Effect.flatMap(RunDirectory, (directory) =>
  readRowsAs(directory.file(files.schedule), (path, line, value) =>
    Either.map(decoder(path, line, value), ({ block, protocol, requestSha256, trialId }) => ({
      trialId,
      block,
      requestSha256,
      ...protocolField(protocol)
    }))
  )
)

/** The bytes of a planned request, only if they are the planned ones. */
export const readRequest = (
  trial: ScheduledTrial
): Effect.Effect<Uint8Array, IntegrityError | DiskError, Disk | RunDirectory> =>
  Effect.flatMap(RunDirectory, (run) =>
    readRecorded(run.trialFile(trial.trialId, trialFiles.request), trial.requestSha256)
  )

/** Every request is what was planned. */
export const verifyRequests = (
  trials: ReadonlyArray<ScheduledTrial>
): Effect.Effect<void, IntegrityError | DiskError, Disk | RunDirectory> =>
  Effect.forEach(trials, readRequest, { discard: true })
