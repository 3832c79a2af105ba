import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Disk, type DiskError } from "./Disk.js"
import { sha256Hex } from "./Identity.js"
import { IntegrityError } from "./RecordError.js"

/** The bytes of a file, only if they are those of the recorded hash. A file that is gone is not what was recorded either. */
export const readRecorded: (
  path: string,
  expected: string
) => Effect.Effect<Uint8Array, IntegrityError | DiskError, Disk> = Effect.fnUntraced(
  function* (path, expected) {
    const bytes = yield* (yield* Disk).readIfExists(path)
    if (Option.isNone(bytes)) return yield* new IntegrityError({ path, expected, found: "no file" })
    const found = sha256Hex(bytes.value)
    return found === expected ? bytes.value : yield* new IntegrityError({ path, expected, found })
  }
)
