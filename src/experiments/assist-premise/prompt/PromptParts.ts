import * as path from "node:path"
import * as Effect from "effect/Effect"
import { ConfigError } from "../../../pipeline/PipelineError.js"
import { Disk, type DiskError } from "../../../records/Disk.js"

/** The parts of the instructions, in their order: prelude, what to return, how to declare premises, rules, writing guide. */
export const partNames = ["prelude", "returns", "declaration", "rules", "guide"] as const

/** `declaration` is the benchmark's section word for word; the others are ours. Each is Markdown in Japanese without line breaks around it. */
export type PromptParts = Readonly<Record<(typeof partNames)[number], string>>

/** Reads `NAME.md` of each part from a folder. Line ends become LF, so that a checkout on Windows gives the same prompt. */
export const readPromptParts = (
  folder: string
): Effect.Effect<PromptParts, ConfigError | DiskError, Disk> => {
  const read = (name: (typeof partNames)[number]) =>
    Effect.gen(function* () {
      const file = path.join(folder, `${name}.md`)
      const text = decode(yield* Effect.flatMap(Disk, (disk) => disk.read(file)))
      return text === null || text === ""
        ? yield* new ConfigError({ source: file, issues: ["must hold text in UTF-8"] })
        : text
    })
  return Effect.all({
    prelude: read("prelude"),
    returns: read("returns"),
    declaration: read("declaration"),
    rules: read("rules"),
    guide: read("guide")
  })
}

/** `null` for bytes that are no UTF-8. A byte order mark is dropped. */
const decode = (bytes: Uint8Array): string | null => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes).replaceAll("\r\n", "\n").trim()
  } catch {
    return null
  }
}
