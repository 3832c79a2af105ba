import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import type { Scope } from "effect/Scope"
import { isObject, type JsonObject } from "../json/Json.js"
import { readJsonLines, renderJsonLine } from "../json/JsonLines.js"
import { Disk, type DiskError, type Durability } from "../records/Disk.js"
import { DamagedRecord } from "../records/RecordError.js"

/** Takes one saved record into account, in order; a `Left` says why it cannot stand where it stands. */
export type Replay = (record: JsonObject) => Either.Either<void, string>

/** An append-only JSON Lines file whose records are numbered from 1 without gaps. */
export interface RecordLog {
  /** Bytes of a torn last record that were moved to a file of their own; 0 if there were none. */
  readonly quarantinedBytes: number
  /** Appends records with the next numbers, in one write. Two calls never mix. */
  readonly append: (...records: ReadonlyArray<JsonObject>) => Effect.Effect<void, DiskError>
}

const lineFeed = 0x0a

/**
 * Opens the log at `path`, creating it if need be, and replays what it holds. A process that was killed may leave a last line without
 * its end: those bytes go to `<path>.torn-<seq>`, and the file is cut back to its last complete record before anything
 * is appended. Damage anywhere else stops here, with file and line: it is never skipped (specification 9.4).
 */
export const open = (
  path: string,
  options: { readonly durability: Durability; readonly replay: Replay }
): Effect.Effect<RecordLog, DiskError | DamagedRecord, Disk | Scope> =>
  Effect.gen(function* () {
    const disk = yield* Disk
    const bytes = Option.getOrElse(yield* disk.readIfExists(path), () => new Uint8Array())
    const end = bytes.lastIndexOf(lineFeed) + 1
    let seq = yield* replayAll(path, bytes.subarray(0, end), options.replay)
    const torn = bytes.subarray(end)
    if (torn.length > 0) {
      yield* disk.replace(`${path}.torn-${seq + 1}`, torn, options.durability)
      yield* disk.truncate(path, end)
    }
    const appender = yield* disk.appender(path, options.durability)
    return {
      quarantinedBytes: torn.length,
      append: (...records) =>
        Effect.suspend(() =>
          appender.append(records.map((fields) => renderJsonLine({ seq: ++seq, ...fields })).join(""))
        )
    }
  })

/** Replays a log without opening it for writing; a torn last line is left where it is and not replayed. */
export const read = (path: string, replay: Replay): Effect.Effect<void, DiskError | DamagedRecord, Disk> =>
  Effect.gen(function* () {
    const bytes = Option.getOrElse(yield* (yield* Disk).readIfExists(path), () => new Uint8Array())
    yield* replayAll(path, bytes.subarray(0, bytes.lastIndexOf(lineFeed) + 1), replay)
  })

/** Returns the number of records. */
const replayAll = (path: string, bytes: Uint8Array, replay: Replay): Either.Either<number, DamagedRecord> => {
  let count = 0
  for (const { line, offset, value } of readJsonLines(bytes)) {
    const replayed = Either.flatMap(
      Either.mapLeft(value, (error) => error.message),
      (record) =>
        isObject(record) && record.seq === line
          ? replay(record)
          : Either.left(`the record's seq is not ${line}`)
    )
    if (Either.isLeft(replayed)) {
      return Either.left(new DamagedRecord({ path, line, reason: `${replayed.left} (byte ${offset})` }))
    }
    count = line
  }
  return Either.right(count)
}
