import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import type { Json } from "../json/Json.js"
import { type JsonLine, JsonLineReader } from "../json/JsonLines.js"
import { parseJsonBytes } from "../json/JsonParser.js"
import { Disk, type DiskError, type DiskService } from "./Disk.js"
import { DamagedRecord } from "./RecordError.js"

/** Turns a parsed value into an `A`, or says which file, line and field is wrong. */
export type RowDecoder<A> = (path: string, line: number, value: unknown) => Either.Either<A, DamagedRecord>

const cut = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)}…` : text)

/** A decoder for one kind of saved line; build it once, outside of loops. */
export const rowDecoder = <A, I>(schema: Schema.Schema<A, I>): RowDecoder<A> => {
  const decode = Schema.decodeUnknownEither(schema, { errors: "first" })
  return (path, line, value) =>
    Either.mapLeft(decode(value), (error) => {
      const issue = ParseResult.ArrayFormatter.formatErrorSync(error).at(-1)
      const where =
        issue === undefined || issue.path.length === 0 ? "" : `${issue.path.map(String).join(".")}: `
      return new DamagedRecord({ path, line, reason: cut(`${where}${issue?.message ?? "unreadable"}`) })
    })
}

/** Reads a file that holds one JSON value. */
export const readJson = (path: string): Effect.Effect<Json, DiskError | DamagedRecord, Disk> =>
  Effect.flatMap(
    Effect.flatMap(Disk, (disk) => disk.read(path)),
    (bytes) => parsed(path, bytes)
  )

const parsed = (path: string, bytes: Uint8Array): Either.Either<Json, DamagedRecord> =>
  Either.mapLeft(
    parseJsonBytes(bytes),
    (error) => new DamagedRecord({ path, line: 0, reason: error.message })
  )

export const readJsonAs = <A>(
  path: string,
  decoder: RowDecoder<A>
): Effect.Effect<A, DiskError | DamagedRecord, Disk> =>
  Effect.flatMap(readJson(path), (value) => decoder(path, 0, value))

/** As {@link readJsonAs}; `null` where there is no such file. */
export const readJsonIfExists = <A>(
  disk: DiskService,
  path: string,
  decoder: RowDecoder<A>
): Effect.Effect<A | null, DiskError | DamagedRecord> =>
  Effect.flatMap(disk.readIfExists(path), (bytes) =>
    Option.isNone(bytes)
      ? Either.right(null)
      : Either.flatMap(parsed(path, bytes.value), (value) => decoder(path, 0, value))
  )

/** Reads a JSON Lines file row by row; every line must be readable, and the last one complete. Only one piece of the file is held. */
export const eachRowAs = <A>(
  path: string,
  decoder: RowDecoder<A>,
  take: (row: A) => void
): Effect.Effect<void, DiskError | DamagedRecord, Disk> =>
  Effect.gen(function* () {
    const reader = new JsonLineReader()
    let damage: DamagedRecord | null = null
    const readAll = (lines: Iterable<JsonLine>): void => {
      for (const line of damage === null ? lines : []) {
        const row = decodeLine(path, line, decoder)
        if (Either.isRight(row)) take(row.right)
        else {
          damage = row.left
          return
        }
      }
    }
    yield* (yield* Disk).readInPieces(path, (piece) => readAll(reader.push(piece)))
    readAll(reader.end())
    if (damage !== null) yield* Effect.fail<DamagedRecord>(damage)
  })

const decodeLine = <A>(
  path: string,
  { line, terminated, value }: JsonLine,
  decoder: RowDecoder<A>
): Either.Either<A, DamagedRecord> => {
  if (!terminated) return Either.left(new DamagedRecord({ path, line, reason: "its last line has no end" }))
  const json = Either.mapLeft(value, (error) => new DamagedRecord({ path, line, reason: error.message }))
  return Either.flatMap(json, (row) => decoder(path, line, row))
}

/** All rows of a JSON Lines file, as {@link eachRowAs} reads them. */
export const readRowsAs = <A>(
  path: string,
  decoder: RowDecoder<A>
): Effect.Effect<ReadonlyArray<A>, DiskError | DamagedRecord, Disk> =>
  Effect.suspend(() => {
    const rows: Array<A> = []
    return Effect.as(
      eachRowAs(path, decoder, (row) => rows.push(row)),
      rows
    )
  })
