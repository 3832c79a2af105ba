import { createHash } from "node:crypto"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Disk, type DiskError, type DiskService } from "./Disk.js"
import { sha256Hex } from "./Identity.js"
import { IntegrityError } from "./RecordError.js"

/** The bytes of a file, only if they are those of the recorded hash. A file that is gone is not what was recorded either. */
export const readRecorded = (
  path: string,
  expected: string
): Effect.Effect<Uint8Array, IntegrityError | DiskError, Disk> =>
  Effect.flatMap(Disk, (disk) => recordedOn(disk, path, expected))

/** The same, for who has the disk at hand. */
export const recordedOn = (
  disk: DiskService,
  path: string,
  expected: string
): Effect.Effect<Uint8Array, IntegrityError | DiskError> =>
  Effect.flatMap(disk.readIfExists(path), (bytes) => {
    const found = Option.isNone(bytes) ? "no file" : sha256Hex(bytes.value)
    return Option.isSome(bytes) && found === expected
      ? Effect.succeed(bytes.value)
      : new IntegrityError({ path, expected, found })
  })

/** As {@link readRecorded}, for files whose content is not asked for: they may be larger than what is good to hold. */
export const verifyRecorded: (
  path: string,
  expected: string
) => Effect.Effect<void, IntegrityError | DiskError, Disk> = Effect.fnUntraced(function* (path, expected) {
  const hash = createHash("sha256")
  const found = yield* (yield* Disk)
    .readInPieces(path, (piece) => void hash.update(piece))
    .pipe(
      Effect.map(() => hash.digest("hex")),
      Effect.catchIf(
        ({ code }) => code === "ENOENT",
        () => Effect.succeed("no file")
      )
    )
  if (found !== expected) yield* new IntegrityError({ path, expected, found })
})
