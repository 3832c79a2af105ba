import * as Either from "effect/Either"
import type * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import type { JsonObject } from "../../json/Json.js"
import { reasoningEfforts } from "../../llm/LlmRequest.js"
import { describeIssues } from "./configIssues.js"
import { readingViews, regimes, tasks } from "./Factors.js"
import { generationLimits, limits } from "./limits.js"

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
  /** What is asked under p1; p0 asks `scope_lookup` alone. */
  tasks: setOf(Schema.Literal(...tasks)),
  /** Of the reading tasks. */
  views: setOf(Schema.Literal(...readingViews)),
  truncation: Schema.Literal("disabled", "omit"),
  concurrency: integer(1, 256),
  maxRpm: integer(1, 1_000_000),
  maxTpm: integer(1, 1_000_000_000)
}

/** Families are drawn for every depth with every filler. */
const gridWithin = (most: { readonly depth: number; readonly fillerStatements: number }) =>
  Schema.Struct({
    depth: setOf(integer(2, most.depth)),
    fillerStatements: setOf(integer(0, most.fillerStatements)),
    seedsPerCell: integer(1, 10_000)
  })

export const drawn = {
  ...shared,
  grid: gridWithin(limits),
  /** Other, shorter families for `ast_to_source`; `null` where that is not asked. */
  generationGrid: Schema.NullOr(gridWithin(generationLimits)),
  lexicalRegimes: setOf(Schema.Literal(...regimes))
}

/** Smoke's families are made by hand, serve all tasks, and have no nonce words. */
export const handMade = {
  ...shared,
  grid: Schema.Null,
  generationGrid: Schema.Null,
  lexicalRegimes: setOf(Schema.Literal("natural"))
}

type Drawn = Schema.Struct.Type<typeof drawn>

/** What a plan is made from (specification 7.1 to 7.4). `grid` is `null` for the hand-made families. */
export type Settings = Omit<Drawn, "grid"> & { readonly grid: Drawn["grid"] | null }

/**
 * Decodes by one schema or the other. `grid` decides which before anything is decoded, because the issues of a union do not
 * say which member was meant. Programs to be written out need a grid of their own where families are drawn.
 */
export const settingsDecoder = <A extends Settings, I, B extends Settings, J>(
  forDrawn: Schema.Schema<A, I>,
  forHandMade: Schema.Schema<B, J>
) => {
  const options = { errors: "all", onExcessProperty: "error" } as const
  const decodeDrawn = Schema.decodeUnknownEither(forDrawn, options)
  const decodeHandMade = Schema.decodeUnknownEither(forHandMade, options)
  return (json: JsonObject): Either.Either<A | B, ReadonlyArray<string>> =>
    Either.filterOrLeft(
      Either.mapLeft<A | B, ParseResult.ParseError, ReadonlyArray<string>>(
        json["grid"] === null ? decodeHandMade(json) : decodeDrawn(json),
        (error) => describeIssues(error, json)
      ),
      ({ grid, generationGrid, tasks }) =>
        grid === null || generationGrid !== null || !tasks.includes("ast_to_source"),
      () => [missingGenerationGrid]
    )
}

const missingGenerationGrid =
  "generationGrid is null; it must be an object with depth, fillerStatements and seedsPerCell, because tasks has ast_to_source"

const version = { version: Schema.Literal(1) }

const decode = settingsDecoder(
  Schema.Struct({ ...version, ...drawn }),
  Schema.Struct({ ...version, ...handMade })
)

/** The settings of a configuration, or every reason why it is none: the key, what was found, what would do. */
export const decodeConfig = (json: JsonObject): Either.Either<Settings, ReadonlyArray<string>> =>
  Either.map(decode(json), (file) => Struct.omit(file, "version"))
