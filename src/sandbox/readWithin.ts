import * as fs from "node:fs"
import { FileToolError, type FileToolProblem } from "./FileToolError.js"
import { below, withFile, withFolder } from "./openWithin.js"

export interface Entry {
  readonly name: string
  readonly kind: "file" | "folder" | "other"
  /** Of a file. */
  readonly bytes: number
}

/** The path is added by whoever knows what was asked for. */
export const refusal = (problem: FileToolProblem): FileToolError => new FileToolError({ problem, path: "" })

export const onFile = <A>(
  root: string,
  names: ReadonlyArray<string>,
  mode: "read" | "write",
  use: (file: number, size: number) => A
): A => {
  const name = names.at(-1)
  if (name === undefined) throw refusal("not_a_file")
  return withFolder(root, names.slice(0, -1), mode === "write", (folder) => withFile(folder, name, mode, use))
}

/** No more than the limit even if the file grows meanwhile. */
export const readAtMost = (file: number, limit: number): Buffer => {
  const chunks: Array<Buffer> = []
  let left = limit
  while (left > 0) {
    const chunk = Buffer.allocUnsafe(Math.min(left, 64 * 1024))
    const count = fs.readSync(file, chunk)
    if (count === 0) break
    chunks.push(chunk.subarray(0, count))
    left -= count
  }
  return Buffer.concat(chunks)
}

export const listFolder = (folder: number, most: number) => {
  const names = fs.readdirSync(below(folder, ".")).sort()
  const entries = names.slice(0, most).flatMap((name): ReadonlyArray<Entry> => {
    const stats = fs.lstatSync(below(folder, name), { throwIfNoEntry: false })
    if (stats === undefined) return []
    const kind = stats.isFile() ? "file" : stats.isDirectory() ? "folder" : "other"
    return [{ name, kind, bytes: kind === "file" ? stats.size : 0 }]
  })
  return { entries, complete: names.length <= most }
}
