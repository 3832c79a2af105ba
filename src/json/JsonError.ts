import * as Data from "effect/Data"

const problems = {
  byte_order_mark: "a byte order mark is not allowed; save the text as UTF-8 without it",
  invalid_utf8: "the bytes are not valid UTF-8",
  empty_line: "an empty line is not a JSON value",
  unexpected_end: "the text ends inside a JSON value",
  unexpected_character: "this character cannot stand here",
  trailing_input: "there is more text after the JSON value",
  trailing_comma: "a comma must be followed by another element",
  duplicate_key: "the object has this key already",
  control_character: "a control character in a string must be escaped",
  invalid_escape: "this is not an escape sequence of JSON",
  unpaired_surrogate: "a surrogate without its partner is not a character",
  invalid_number: "this is not a JSON number",
  number_too_long: "the number has more than 1024 characters",
  too_deep: "arrays and objects are nested more than 128 deep"
} as const

export type JsonErrorCode = keyof typeof problems

/**
 * Why a text is not JSON in the sense of specification 8.7, and where. It never quotes the text, which may be large or secret.
 *
 * `offset` counts UTF-16 code units from 0; only for `invalid_utf8` it counts bytes. `line` and `column` count from 1, columns
 * in UTF-16 code units, lines by LF alone.
 */
export class JsonError extends Data.TaggedError("locality/JsonError")<{
  readonly code: JsonErrorCode
  readonly offset: number
  readonly line: number
  readonly column: number
}> {
  override get message(): string {
    return `${problems[this.code]} (line ${this.line}, column ${this.column})`
  }
}

/** The error at the end of `before`, which is all the text that precedes it. */
export const jsonErrorAfter = (before: string, code: JsonErrorCode, offset = before.length): JsonError =>
  new JsonError({
    code,
    offset,
    line: before.split("\n").length,
    column: before.length - before.lastIndexOf("\n")
  })
