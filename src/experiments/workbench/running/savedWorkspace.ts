import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { ReadError } from "../../../pipeline/Experiment.js"
import { Disk, type DiskError } from "../../../records/Disk.js"
import { DamagedRecord } from "../../../records/RecordError.js"
import { RunDirectory } from "../../../records/RunDirectory.js"
import { type Overlay, overlayText, readOverlay } from "../agent/overlay.js"

/** `workspace-NNN.json` beside a trial: what its folder had become when call NNN was asked. The first call's folder is the fixtures. */
const workspaceFile = (call: number): string => `workspace-${String(call).padStart(3, "0")}.json`

export const readWorkspace = (
  trialId: string,
  call: number
): Effect.Effect<Overlay, ReadError, Disk | RunDirectory> =>
  Effect.gen(function* () {
    if (call === 1) return {}
    const path = (yield* RunDirectory).trialFile(trialId, workspaceFile(call))
    return yield* Either.mapLeft(
      readOverlay(yield* (yield* Disk).read(path)),
      (reason) => new DamagedRecord({ path, line: 0, reason })
    )
  })

/** Before the call's request is saved: a process that dies between the two does the tools' work again, from the folder before. */
export const saveWorkspace = (
  trialId: string,
  call: number,
  overlay: Overlay
): Effect.Effect<void, DiskError, Disk | RunDirectory> =>
  Effect.gen(function* () {
    const path = (yield* RunDirectory).trialFile(trialId, workspaceFile(call))
    yield* (yield* Disk).replace(path, overlayText(overlay), "durable")
  })
