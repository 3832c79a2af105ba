import * as Effect from "effect/Effect"
import type { Disk, DiskError } from "./Disk.js"
import { Dispatch, type ScheduledTrial } from "./Dispatch.js"
import { eachRowAs, readRowsAs, rowDecoder } from "./JsonFiles.js"
import { PlannedTrial } from "./PlannedTrial.js"
import type { DamagedRecord, IntegrityError } from "./RecordError.js"
import { files, RunDirectory, trialFiles } from "./RunDirectory.js"
import { recordedOn, verifyRecorded } from "./recorded.js"
import { withFiles } from "./withFiles.js"

const decoder = rowDecoder(PlannedTrial)

/** The planned trials in the order of dispatch. */
export const readSchedule: Effect.Effect<
  ReadonlyArray<PlannedTrial>,
  DiskError | DamagedRecord,
  Disk | RunDirectory
> = Effect.flatMap(RunDirectory, (directory) => readRowsAs(directory.file(files.schedule), decoder))

export type { ScheduledTrial }

/** As {@link readSchedule}, without what only graders and reports need. */
export const readDispatch: Effect.Effect<Dispatch, DiskError | DamagedRecord, Disk | RunDirectory> =
  Effect.flatMap(RunDirectory, (directory) => {
    const dispatch = new Dispatch()
    return Effect.as(
      eachRowAs(directory.file(files.schedule), decoder, (trial) => dispatch.add(trial)),
      dispatch
    )
  })

/** The bytes of a planned request, only if they are the planned ones. */
export const readRequest = (
  trial: ScheduledTrial
): Effect.Effect<Uint8Array, IntegrityError | DiskError, Disk | RunDirectory> =>
  withFiles((disk, run) =>
    recordedOn(disk, run.trialFile(trial.trialId, trialFiles.request), trial.requestSha256)
  )

/** Every request is what was planned. */
export const verifyRequests: (
  trials: Iterable<ScheduledTrial>
) => Effect.Effect<void, IntegrityError | DiskError, Disk | RunDirectory> = Effect.fnUntraced(
  function* (trials) {
    const run = yield* RunDirectory
    for (const { requestSha256, trialId } of trials)
      yield* verifyRecorded(run.trialFile(trialId, trialFiles.request), requestSha256)
  }
)
