import * as Either from "effect/Either"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import type { Json, JsonObject } from "../../json/Json.js"
import { renderJson } from "../../json/JsonWriter.js"
import { nearest } from "../../json/nearest.js"
import { reasoningEfforts } from "../../llm/LlmRequest.js"
import { regimes, views } from "./Factors.js"

/** The deepest program, so that JSON of it stays within the reader's depth, and the longest (decision 30). */
export const limits = { depth: 60, fillerStatements: 100_000 } as const

const integer = (minimum: number, maximum: number) => Schema.Int.pipe(Schema.between(minimum, maximum))

/** At least one element, none twice. */
const setOf = <A extends string | number>(element: Schema.Schema<A>) =>
  Schema.Array(element).pipe(
    Schema.filter((elements) => elements.length > 0 && new Set(elements).size === elements.length)
  )

const isSeed = (text: string): boolean =>
  /^(?:0|-?[1-9][0-9]{0,19})$/.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text)

/** What a plan is made from (specification 7.1 to 7.4). */
export const Settings = Schema.Struct({
  model: Schema.String.pipe(Schema.pattern(/^[\x21-\x7e]{1,200}$/)),
  /** `null`: the parameter is not sent. */
  reasoningEffort: Schema.NullOr(Schema.Literal(...reasoningEfforts)),
  maxOutputTokensReading: integer(16, 1_000_000),
  maxOutputTokensGeneration: integer(16, 1_000_000),
  /** Never sent; the keys exist so that a file can say so. */
  temperature: Schema.Null,
  topP: Schema.Null,
  fewShotCount: integer(1, 16),
  indentation: Schema.Literal("none"),
  replicates: integer(1, 100),
  /** Decimal text, because JSON's numbers do not hold 64 bits. */
  masterSeed: Schema.String.pipe(Schema.filter(isSeed)),
  seedNamespace: Schema.String.pipe(Schema.pattern(/^(?!example$)[a-z][a-z0-9-]{0,39}$/)),
  /** `null`: the four hand-made families of smoke. */
  grid: Schema.NullOr(
    Schema.Struct({
      depth: setOf(integer(2, limits.depth)),
      fillerStatements: setOf(integer(0, limits.fillerStatements)),
      seedsPerCell: integer(1, 10_000)
    })
  ),
  views: setOf(Schema.Literal(...views)),
  lexicalRegimes: setOf(Schema.Literal(...regimes)),
  truncation: Schema.Literal("disabled", "omit"),
  concurrency: integer(1, 256),
  maxRpm: integer(1, 1_000_000),
  maxTpm: integer(1, 1_000_000_000)
})
export type Settings = typeof Settings.Type

/** A configuration file, after preset, user's file and flags have been put together. */
const ConfigFile = Schema.Struct({ version: Schema.Literal(1), ...Settings.fields })

/** What would do, key by key, for the messages about what does not. */
const expectations: Readonly<Record<string, string>> = {
  version: "1",
  model: "a model's name of 1 to 200 printable ASCII characters without spaces",
  reasoningEffort: `${reasoningEfforts.join(", ")}, or null`,
  maxOutputTokensReading: "an integer from 16 to 1000000",
  maxOutputTokensGeneration: "an integer from 16 to 1000000",
  temperature: "null, because it is never sent",
  topP: "null, because it is never sent",
  fewShotCount: "an integer from 1 to 16",
  indentation: '"none"',
  replicates: "an integer from 1 to 100",
  masterSeed: 'a signed 64-bit integer as decimal text, such as "20261005"',
  seedNamespace: 'up to 40 lower-case letters, digits and hyphens, a letter first, and not "example"',
  grid: "an object with depth, fillerStatements and seedsPerCell, or null for the hand-made cases",
  "grid.depth": `different integers from 2 to ${limits.depth}, the limit of nesting`,
  "grid.fillerStatements": `different integers from 0 to ${limits.fillerStatements}, the limit of fillers`,
  "grid.seedsPerCell": "an integer from 1 to 10000",
  views: `one or both of ${views.join(", ")}`,
  lexicalRegimes: `one or both of ${regimes.join(", ")}; only natural where grid is null`,
  truncation: "disabled or omit",
  concurrency: "an integer from 1 to 256",
  maxRpm: "an integer from 1 to 1000000",
  maxTpm: "an integer from 1 to 1000000000"
}

const decode = Schema.decodeUnknownEither(ConfigFile, { errors: "all", onExcessProperty: "error" })

/** The settings of a configuration, or every reason why it is none: the key, what was found, what would do. */
export const decodeConfig = (json: JsonObject): Either.Either<Settings, ReadonlyArray<string>> =>
  decode(json).pipe(
    Either.mapLeft((error) => describeIssues(error, json)),
    Either.flatMap((file) => consistent(Struct.omit(file, "version")))
  )

/** What no single key shows: the hand-made families have no nonce words. */
export const consistent = <A extends Settings>(settings: A): Either.Either<A, ReadonlyArray<string>> =>
  settings.grid === null && settings.lexicalRegimes.includes("nonce")
    ? Either.left([mismatch("lexicalRegimes", settings.lexicalRegimes)])
    : Either.right(settings)

/** One sentence for each thing that is wrong with `json`. */
export const describeIssues = (error: ParseResult.ParseError, json: JsonObject): ReadonlyArray<string> => [
  ...new Set(ParseResult.ArrayFormatter.formatErrorSync(error).map((issue) => describeIssue(issue, json)))
]

const describeIssue = (
  { _tag, path, message }: ParseResult.ArrayFormatterIssue,
  json: JsonObject
): string => {
  const names = path.map(String)
  const key = names.filter((name) => !/^[0-9]+$/.test(name)).join(".")
  if (_tag === "Unexpected") return unknownKey(key)
  if (expectations[key] === undefined) return `${key}: ${shorten(message)}`
  return mismatch(key, valueAt(json, key.split(".")))
}

const mismatch = (key: string, found: Json | undefined): string =>
  `${key} is ${found === undefined ? "missing" : shorten(renderJson(found))}; it must be ${expectations[key]}`

const unknownKey = (key: string): string => {
  const suggestion = nearest(key, Object.keys(expectations))
  return `${shorten(key)} is not a key${suggestion === null ? "" : `; did you mean ${suggestion}?`}`
}

const valueAt = (json: Json, path: ReadonlyArray<string>): Json | undefined =>
  path.reduce<Json | undefined>(
    (value, name) =>
      value !== undefined &&
      value !== null &&
      typeof value === "object" &&
      !Array.isArray(value) &&
      name in value
        ? (value as JsonObject)[name] // an object that is neither an array nor null, as checked before
        : undefined,
    json
  )

const shorten = (text: string): string => (text.length > 80 ? `${text.slice(0, 80)}…` : text)
