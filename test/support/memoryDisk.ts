import * as path from "node:path"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Disk from "../../src/records/Disk.js"

/** What was written, put together when somebody reads it. */
class MemoryFile {
  #chunks: Array<Buffer> = []

  append(content: Uint8Array | string): void {
    this.#chunks.push(Buffer.from(content))
  }

  get bytes(): Buffer {
    const whole = Buffer.concat(this.#chunks)
    this.#chunks = [whole]
    return whole
  }
}

/** A disk without a disk, for tests of so many trials that making their files would take most of the time. */
export const memoryDisk = (): Layer.Layer<Disk.Disk> => {
  const files = new Map<string, MemoryFile>()
  const folders = new Map<string, Set<string>>()

  const namesIn = (folder: string): Set<string> => {
    const known = folders.get(folder)
    if (known !== undefined) return known
    const names = new Set<string>()
    folders.set(folder, names)
    if (path.dirname(folder) !== folder) namesIn(path.dirname(folder)).add(path.basename(folder))
    return names
  }
  const put = (name: string, file: MemoryFile): void => {
    namesIn(path.dirname(name)).add(path.basename(name))
    files.set(name, file)
  }
  const take = (name: string): void => {
    files.delete(name)
    folders.get(path.dirname(name))?.delete(path.basename(name))
  }
  const existing = (operation: string, name: string): Effect.Effect<MemoryFile, Disk.DiskError> => {
    const file = files.get(name)
    return file === undefined
      ? new Disk.DiskError({ operation, path: name, code: "ENOENT" })
      : Effect.succeed(file)
  }
  const write = (name: string, content: Uint8Array | string) =>
    Effect.sync(() => {
      const file = new MemoryFile()
      file.append(content)
      put(name, file)
    })

  return Layer.succeed(Disk.Disk, {
    read: (name) => Effect.suspend(() => Effect.map(existing("read", name), ({ bytes }) => bytes)),
    readInPieces: (name, take) => Effect.map(existing("read", name), ({ bytes }) => take(bytes)),
    readIfExists: (name) =>
      Effect.sync(() => Option.map(Option.fromNullable(files.get(name)), ({ bytes }) => bytes)),
    exists: (name) => Effect.sync(() => files.has(name) || folders.has(name)),
    list: (folder) => Effect.sync(() => [...(folders.get(folder) ?? [])].sort()),
    makeFolder: (folder) => Effect.sync(() => void namesIn(folder)),
    folderWriter: Effect.succeed({
      write: (_folder: string, file: string, content: Uint8Array) => write(file, content),
      finish: Effect.void
    }),
    write,
    create: (name, content) =>
      Effect.suspend(() =>
        files.has(name)
          ? new Disk.DiskError({ operation: "create", path: name, code: "EEXIST" })
          : write(name, content)
      ),
    replace: write,
    replaceAll: (contents) =>
      Effect.forEach(contents, ([name, content]) => write(name, content), { discard: true }),
    rename: (from, to) =>
      Effect.suspend(() =>
        Effect.map(existing("rename", from), (file) => {
          take(from)
          put(to, file)
        })
      ),
    truncate: (name, length) =>
      Effect.suspend(() =>
        Effect.flatMap(existing("truncate", name), ({ bytes }) => write(name, bytes.subarray(0, length)))
      ),
    remove: (name) => Effect.sync(() => take(name)),
    appender: (name) =>
      Effect.sync(() => {
        const file = files.get(name) ?? new MemoryFile()
        put(name, file)
        return { append: (content) => Effect.sync(() => file.append(content)) }
      })
  })
}
