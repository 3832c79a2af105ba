import * as path from "node:path"
import { fileURLToPath } from "node:url"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import { parseJsonBytes } from "../../json/JsonParser.js"
import { Disk, type DiskError } from "../../records/Disk.js"

const packageName = "syntax-locality-icl"

/**
 * The folder of this package, found by walking up from this file to the `package.json` that has our name: the same from the
 * sources, from a bundle, and from an installation. A missing package is a defect of the installation.
 */
export const packageRoot: Effect.Effect<string, DiskError, Disk> = Effect.gen(function* () {
  const disk = yield* Disk
  let folder = path.dirname(fileURLToPath(import.meta.url))
  for (;;) {
    const bytes = yield* disk.readIfExists(path.join(folder, "package.json"))
    if (Option.isSome(bytes) && nameIn(bytes.value) === packageName) return folder
    const parent = path.dirname(folder)
    if (parent === folder)
      return yield* Effect.dieMessage(`no package ${packageName} around ${import.meta.url}`)
    folder = parent
  }
})

const nameIn = (bytes: Uint8Array): unknown => {
  const json = Either.getOrNull(parseJsonBytes(bytes))
  return json !== null && typeof json === "object" && "name" in json ? json.name : null
}
