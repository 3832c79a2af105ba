import * as fs from "node:fs"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { BytesText, bytesOf, bytesText } from "../../../json/BytesText.js"
import { parseJsonBytes } from "../../../json/JsonParser.js"
import { canonicalJson } from "../../../json/JsonWriter.js"
import { FileToolError } from "../../../sandbox/FileToolError.js"
import { below, fileToolError, withFolder } from "../../../sandbox/openWithin.js"
import { listFolder, onFile, readAtMost } from "../../../sandbox/readWithin.js"
import { taskPath } from "../../../sandbox/taskPath.js"

/**
 * A working folder as the difference to what it began with: files by path, `null` where one is gone. With the task's fixtures it is the folder
 * again, so that a saved conversation can be resumed and graded. Modes of files and empty folders are not in it.
 */
export const Overlay = Schema.Record({ key: Schema.String, value: Schema.NullOr(BytesText) })
export type Overlay = typeof Overlay.Type

/** What is kept of a folder. An agent's work is a few texts; a runaway command may leave anything. */
export const overlayLimits = { fileBytes: 1024 * 1024, totalBytes: 8 * 1024 * 1024, files: 2000, depth: 32 }

export interface Snapshot {
  readonly overlay: Overlay
  /** Paths of what no overlay can hold: links, pipes, names of control characters, and what is beyond {@link overlayLimits}. */
  readonly skipped: ReadonlyArray<string>
}

/** What an agent, and commands that nobody trusts, made of a folder that began with `fixtures`. No link in it is followed. */
export const overlayOf = (
  folder: string,
  fixtures: ReadonlyMap<string, Uint8Array>
): Effect.Effect<Snapshot, FileToolError> =>
  Effect.try({
    try: () => {
      const { files, skipped } = filesIn(folder)
      const changed = [...files].filter(([path, bytes]) => {
        const before = fixtures.get(path)
        return before === undefined || Buffer.compare(before, bytes) !== 0
      })
      const gone = [...fixtures.keys()].filter((path) => !files.has(path))
      const overlay: Overlay = Object.fromEntries([
        ...changed.map(([path, bytes]) => [path, bytesText(bytes)] as const),
        ...gone.map((path) => [path, null] as const)
      ])
      return { overlay, skipped }
    },
    catch: (cause) => fileToolError(folder, cause)
  })

const filesIn = (root: string) => {
  const files = new Map<string, Uint8Array>()
  const skipped: Array<string> = []
  let total = 0
  const visit = (names: ReadonlyArray<string>): void => {
    const { complete, entries } = withFolder(root, names, false, (open) =>
      listFolder(open, overlayLimits.files)
    )
    if (!complete) skipped.push([...names, "…"].join("/"))
    for (const { bytes, kind, name } of entries) {
      const inner = [...names, name]
      const path = inner.join("/")
      const fits = bytes <= overlayLimits.fileBytes && total + bytes <= overlayLimits.totalBytes
      if (!isPlain(path) || inner.length > overlayLimits.depth) skipped.push(path)
      else if (kind === "folder") visit(inner)
      else if (kind === "file" && fits && files.size < overlayLimits.files) {
        total += bytes
        files.set(
          path,
          onFile(root, inner, "read", (file) => readAtMost(file, overlayLimits.fileBytes))
        )
      } else skipped.push(path)
    }
  }
  visit([])
  return { files, skipped }
}

/** Lays an overlay over a folder that has the fixtures in it. A path that leads elsewhere is refused before anything is touched. */
export const applyOverlay = (folder: string, overlay: Overlay): Effect.Effect<void, FileToolError> =>
  Effect.gen(function* () {
    const stray = Object.keys(overlay).find((path) => !isPlain(path))
    if (stray !== undefined) {
      return yield* new FileToolError({ problem: "bad_path", path: stray.slice(0, 200) })
    }
    // What is gone makes room first: a file may have become a folder, or a folder a file.
    const order = Object.entries(overlay).sort(([, a], [, b]) => Number(b === null) - Number(a === null))
    for (const [path, content] of order) {
      yield* Effect.try({
        try: () =>
          content === null ? remove(folder, path.split("/")) : put(folder, path.split("/"), content),
        catch: (cause) => fileToolError(path, cause)
      })
    }
  })

const put = (root: string, names: ReadonlyArray<string>, content: BytesText): void => {
  const bytes = bytesOf(content)
  onFile(root, names, "write", (file) => {
    fs.ftruncateSync(file, 0)
    for (let done = 0; done < bytes.length; ) done += fs.writeSync(file, bytes, done)
  })
}

/** With the folders that are empty then: a file may take the name of one. What is not there is gone already. */
const remove = (root: string, names: ReadonlyArray<string>): void => {
  const [folders, name] = [names.slice(0, -1), names.at(-1) ?? ""]
  const gone = ignoring(["ENOENT"], () =>
    withFolder(root, folders, false, (folder) => fs.unlinkSync(below(folder, name)))
  )
  for (let depth = folders.length; gone && depth > 0; depth--) {
    const emptied = ignoring(["ENOTEMPTY", "EEXIST"], () =>
      withFolder(root, folders.slice(0, depth - 1), false, (folder) =>
        fs.rmdirSync(below(folder, folders[depth - 1] ?? ""))
      )
    )
    if (!emptied) break
  }
}

/** Whether it could be done; the errors that are named are no errors. */
const ignoring = (codes: ReadonlyArray<string>, act: () => void): boolean => {
  try {
    act()
    return true
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && codes.includes(String(cause.code))) return false
    throw cause
  }
}

/** The one spelling of a path to a file within the folder. */
const isPlain = (path: string): boolean =>
  Either.match(taskPath(path), {
    onLeft: () => false,
    onRight: (names) => names.length > 0 && names.join("/") === path
  })

export const overlayText = (overlay: Overlay): string => `${canonicalJson(overlay)}\n`

/** The inverse of {@link overlayText}. Paths are looked at when it is applied. */
export const readOverlay = (bytes: Uint8Array): Either.Either<Overlay, string> =>
  Either.mapLeft(
    Either.flatMap(parseJsonBytes(bytes), Schema.decodeUnknownEither(Overlay, { onExcessProperty: "error" })),
    ({ message }) => message
  )
