import * as path from "node:path"
import { fileURLToPath } from "node:url"
import * as Effect from "effect/Effect"
import { Disk, type DiskError } from "../records/Disk.js"
import { canonicalHash, sha256Hex } from "../records/Identity.js"

const thisFile = fileURLToPath(import.meta.url)

/** The executable that this code was bundled into, or this very file where it was not bundled. */
const entry =
  path.basename(path.dirname(thisFile)) === "chunks"
    ? path.join(path.dirname(thisFile), "..", "bin.js")
    : thisFile

const imports = /(?:from|import)\s*\(?\s*["'](\.{1,2}\/[^"']+\.js)["']/g

/**
 * A hash over the program's own code: the executable and every file that it imports, directly or not, also on demand. A program that was
 * changed after a freeze is another one; files of an earlier build that nothing imports any more do not count.
 */
export const readBuildHash: Effect.Effect<string, DiskError, Disk> = Effect.suspend(() => hashProgram(entry))

/** As {@link readBuildHash}, of the program whose executable is `executable`. */
export const hashProgram = Effect.fnUntraced(function* (executable: string) {
  const disk = yield* Disk
  const hashes: Record<string, string> = {}
  const folder = path.dirname(executable)
  const waiting = [executable]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    const name = path.relative(folder, file)
    if (name in hashes || !(yield* disk.exists(file))) continue
    const text = Buffer.from(yield* disk.read(file)).toString("utf8")
    hashes[name] = sha256Hex(text)
    for (const [, imported] of text.matchAll(imports)) {
      if (imported !== undefined) waiting.push(path.join(path.dirname(file), imported))
    }
  }
  return canonicalHash(hashes)
})
