import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import type { Scope } from "effect/Scope"
import type { Json, JsonObject } from "../json/Json.js"
import { readJsonLines, renderJsonLine } from "../json/JsonLines.js"
import { Disk, type DiskError } from "../records/Disk.js"
import { DamagedRecord } from "../records/RecordError.js"

/** An append-only JSON Lines file whose records are numbered from 1 without gaps. */
export interface RecordLog {
  /** What stood in the file when it was opened. */
  readonly saved: ReadonlyArray<JsonObject>
  /** Bytes of a torn last record that were moved to a file of their own; 0 if there were none. */
  readonly quarantinedBytes: number
  /** Appends `fields` with the next `seq`. */
  readonly append: (fields: JsonObject) => Effect.Effect<void, DiskError>
}

const lineFeed = 0x0a

/**
 * Opens the log at `path`, creating it if need be. A process that was killed may leave a last line without its end: those bytes go to
 * `<path>.torn-<seq>` and the file is cut back to its last complete record before anything is appended. Damage anywhere
 * else stops here, with file, line and reason: it is never skipped (specification 9.4).
 */
export const open = (path: string): Effect.Effect<RecordLog, DiskError | DamagedRecord, Disk | Scope> =>
  Effect.gen(function* () {
    const disk = yield* Disk
    const bytes = Option.getOrElse(yield* disk.readIfExists(path), () => new Uint8Array())
    const end = bytes.lastIndexOf(lineFeed) + 1
    const saved = yield* parse(path, bytes.subarray(0, end))
    const torn = bytes.subarray(end)
    if (torn.length > 0) {
      yield* disk.replace(`${path}.torn-${saved.length + 1}`, torn)
      yield* disk.truncate(path, end)
    }
    const appender = yield* disk.appender(path)
    let seq = saved.length
    return {
      saved,
      quarantinedBytes: torn.length,
      append: (fields) =>
        Effect.suspend(() => {
          seq += 1
          return appender.append(renderJsonLine({ seq, ...fields }))
        })
    }
  })

/** Reads a log without opening it for writing; a torn last line is left where it is and not part of the result. */
export const read = (
  path: string
): Effect.Effect<ReadonlyArray<JsonObject>, DiskError | DamagedRecord, Disk> =>
  Effect.gen(function* () {
    const bytes = Option.getOrElse(yield* (yield* Disk).readIfExists(path), () => new Uint8Array())
    return yield* parse(path, bytes.subarray(0, bytes.lastIndexOf(lineFeed) + 1))
  })

const isObject = (value: Json): value is JsonObject =>
  value !== null && typeof value === "object" && !Array.isArray(value)

const parse = (path: string, bytes: Uint8Array): Either.Either<ReadonlyArray<JsonObject>, DamagedRecord> => {
  const records: Array<JsonObject> = []
  for (const { line, value } of readJsonLines(bytes)) {
    if (Either.isLeft(value))
      return Either.left(new DamagedRecord({ path, line, reason: value.left.message }))
    const record = value.right
    if (!isObject(record) || record.seq !== line) {
      return Either.left(new DamagedRecord({ path, line, reason: `the record's seq is not ${line}` }))
    }
    records.push(record)
  }
  return Either.right(records)
}
