import * as fs from "node:fs"
import * as path from "node:path"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { Scope } from "effect/Scope"
import { beside, type FolderWriter } from "./FolderWriter.js"
import { groupCommit } from "./groupCommit.js"

/** A file operation that the operating system refused. */
export class DiskError extends Data.TaggedError("DiskError")<{
  readonly operation: string
  readonly path: string
  /** The system's code, such as ENOENT or ENOSPC. */
  readonly code: string
}> {
  override get message(): string {
    return `cannot ${this.operation} ${this.path}: ${this.code}`
  }
}

/**
 * Whether a write has to survive a power cut before anything depends on it (decision 19). Live runs are durable; runs of a
 * simulated model, which cost nothing to repeat, write the same files plainly.
 */
export type Durability = "durable" | "plain"

/** Appends to one file through one open handle; a durable append returns once its bytes are on the disk. */
export interface Appender {
  readonly append: (content: Uint8Array | string) => Effect.Effect<void, DiskError>
}

/** The few file operations that a run needs, so that tests can record, reorder or refuse them. */
export interface DiskService {
  readonly read: (file: string) => Effect.Effect<Uint8Array, DiskError>
  /**
   * The same bytes piece by piece, for files that need not be held whole. `take` must not keep a piece: the next one overwrites it, whoever
   * reads it.
   */
  readonly readInPieces: (file: string, take: (piece: Uint8Array) => void) => Effect.Effect<void, DiskError>
  readonly readIfExists: (file: string) => Effect.Effect<Option.Option<Uint8Array>, DiskError>
  /** Fails where it cannot be told: a file that the system does not show is not a file that is missing. */
  readonly exists: (file: string) => Effect.Effect<boolean, DiskError>
  /** Names in the folder, sorted by code unit; empty when there is no such folder. */
  readonly list: (folder: string) => Effect.Effect<ReadonlyArray<string>, DiskError>
  /** With the folders above it. Durably: a file that is synced in it later is not lost with the folder's name. */
  readonly makeFolder: (folder: string, durability?: Durability) => Effect.Effect<void, DiskError>
  /** Creates or overwrites in place. */
  readonly write: (file: string, content: Uint8Array | string) => Effect.Effect<void, DiskError>
  /** The file appears with its whole content, or fails with EEXIST where one stands already. */
  readonly create: (file: string, content: Uint8Array | string) => Effect.Effect<void, DiskError>
  /** Readers see the old file or the new one, never a part: a temporary file beside it, then a rename. */
  readonly replace: (
    file: string,
    content: Uint8Array | string,
    durability?: Durability
  ) => Effect.Effect<void, DiskError>
  /**
   * As `replace` for each, in this order, with one sync of a folder for all that is in it: nothing may depend on one of them before all are
   * there.
   */
  readonly replaceAll: (
    contents: ReadonlyArray<readonly [file: string, content: Uint8Array | string]>,
    durability?: Durability
  ) => Effect.Effect<void, DiskError>
  readonly rename: (from: string, to: string) => Effect.Effect<void, DiskError>
  /** Cuts the file to its first `length` bytes, durably. */
  readonly truncate: (file: string, length: number) => Effect.Effect<void, DiskError>
  readonly remove: (file: string) => Effect.Effect<void, DiskError>
  readonly appender: (file: string, durability?: Durability) => Effect.Effect<Appender, DiskError, Scope>
  /** For many new folders with a file in each; the file system may see them later than whoever makes them. */
  readonly folderWriter: Effect.Effect<FolderWriter<DiskError>, never, Scope>
}

/** All files that this program reads or writes. */
export class Disk extends Context.Tag("locality/Disk")<Disk, DiskService>() {}

/** The system calls behind Disk. Tests replace some of them to see their order, or to let them fail. */
export type FileCalls = Pick<
  typeof fs,
  | "openSync"
  | "readSync"
  | "writeSync"
  | "fsyncSync"
  | "fdatasync"
  | "ftruncateSync"
  | "closeSync"
  | "renameSync"
  | "linkSync"
  | "readFileSync"
  | "readdirSync"
  | "existsSync"
  | "statSync"
  | "mkdirSync"
  | "rmSync"
>

const codeOf = (cause: unknown): string =>
  cause instanceof Error && "code" in cause && typeof cause.code === "string" ? cause.code : "unknown error"

const attempt = <A>(operation: string, file: string, act: () => A): Effect.Effect<A, DiskError> =>
  Effect.try({ try: act, catch: (cause) => new DiskError({ operation, path: file, code: codeOf(cause) }) })

const pieceBytes = 1 << 18

/** What `act` returns, or `otherwise` where the system refuses it with `code`. */
const unless = <A>(code: string, act: () => A, otherwise: () => A): A => {
  try {
    return act()
  } catch (cause) {
    if (codeOf(cause) === code) return otherwise()
    throw cause
  }
}

const bytesOf = (content: Uint8Array | string): Uint8Array =>
  typeof content === "string" ? Buffer.from(content) : content

/**
 * Synchronous system calls: for the many small files of a run they cost a fraction of the asynchronous ones, and an
 * interruption cannot fall into the middle of a write. Only the syncs of a shared log run beside other work.
 */
export const make = (calls: FileCalls): DiskService => {
  const withHandle = (file: string, flags: string, act: (handle: number) => void): void => {
    const handle = calls.openSync(file, flags)
    try {
      act(handle)
    } finally {
      calls.closeSync(handle)
    }
  }

  const writeAll = (handle: number, bytes: Uint8Array): void => {
    for (let done = 0; done < bytes.length; ) done += calls.writeSync(handle, bytes, done)
  }

  /** Node's own `recursive` never returns where the system refuses a folder as missing, as below /proc. */
  const makeFolders = (folder: string): void => {
    try {
      calls.mkdirSync(folder)
    } catch (cause) {
      const code = codeOf(cause)
      if (code === "EEXIST" && calls.readdirSync(folder) !== undefined) return
      const parent = path.dirname(folder)
      if (code !== "ENOENT" || calls.existsSync(parent)) throw cause
      makeFolders(parent)
      calls.mkdirSync(folder)
    }
  }

  const syncFolder = (folder: string): void => withHandle(folder, "r", (handle) => calls.fsyncSync(handle))

  /** Under its name, whole; the name itself is as durable as its folder. */
  const place = (file: string, content: Uint8Array | string, durability: Durability): void => {
    const partial = `${file}.partial`
    try {
      withHandle(partial, "w", (handle) => {
        writeAll(handle, bytesOf(content))
        if (durability === "durable") calls.fsyncSync(handle)
      })
      calls.renameSync(partial, file)
    } catch (cause) {
      calls.rmSync(partial, { force: true })
      throw cause
    }
  }

  const read = (file: string) => attempt("read", file, (): Uint8Array => calls.readFileSync(file))

  const makeFolder: DiskService["makeFolder"] = (folder, durability = "plain") =>
    attempt("create the folder", folder, () => {
      makeFolders(folder)
      if (durability === "durable") syncFolder(path.dirname(folder))
    })

  const write: DiskService["write"] = (file, content) =>
    attempt("write", file, () => withHandle(file, "w", (handle) => writeAll(handle, bytesOf(content))))

  const piece = Buffer.allocUnsafe(pieceBytes)

  return {
    read,
    makeFolder,
    write,
    readInPieces: (file, take) =>
      attempt("read", file, () =>
        withHandle(file, "r", (handle) => {
          for (;;) {
            const length = calls.readSync(handle, piece)
            if (length === 0) return
            take(piece.subarray(0, length))
          }
        })
      ),
    readIfExists: (file) =>
      attempt("read", file, () =>
        unless(
          "ENOENT",
          () => Option.some<Uint8Array>(calls.readFileSync(file)),
          () => Option.none()
        )
      ),
    exists: (file) =>
      attempt("look for", file, () =>
        unless(
          // A file is on the way: nothing can be below it.
          "ENOTDIR",
          () => calls.statSync(file, { throwIfNoEntry: false }) !== undefined,
          () => false
        )
      ),
    list: (folder) =>
      attempt("list", folder, () =>
        unless(
          "ENOENT",
          (): ReadonlyArray<string> => calls.readdirSync(folder).sort(),
          () => []
        )
      ),
    create: (file, content) =>
      attempt("create", file, () => {
        const whole = `${file}.${process.pid}`
        // A process of the same number that died in here may have left it, as another name of `file`.
        calls.rmSync(whole, { force: true })
        try {
          withHandle(whole, "w", (handle) => writeAll(handle, bytesOf(content)))
          calls.linkSync(whole, file)
        } finally {
          calls.rmSync(whole, { force: true })
        }
      }),
    replace: (file, content, durability = "plain") =>
      attempt("write", file, () => {
        place(file, content, durability)
        if (durability === "durable") syncFolder(path.dirname(file))
      }),
    replaceAll: (contents, durability = "plain") => {
      let current = ""
      return Effect.try({
        try: () => {
          for (const [file, content] of contents) {
            current = file
            place(file, content, durability)
          }
          if (durability === "durable") {
            for (const folder of new Set(contents.map(([file]) => path.dirname(file)))) syncFolder(folder)
          }
        },
        catch: (cause) => new DiskError({ operation: "write", path: current, code: codeOf(cause) })
      })
    },
    rename: (from, to) => attempt("rename", from, () => calls.renameSync(from, to)),
    truncate: (file, length) =>
      attempt("truncate", file, () =>
        withHandle(file, "r+", (handle) => {
          calls.ftruncateSync(handle, length)
          calls.fsyncSync(handle)
        })
      ),
    remove: (file) => attempt("remove", file, () => calls.rmSync(file, { force: true })),
    appender: (file, durability = "plain") =>
      Effect.gen(function* () {
        const handle = yield* Effect.acquireRelease(
          attempt("open", file, () => {
            const opened = calls.openSync(file, "a")
            if (durability === "durable") syncFolder(path.dirname(file))
            return opened
          }),
          (opened) => Effect.sync(() => calls.closeSync(opened))
        )
        if (durability === "plain") {
          return {
            append: (content) => attempt("append to", file, () => writeAll(handle, bytesOf(content)))
          }
        }
        const { append, drained } = groupCommit(
          (bytes) => writeAll(handle, bytes),
          (done) => calls.fdatasync(handle, done)
        )
        // Before the handle is closed: its number may be another file's by then.
        yield* Effect.addFinalizer(() => drained)
        return {
          append: (content) =>
            Effect.mapError(
              append(bytesOf(content)),
              (cause) => new DiskError({ operation: "append to", path: file, code: codeOf(cause) })
            )
        }
      }),
    folderWriter: Effect.succeed({
      write: (folder, file, content) => Effect.zipRight(makeFolder(folder), write(file, content)),
      finish: Effect.void
    })
  }
}

const withThread = (disk: DiskService): DiskService => ({
  ...disk,
  folderWriter: Effect.flatMap(disk.folderWriter, ({ write }) =>
    beside(write, (refusal) => new DiskError(refusal))
  )
})

/** The real file system. */
export const layer: Layer.Layer<Disk> = Layer.succeed(Disk, withThread(make(fs)))

/**
 * The system's calls, but for the syncs: for tests, none of which cuts the power. A sync leaves the thread, and a test clock would run ahead
 * of it.
 */
export const callsWithoutSync: FileCalls = {
  ...fs,
  fsyncSync: () => {},
  fdatasync: ((_: number, done: (cause: null) => void) => done(null)) as typeof fs.fdatasync // only this form is called
}

/** The real disk without its syncs: for tests, whose files need not outlive a power cut. */
export const layerWithoutSync: Layer.Layer<Disk> = Layer.succeed(Disk, make(callsWithoutSync))
