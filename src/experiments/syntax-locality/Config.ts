import * as Either from "effect/Either"
import type * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import type { JsonObject } from "../../json/Json.js"
import { reasoningEfforts } from "../../llm/LlmRequest.js"
import { describeIssues } from "./configIssues.js"
import { regimes, views } from "./Factors.js"
import { limits } from "./limits.js"

const integer = (minimum: number, maximum: number) => Schema.Int.pipe(Schema.between(minimum, maximum))

/** At least one element, none twice. */
const setOf = <A extends string | number>(element: Schema.Schema<A>) =>
  Schema.Array(element).pipe(
    Schema.filter((elements) => elements.length > 0 && new Set(elements).size === elements.length)
  )

const isSeed = (text: string): boolean =>
  /^(?:0|-?[1-9][0-9]{0,19})$/.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text)

const shared = {
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
  views: setOf(Schema.Literal(...views)),
  truncation: Schema.Literal("disabled", "omit"),
  concurrency: integer(1, 256),
  maxRpm: integer(1, 1_000_000),
  maxTpm: integer(1, 1_000_000_000)
}

/** Families are drawn for every depth with every filler. */
export const drawn = {
  ...shared,
  grid: Schema.Struct({
    depth: setOf(integer(2, limits.depth)),
    fillerStatements: setOf(integer(0, limits.fillerStatements)),
    seedsPerCell: integer(1, 10_000)
  }),
  lexicalRegimes: setOf(Schema.Literal(...regimes))
}

/** Smoke's families are made by hand, and have no nonce words. */
export const handMade = { ...shared, grid: Schema.Null, lexicalRegimes: setOf(Schema.Literal("natural")) }

type Drawn = Schema.Struct.Type<typeof drawn>

/** What a plan is made from (specification 7.1 to 7.4). `grid` is `null` for the hand-made families. */
export type Settings = Omit<Drawn, "grid"> & { readonly grid: Drawn["grid"] | null }

/**
 * Decodes by one schema or the other. `grid` decides which before anything is decoded, because the issues of a union do not
 * say which member was meant.
 */
export const settingsDecoder = <A, I, B, J>(
  forDrawn: Schema.Schema<A, I>,
  forHandMade: Schema.Schema<B, J>
) => {
  const options = { errors: "all", onExcessProperty: "error" } as const
  const decodeDrawn = Schema.decodeUnknownEither(forDrawn, options)
  const decodeHandMade = Schema.decodeUnknownEither(forHandMade, options)
  return (json: JsonObject): Either.Either<A | B, ReadonlyArray<string>> =>
    Either.mapLeft<A | B, ParseResult.ParseError, ReadonlyArray<string>>(
      json["grid"] === null ? decodeHandMade(json) : decodeDrawn(json),
      (error) => describeIssues(error, json)
    )
}

const version = { version: Schema.Literal(1) }

const decode = settingsDecoder(
  Schema.Struct({ ...version, ...drawn }),
  Schema.Struct({ ...version, ...handMade })
)

/** The settings of a configuration, or every reason why it is none: the key, what was found, what would do. */
export const decodeConfig = (json: JsonObject): Either.Either<Settings, ReadonlyArray<string>> =>
  Either.map(decode(json), (file) => Struct.omit(file, "version"))
