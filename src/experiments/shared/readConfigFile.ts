import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { isObject, type JsonObject } from "../../json/Json.js"
import { parseJsonBytes } from "../../json/JsonParser.js"
import { ConfigError } from "../../pipeline/PipelineError.js"
import { Disk, type DiskError } from "../../records/Disk.js"

/** A configuration file: one JSON object. */
export const readConfigFile = (file: string): Effect.Effect<JsonObject, ConfigError | DiskError, Disk> =>
  Effect.gen(function* () {
    const refuse = (issue: string) => new ConfigError({ source: file, issues: [issue] })
    const bytes = yield* (yield* Disk).read(file)
    const json = yield* Either.mapLeft(parseJsonBytes(bytes), (error) => refuse(error.message))
    return isObject(json) ? json : yield* refuse("it must hold one JSON object")
  })
