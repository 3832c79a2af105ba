import * as Either from "effect/Either"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import type { JsonObject } from "../../json/Json.js"
import { reasoningEfforts } from "../../llm/LlmRequest.js"

const integer = (minimum: number, maximum: number) => Schema.Int.pipe(Schema.between(minimum, maximum))

const isSeed = (text: string): boolean =>
  /^(?:0|-?[1-9][0-9]{0,19})$/.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text)

/** What a plan depends on beside problems and prompt. */
export const settingsFields = {
  model: Schema.String.pipe(Schema.pattern(/^[\x21-\x7e]{1,200}$/)),
  /** The benchmark asks for `high` where a model has it; `null`: the parameter is not sent. */
  reasoningEffort: Schema.NullOr(Schema.Literal(...reasoningEfforts)),
  /** `native`: the request carries the schema of the answer; `prompt`: it stands at the end of the instructions. */
  structuredOutput: Schema.Literal("native", "prompt"),
  /** Of each call: visible answer and reasoning together. */
  maxOutputTokens: integer(16, 1_000_000),
  replicates: integer(1, 100),
  /** Of the order of the schedule. Decimal text, because JSON's numbers do not hold 64 bits. */
  masterSeed: Schema.String.pipe(
    Schema.filter((text) => isSeed(text) || "must be a signed 64-bit integer as decimal text")
  ),
  truncation: Schema.Literal("disabled", "omit"),
  concurrency: integer(1, 256),
  maxRpm: integer(1, 1_000_000),
  maxTpm: integer(1, 1_000_000_000)
}

const SettingsSchema = Schema.Struct(settingsFields)
export type Settings = typeof SettingsSchema.Type

const decode = Schema.decodeUnknownEither(Schema.Struct({ version: Schema.Literal(1), ...settingsFields }), {
  errors: "all",
  onExcessProperty: "error"
})

/** Reads `config.json`, or one with keys of the user's over it. The left side has a sentence for each key that is wrong. */
export const decodeConfig = (json: JsonObject): Either.Either<Settings, ReadonlyArray<string>> =>
  Either.mapBoth(decode(json), {
    onLeft: (error) =>
      ParseResult.ArrayFormatter.formatErrorSync(error).map(
        ({ message, path }) => `${path.map(String).join(".")}: ${message}`
      ),
    onRight: Struct.omit("version")
  })
