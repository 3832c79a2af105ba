import * as fs from "node:fs"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { Scope } from "effect/Scope"

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

/** Appends to one file through one open handle. */
export interface Appender {
  readonly append: (bytes: Uint8Array | string) => Effect.Effect<void, DiskError>
}

/** The few file operations that a run needs, so that tests can record, reorder or refuse them. */
export interface DiskService {
  readonly read: (file: string) => Effect.Effect<Uint8Array, DiskError>
  readonly readIfExists: (file: string) => Effect.Effect<Option.Option<Uint8Array>, DiskError>
  readonly exists: (file: string) => Effect.Effect<boolean>
  /** Names in the folder, sorted by code unit; empty when there is no such folder. */
  readonly list: (folder: string) => Effect.Effect<ReadonlyArray<string>, DiskError>
  readonly makeFolder: (folder: string) => Effect.Effect<void, DiskError>
  /** Creates or overwrites in place. */
  readonly write: (file: string, content: Uint8Array | string) => Effect.Effect<void, DiskError>
  /** Fails with EEXIST where the file stands already. */
  readonly create: (file: string, content: Uint8Array | string) => Effect.Effect<void, DiskError>
  /** Readers see the old file or the new one, never a part: a temporary file beside it, then a rename. */
  readonly replace: (file: string, content: Uint8Array | string) => Effect.Effect<void, DiskError>
  readonly rename: (from: string, to: string) => Effect.Effect<void, DiskError>
  /** Cuts the file to its first `length` bytes. */
  readonly truncate: (file: string, length: number) => Effect.Effect<void, DiskError>
  readonly remove: (file: string) => Effect.Effect<void, DiskError>
  readonly appender: (file: string) => Effect.Effect<Appender, DiskError, Scope>
}

export class Disk extends Context.Tag("locality/Disk")<Disk, DiskService>() {}

const codeOf = (cause: unknown): string =>
  cause instanceof Error && "code" in cause && typeof cause.code === "string" ? cause.code : "unknown error"

const attempt = <A>(operation: string, file: string, act: () => A): Effect.Effect<A, DiskError> =>
  Effect.try({ try: act, catch: (cause) => new DiskError({ operation, path: file, code: codeOf(cause) }) })

const isMissing = (error: DiskError): boolean => error.code === "ENOENT"

const partial = (file: string): string => `${file}.partial`

const read = (file: string) => attempt("read", file, (): Uint8Array => fs.readFileSync(file))

/**
 * Synchronous system calls: for the many small files of a run they cost a fraction of the asynchronous ones, and an
 * interruption cannot fall into the middle of a write.
 */
const node: DiskService = {
  read,
  readIfExists: (file) =>
    read(file).pipe(
      Effect.map(Option.some),
      Effect.catchIf(isMissing, () => Effect.succeed(Option.none()))
    ),
  exists: (file) => Effect.sync(() => fs.existsSync(file)),
  list: (folder) =>
    attempt("list", folder, () => fs.readdirSync(folder).sort()).pipe(
      Effect.catchIf(isMissing, () => Effect.succeed([]))
    ),
  makeFolder: (folder) =>
    attempt("create the folder", folder, () => void fs.mkdirSync(folder, { recursive: true })),
  write: (file, content) => attempt("write", file, () => fs.writeFileSync(file, content)),
  create: (file, content) => attempt("create", file, () => fs.writeFileSync(file, content, { flag: "wx" })),
  replace: (file, content) =>
    attempt("write", file, () => {
      fs.writeFileSync(partial(file), content)
      fs.renameSync(partial(file), file)
    }),
  rename: (from, to) => attempt("rename", from, () => fs.renameSync(from, to)),
  truncate: (file, length) => attempt("truncate", file, () => fs.truncateSync(file, length)),
  remove: (file) => attempt("remove", file, () => fs.rmSync(file, { force: true })),
  appender: (file) =>
    Effect.acquireRelease(
      attempt("open", file, () => fs.openSync(file, "a")),
      (handle) => Effect.sync(() => fs.closeSync(handle))
    ).pipe(
      Effect.map((handle) => ({
        append: (content) => attempt("append to", file, () => fs.appendFileSync(handle, content))
      }))
    )
}

/** The real file system. */
export const layer: Layer.Layer<Disk> = Layer.succeed(Disk, node)
