import * as Either from "effect/Either"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import { type Json, JsonNumber } from "../../../json/Json.js"
import { parseJsonBytes } from "../../../json/JsonParser.js"

/** Something wrong in a file of a task: which file, where in it (empty for the whole), what. */
export interface Issue {
  readonly file: string
  readonly place: string
  readonly problem: string
}

export const issueText = ({ file, place, problem }: Issue): string =>
  place === "" ? `${file}: ${problem}` : `${file}: ${place}: ${problem}`

/** JSON with fractions as doubles: a task's numbers are weights, amounts and tolerances, which need no more. */
export type PlainJson =
  | null
  | boolean
  | string
  | number
  | ReadonlyArray<PlainJson>
  | { readonly [key: string]: PlainJson }

export const plainJson = (json: Json): PlainJson => {
  if (json instanceof JsonNumber) return json.toNumber()
  if (Array.isArray(json)) return json.map(plainJson)
  if (typeof json !== "object" || json === null) return json as null | boolean | string | number // all else was taken above
  const object: { [key: string]: PlainJson } = Object.create(null)
  for (const [key, value] of Object.entries(json)) object[key] = plainJson(value)
  return object
}

/** Reads a file by the project's strict JSON. */
export const parseFile = (file: string, bytes: Uint8Array): Either.Either<PlainJson, ReadonlyArray<Issue>> =>
  Either.mapBoth(parseJsonBytes(bytes), {
    onLeft: ({ message }) => [{ file, place: "", problem: message }],
    onRight: plainJson
  })

/** Every issue of a value, each at its place; unknown keys are issues. `place` leads to the value in its file. */
export const decodeStrictly =
  <A, I>(schema: Schema.Schema<A, I>) =>
  (file: string, value: PlainJson, place = ""): Either.Either<A, ReadonlyArray<Issue>> =>
    Either.mapLeft(
      Schema.decodeUnknownEither(schema)(value, { errors: "all", onExcessProperty: "error" }),
      (error) =>
        ParseResult.ArrayFormatter.formatErrorSync(error).map(({ _tag, message, path }) => ({
          file,
          place: (place + placeOf(path)).replace(/^\./, ""),
          problem: _tag === "Unexpected" ? "is not a key here" : firstLine(message)
        }))
    )

const placeOf = (path: ReadonlyArray<PropertyKey>): string =>
  path
    .map((step) =>
      typeof step === "number" || /^\d+$/.test(String(step)) ? `[${String(step)}]` : `.${String(step)}`
    )
    .join("")

const firstLine = (text: string): string => {
  const line = text.split("\n", 1)[0] ?? ""
  return line.length > 200 ? `${line.slice(0, 200)}…` : line
}
