import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import type { Json } from "../json/Json.js"
import { readJsonLines } from "../json/JsonLines.js"
import { parseJsonBytes } from "../json/JsonParser.js"
import { Disk, type DiskError } from "./Disk.js"
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
    (bytes) =>
      Either.mapLeft(
        parseJsonBytes(bytes),
        (error) => new DamagedRecord({ path, line: 0, reason: error.message })
      )
  )

export const readJsonAs = <A>(
  path: string,
  decoder: RowDecoder<A>
): Effect.Effect<A, DiskError | DamagedRecord, Disk> =>
  Effect.flatMap(readJson(path), (value) => decoder(path, 0, value))

/** Reads a JSON Lines file whole; every line must be readable, and the last one complete. */
export const readRowsAs = <A>(
  path: string,
  decoder: RowDecoder<A>
): Effect.Effect<ReadonlyArray<A>, DiskError | DamagedRecord, Disk> =>
  Effect.gen(function* () {
    const bytes = yield* (yield* Disk).read(path)
    const rows: Array<A> = []
    for (const { line, terminated, value } of readJsonLines(bytes)) {
      if (!terminated) return yield* new DamagedRecord({ path, line, reason: "its last line has no end" })
      const json = Either.mapLeft(value, (error) => new DamagedRecord({ path, line, reason: error.message }))
      if (Either.isLeft(json)) return yield* Effect.fail(json.left)
      const row = decoder(path, line, json.right)
      if (Either.isLeft(row)) return yield* Effect.fail(row.left)
      rows.push(row.right)
    }
    return rows
  })
