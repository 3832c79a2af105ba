import * as Effect from "effect/Effect"
import { Disk, type DiskError } from "../records/Disk.js"
import { OutputNotEmpty } from "./PipelineError.js"

/** The folder that a command writes its results into; one that holds something is refused. */
export const makeEmptyFolder = (path: string): Effect.Effect<void, OutputNotEmpty | DiskError, Disk> =>
  Effect.gen(function* () {
    const disk = yield* Disk
    const refused = new OutputNotEmpty({ path })
    const names = yield* disk
      .list(path)
      .pipe(Effect.mapError((error) => (error.code === "ENOTDIR" ? refused : error)))
    if (names.length > 0) return yield* refused
    yield* disk.makeFolder(path)
  })
