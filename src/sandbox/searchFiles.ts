import { isUtf8 } from "node:buffer"
import * as fs from "node:fs"
import type { FileLimits } from "./FileLimits.js"
import { below, withFolder } from "./openWithin.js"
import { listFolder, onFile, readAtMost } from "./readWithin.js"

export interface Match {
  /** From the task's folder, with `/`. */
  readonly path: string
  /** From 1. */
  readonly line: number
  /** At most 200 characters. */
  readonly text: string
}

/** Lines that contain `text`, in the text files at and below `from`; within the limits, and `complete` only if those were wide enough. */
export const searchFiles = (root: string, from: ReadonlyArray<string>, text: string, limits: FileLimits) => {
  const matches: Array<Match> = []
  let complete = true
  let bytesLeft = limits.searchBytes
  let entriesLeft = limits.entries

  const contentOf = (names: ReadonlyArray<string>): Buffer | null => {
    try {
      return onFile(root, names, "read", (file, size) =>
        size > limits.fileBytes || size > bytesLeft ? null : readAtMost(file, size)
      )
    } catch {
      // It may not be read, or has changed into something else meanwhile: the rest can still be searched.
      return null
    }
  }

  const inFile = (names: ReadonlyArray<string>): void => {
    const content = contentOf(names)
    if (content === null) complete = false
    if (content === null || !isUtf8(content)) return
    bytesLeft -= content.length
    for (const [index, line] of content.toString("utf8").split("\n").entries()) {
      if (!line.includes(text)) continue
      if (matches.length >= limits.matches) {
        complete = false
        return
      }
      matches.push({ path: names.join("/"), line: index + 1, text: line.slice(0, 200) })
    }
  }

  const inFolder = (names: ReadonlyArray<string>): void => {
    const listed = withFolder(root, names, false, (folder) => listFolder(folder, limits.entries))
    complete &&= listed.complete
    for (const { name, kind } of listed.entries) {
      if (entriesLeft-- <= 0) {
        complete = false
        return
      }
      const place = [...names, name]
      if (kind === "file") inFile(place)
      if (kind === "folder" && place.length < 32) inFolder(place)
    }
  }

  const target = from.at(-1)
  const isFile =
    target !== undefined &&
    withFolder(root, from.slice(0, -1), false, (folder) => fs.lstatSync(below(folder, target)).isFile())
  if (isFile) inFile(from)
  else inFolder(from)
  return { matches, complete }
}
