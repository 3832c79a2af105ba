import * as path from "node:path"
import * as Effect from "effect/Effect"
import { Disk, type DiskError } from "../records/Disk.js"
import { OutputNotEmpty } from "./PipelineError.js"

/** The folder that a command writes its results into; one that holds something is refused. */
export const makeEmptyFolder = (folder: string): Effect.Effect<void, OutputNotEmpty | DiskError, Disk> =>
  Effect.gen(function* () {
    const names = yield* namesInOutput(folder)
    if (names.length > 0) return yield* new OutputNotEmpty({ path: folder, found: "things" })
    yield* (yield* Disk).makeFolder(folder)
  })

/** What stands in a folder that `--out` names; nothing where there is none yet. A file in its place, or above it, is refused. */
export const namesInOutput = (
  folder: string
): Effect.Effect<ReadonlyArray<string>, OutputNotEmpty | DiskError, Disk> =>
  Effect.flatMap(Disk, (disk) => disk.list(folder)).pipe(
    Effect.catchIf(
      ({ code }) => code === "ENOTDIR",
      () =>
        Effect.flatMap(nearestThatExists(folder), (file) => new OutputNotEmpty({ path: file, found: "file" }))
    )
  )

const nearestThatExists = (file: string): Effect.Effect<string, DiskError, Disk> =>
  Effect.gen(function* () {
    const parent = path.dirname(file)
    return parent === file || (yield* (yield* Disk).exists(file)) ? file : yield* nearestThatExists(parent)
  })
