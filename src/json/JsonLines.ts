import * as Either from "effect/Either"
import type { Json } from "./Json.js"
import { JsonError } from "./JsonError.js"
import { parseJsonBytes } from "./JsonParser.js"
import { renderJson } from "./JsonWriter.js"

export interface JsonLine {
  /** Counted from 1. */
  readonly line: number
  /** Of the line's first byte. */
  readonly offset: number
  /** False when the text ends without LF: the writer was cut off, even if what is there happens to be JSON. */
  readonly terminated: boolean
  /** An error's `line` is this line; its `offset` and `column` count within the line. */
  readonly value: Either.Either<Json, JsonError>
}

/**
 * Reads JSON Lines one by one. Only LF ends a line, never U+2028, U+2029, U+0085 or CR; a CR before the LF is white space, as
 * it is everywhere in JSON. An empty line is an error; no bytes are no lines.
 */
export const readJsonLines = (bytes: Uint8Array): Iterable<JsonLine> => ({
  *[Symbol.iterator]() {
    const reader = new JsonLineReader()
    yield* reader.push(bytes)
    yield* reader.end()
  }
})

/** As {@link readJsonLines}, from bytes that come in pieces, cut anywhere. What `push` returns must be read before the next piece. */
export class JsonLineReader {
  #line = 0
  #offset = 0
  /** The beginning of a line whose end has not come yet. */
  #begun: Array<Uint8Array> = []

  #take(rest: Uint8Array, terminated: boolean): JsonLine {
    const bytes = this.#begun.length === 0 ? rest : Buffer.concat([...this.#begun, rest])
    this.#begun = []
    this.#line++
    const offset = this.#offset
    this.#offset += bytes.length + 1
    return { line: this.#line, offset, terminated, value: readLine(bytes, this.#line) }
  }

  *push(piece: Uint8Array): Iterable<JsonLine> {
    let start = 0
    for (;;) {
      const lineFeed = piece.indexOf(lineEnd, start)
      if (lineFeed < 0) break
      yield this.#take(piece.subarray(start, lineFeed), true)
      start = lineFeed + 1
    }
    if (start < piece.length) this.#begun.push(Uint8Array.from(piece.subarray(start)))
  }

  /** The last line, if it has no end. */
  *end(): Iterable<JsonLine> {
    if (this.#begun.length > 0) yield this.#take(new Uint8Array(), false)
  }
}

const lineEnd = 0x0a

const readLine = (bytes: Uint8Array, line: number): Either.Either<Json, JsonError> =>
  Either.mapLeft(parseJsonBytes(bytes), ({ code, offset, column }) => {
    const empty = code === "unexpected_end" && bytes.every(isWhiteSpace)
    return new JsonError({ code: empty ? "empty_line" : code, offset, line, column })
  })

const isWhiteSpace = (byte: number): boolean => byte === 0x20 || byte === 0x09 || byte === 0x0d

/**
 * One record with its LF. U+0085, U+2028 and U+2029 are escaped, because tools that split text at every Unicode line break would
 * tear the record. Throws a JsonWriteError.
 */
export const renderJsonLine = (value: Json): string => asLine(renderJson(value))

/** JSON text without line breaks of its own, as one line by any reading. */
export const asLine = (json: string): string =>
  // Of ASCII, which most records are, there is nothing to look for; to count bytes takes a tenth of looking.
  Buffer.byteLength(json) === json.length
    ? `${json}\n`
    : `${json.replace(/[\u0085\u2028\u2029]/g, escapeUnit)}\n`

const escapeUnit = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`
