import * as fs from "node:fs"
import { FileToolError, type FileToolProblem } from "./FileToolError.js"

const { O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_CREAT, O_WRONLY, O_EXCL } = fs.constants

/** Below an open folder: the kernel resolves it against the descriptor, as `openat` does, whatever happens to the folder's name meanwhile. */
export const below = (folder: number, name: string): string => `/proc/self/fd/${folder}/${name}`

const codeOf = (cause: unknown): string =>
  cause instanceof Error && "code" in cause && typeof cause.code === "string" ? cause.code : "unknown"

const problemOf: Record<string, FileToolProblem> = {
  ENOENT: "missing",
  ELOOP: "is_link",
  ENOTDIR: "not_a_folder",
  EISDIR: "not_a_file",
  // A pipe that nobody reads, a socket, a device without a driver.
  ENXIO: "not_a_file"
}

/** What went wrong on the way to `path`, whether the system or one of us said so. */
export const fileToolError = (given: string, cause: unknown): FileToolError => {
  const path = given.slice(0, 200)
  if (cause instanceof FileToolError) return new FileToolError({ ...cause, path })
  const code = codeOf(cause)
  const problem = problemOf[code]
  return problem === undefined
    ? new FileToolError({ problem: "refused", path, code })
    : new FileToolError({ problem, path })
}

/**
 * Opens the folder at the end of `names`, one name after the other and following no link, and hands it over. Nobody can put a link into
 * the way between a check and a use, because there is no check: a link is refused by the opening itself.
 */
export const withFolder = <A>(
  root: string,
  names: ReadonlyArray<string>,
  make: boolean,
  use: (folder: number) => A
): A => {
  let folder = fs.openSync(root, O_RDONLY | O_DIRECTORY)
  try {
    for (const name of names) {
      const next = openFolder(folder, name, make)
      fs.closeSync(folder)
      folder = next
    }
    return use(folder)
  } finally {
    fs.closeSync(folder)
  }
}

const openFolder = (parent: number, name: string, make: boolean): number => {
  const place = below(parent, name)
  const flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_NONBLOCK
  try {
    return fs.openSync(place, flags)
  } catch (cause) {
    if (codeOf(cause) === "ENOTDIR" && fs.lstatSync(place).isSymbolicLink()) throw linkAt(name)
    if (!make || codeOf(cause) !== "ENOENT") throw cause
    fs.mkdirSync(place)
    return fs.openSync(place, flags)
  }
}

/** With O_DIRECTORY the system calls a link a thing that is no folder. */
const linkAt = (name: string): FileToolError => new FileToolError({ problem: "is_link", path: name })

/** Opens an ordinary file below an open folder; never waits for a pipe, never touches a device. */
export const withFile = <A>(
  folder: number,
  name: string,
  mode: "read" | "write",
  use: (file: number, size: number) => A
): A => {
  const file = openFile(below(folder, name), mode)
  try {
    const { size } = requireFile(file, name)
    return use(file, size)
  } finally {
    fs.closeSync(file)
  }
}

const openFile = (place: string, mode: "read" | "write"): number => {
  const flags = O_NOFOLLOW | O_NONBLOCK
  if (mode === "read") return fs.openSync(place, O_RDONLY | flags)
  try {
    return fs.openSync(place, O_WRONLY | flags)
  } catch (cause) {
    if (codeOf(cause) !== "ENOENT") throw cause
    return fs.openSync(place, O_WRONLY | O_CREAT | O_EXCL | flags, 0o644)
  }
}

const requireFile = (file: number, name: string): fs.Stats => {
  const stats = fs.fstatSync(file)
  if (!stats.isFile()) throw new FileToolError({ problem: "not_a_file", path: name })
  return stats
}
