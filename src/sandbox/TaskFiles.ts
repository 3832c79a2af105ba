import { isUtf8 } from "node:buffer"
import * as fs from "node:fs"
import * as Effect from "effect/Effect"
import { defaultFileLimits, type FileLimits } from "./FileLimits.js"
import type { FileToolError } from "./FileToolError.js"
import { fileToolError, withFolder } from "./openWithin.js"
import { type Entry, listFolder, onFile, readAtMost, refusal } from "./readWithin.js"
import { type Match, searchFiles } from "./searchFiles.js"
import { taskPath } from "./taskPath.js"

/**
 * The files of one task, for tools that a model calls. Whatever the paths say and whatever a command put there, nothing outside the folder is
 * read or changed: every name is opened below the open folder before it, links are refused, and only ordinary files are touched. Needs Linux,
 * as the sandbox does.
 */
export interface TaskFiles {
  /** The whole of a text in UTF-8. */
  readonly read: (path: string) => Effect.Effect<string, FileToolError>
  /** By name, in the order of code units; `complete` is false when there are more. */
  readonly list: (
    path: string
  ) => Effect.Effect<{ readonly entries: ReadonlyArray<Entry>; readonly complete: boolean }, FileToolError>
  /** Lines that contain the text as it is, in all text files at and below the path. */
  readonly search: (
    text: string,
    path: string
  ) => Effect.Effect<{ readonly matches: ReadonlyArray<Match>; readonly complete: boolean }, FileToolError>
  /** Creates the file and the folders on the way, or replaces the file's content. */
  readonly write: (path: string, content: string) => Effect.Effect<void, FileToolError>
}

export const taskFiles = (root: string, limits: FileLimits = defaultFileLimits): TaskFiles => {
  const at = <A>(path: string, act: (names: ReadonlyArray<string>) => A): Effect.Effect<A, FileToolError> =>
    Effect.flatMap(taskPath(path), (names) =>
      Effect.try({ try: () => act(names), catch: (cause) => fileToolError(path, cause) })
    )

  return {
    read: (path) =>
      at(path, (names) =>
        onFile(root, names, "read", (file, size) => {
          if (size > limits.fileBytes) throw refusal("too_large")
          const bytes = readAtMost(file, limits.fileBytes)
          if (!isUtf8(bytes)) throw refusal("not_text")
          return bytes.toString("utf8")
        })
      ),
    list: (path) =>
      at(path, (names) => withFolder(root, names, false, (folder) => listFolder(folder, limits.entries))),
    search: (text, path) => at(path, (names) => searchFiles(root, names, text, limits)),
    write: (path, content) =>
      at(path, (names) => {
        const bytes = Buffer.from(content)
        if (bytes.length > limits.fileBytes) throw refusal("too_large")
        onFile(root, names, "write", (file) => {
          fs.ftruncateSync(file, 0)
          for (let done = 0; done < bytes.length; ) done += fs.writeSync(file, bytes, done)
        })
      })
  }
}
