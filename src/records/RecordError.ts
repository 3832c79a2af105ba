import * as Data from "effect/Data"
import type { DiskError } from "./Disk.js"

/** The path names something that is not a run directory, or one of a newer version. */
export class NotARun extends Data.TaggedError("NotARun")<{ readonly path: string; readonly reason: string }> {
  override get message(): string {
    return `${this.path} is not a run directory that this version can read: ${this.reason}`
  }
}

/** A saved file is not what the manifest or the schedule says it is. */
export class IntegrityError extends Data.TaggedError("IntegrityError")<{
  readonly path: string
  readonly expected: string
  readonly found: string
}> {
  override get message(): string {
    return `${this.path} is not what was recorded (expected ${this.expected}, found ${this.found}); nothing is run on changed data`
  }
}

/** A saved record that cannot be read where it must be. */
export class DamagedRecord extends Data.TaggedError("DamagedRecord")<{
  readonly path: string
  /** 1-based; 0 when the whole file is meant. */
  readonly line: number
  readonly reason: string
}> {
  override get message(): string {
    return `${this.path}${this.line > 0 ? `:${this.line}` : ""} is damaged: ${this.reason}`
  }
}

/** Why a saved file could not be used. */
export type ReadError = DiskError | DamagedRecord | IntegrityError
