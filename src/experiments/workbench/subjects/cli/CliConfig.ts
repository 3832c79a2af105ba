import * as path from "node:path"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { parseJsonBytes } from "../../../../json/JsonParser.js"
import { Disk, type DiskError } from "../../../../records/Disk.js"
import { packageRoot } from "../../../shared/packageRoot.js"

const Texts = Schema.Array(Schema.String)

const JsonFiles = Schema.Record({ key: Schema.String, value: Schema.Unknown })

const Rule = Schema.Struct({
  kind: Schema.Literal("cap", "throttle", "overload", "auth", "network"),
  pattern: Schema.String,
  /** A file of test/fixtures/workbench/cli that holds a message which the pattern is for. */
  fixture: Schema.String
})

/** One subscription's program. */
export const Cli = Schema.Struct({
  id: Schema.Literal("claude", "codex", "gemini"),
  program: Schema.String,
  versionArguments: Texts,
  /** `{directory}` stands for the working directory, `{turns}` for the most turns of an agent. The prompt is no argument. */
  arguments: Schema.Struct({ qa: Texts, agent: Texts }),
  /** Added when a model is named; `{model}` stands for it. */
  modelArguments: Texts,
  /** Files below the user's home that hold the login: all that the program sees of the home. */
  login: Texts,
  /** Files that the scratch home begins with: settings that switch off what would make runs differ. */
  homeFiles: Schema.Struct({ qa: JsonFiles, agent: JsonFiles }),
  /** In this order; those for messages that only look like a cap come first. */
  messages: Schema.Array(Rule)
})
export type Cli = typeof Cli.Type
export type CliId = Cli["id"]
export type CliMode = keyof Cli["arguments"]

export const CliConfig = Schema.Struct({
  formatVersion: Schema.Literal(1),
  environment: Schema.Struct({
    pass: Texts,
    set: Schema.Record({ key: Schema.String, value: Schema.String }),
    /** Variables that must never reach a program, because with them each use would be billed. */
    never: Texts
  }),
  /** Files that such programs read from any folder above their own. */
  contextFiles: Texts,
  clis: Schema.Array(Cli)
}).pipe(
  Schema.filter(({ environment: { never, pass, set } }) => {
    const named = [...pass, ...Object.keys(set)].find((name) => never.includes(name))
    return named === undefined || `environment: ${named} is to be passed and must never be`
  })
)
export type CliConfig = typeof CliConfig.Type

const decode = Schema.decodeUnknownEither(CliConfig, { errors: "all", onExcessProperty: "error" })

/** Strictly read; a wrong config file of the package is a defect of the installation. */
export const readCliConfig = (bytes: Uint8Array): Either.Either<CliConfig, Error> =>
  Either.flatMap(parseJsonBytes(bytes), decode)

/** `configs/workbench/clis.json` of this package. */
export const cliConfig: Effect.Effect<CliConfig, DiskError, Disk> = Effect.gen(function* () {
  const file = path.join(yield* packageRoot, "configs", "workbench", "clis.json")
  return yield* Effect.orDie(readCliConfig(yield* (yield* Disk).read(file)))
})
