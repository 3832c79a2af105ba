import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Option from "effect/Option"
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
  readonly append: (bytes: Uint8Array) => Effect.Effect<void, DiskError>
}

/** The few file operations that a run needs, so that tests can record, reorder or refuse them. */
export interface DiskService {
  readonly read: (path: string) => Effect.Effect<Uint8Array, DiskError>
  readonly readIfExists: (path: string) => Effect.Effect<Option.Option<Uint8Array>, DiskError>
  /** Names in the folder, sorted; empty when there is no such folder. */
  readonly list: (path: string) => Effect.Effect<ReadonlyArray<string>, DiskError>
  readonly makeFolder: (path: string) => Effect.Effect<void, DiskError>
  /** Creates or overwrites in place. */
  readonly write: (path: string, bytes: Uint8Array | string) => Effect.Effect<void, DiskError>
  /** Readers see the old file or the new one, never a part: temporary file in the same folder, then rename. */
  readonly replace: (path: string, bytes: Uint8Array | string) => Effect.Effect<void, DiskError>
  readonly appender: (path: string) => Effect.Effect<Appender, DiskError, Scope>
}

export class Disk extends Context.Tag("locality/Disk")<Disk, DiskService>() {}

export declare const layer: Layer.Layer<Disk>
void Layer
