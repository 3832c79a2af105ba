import * as Either from "effect/Either"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import { BytesText, bytesOf, bytesText } from "../../../json/BytesText.js"
import type { JsonObject } from "../../../json/Json.js"
import { parseJsonBytes } from "../../../json/JsonParser.js"
import { canonicalJson } from "../../../json/JsonWriter.js"
import { PlanRefused } from "../../../pipeline/PipelineError.js"
import { identityVersion } from "../../../records/Identity.js"
import { CostConfig } from "../config/CostConfig.js"
import { EnvironmentsConfig, JudgeConfig, RunConfig } from "../config/RunConfig.js"
import { ScoresConfig } from "../config/ScoresConfig.js"
import { judgePromptVersion } from "../judging/judgePrompt.js"
import { readTask } from "../tasks/readTask.js"
import { issueText, plainJson } from "../tasks/strictJson.js"
import type { Task } from "../tasks/Task.js"
import { integerBetween, strict, Text } from "../tasks/words.js"
import { Absent, FoundSubject, Machine } from "./Found.js"

export const experimentId = "workbench"

/** `all`: every subject on every task; `sample`: no subject at all, for the site before anything is measured. */
export const presets = ["all", "sample"] as const
export type Preset = (typeof presets)[number]

/** Raised whenever the same protocol would give other prompts, grades or judgements. */
const versions = { identity: identityVersion, prompt: 1, scorer: 1, judgePrompt: judgePromptVersion } as const

/** A task's folder: all its files, so that the run stands alone and its hash can be computed again. */
export const PlannedTask = Schema.Struct({
  id: Text,
  version: Text,
  hash: Text,
  files: Schema.Record({ key: Schema.String, value: BytesText })
}).annotations(strict)

/** A trial that there could have been, and why it is not planned. */
const Refused = Schema.Struct({ task: Text, subject: Schema.NullOr(Text), reason: Text }).annotations(strict)
export type Refused = typeof Refused.Type

const ProtocolSchema = Schema.Struct({
  formatVersion: Schema.Literal(1),
  experiment: Schema.Literal(experimentId),
  preset: Schema.Literal(...presets),
  versions: Schema.Struct({
    identity: Schema.Literal(versions.identity),
    prompt: Schema.Literal(versions.prompt),
    scorer: Schema.Literal(versions.scorer),
    judgePrompt: Schema.Literal(versions.judgePrompt)
  }),
  replicates: integerBetween(1, 100),
  /** One user's machine: nothing runs beside anything else. */
  concurrency: Schema.Literal(1),
  maxRpm: Schema.Int,
  maxTpm: Schema.Int,
  subjects: Schema.Array(FoundSubject),
  absent: Schema.Array(Absent),
  refused: Schema.Array(Refused),
  machine: Machine,
  /** Who judges; `null`: nobody, and layers that a judge would score are missing. */
  judge: Schema.NullOr(FoundSubject),
  cliConfigSha256: Text,
  config: Schema.Struct({
    scores: ScoresConfig,
    cost: CostConfig,
    judge: JudgeConfig,
    run: RunConfig,
    environments: EnvironmentsConfig
  }),
  tasks: Schema.NonEmptyArray(PlannedTask)
}).annotations(strict)

/** What a saved protocol plans. */
export type Planned = Omit<typeof ProtocolSchema.Type, "tasks"> & { readonly tasks: ReadonlyArray<Task> }

/** Nobody counts the requests of a machine at home. */
const unhurried = { concurrency: 1, maxRpm: 1_000_000, maxTpm: 1_000_000_000 } as const

export type Material = Omit<Planned, "formatVersion" | "experiment" | "versions" | keyof typeof unhurried>

export const protocolOf = (material: Material): JsonObject =>
  asJson({
    formatVersion: 1,
    experiment: experimentId,
    versions,
    ...unhurried,
    ...material,
    tasks: material.tasks.map(taskJson)
  })

/** The folder of a task, as protocol and gold hold it. */
export const taskJson = ({ files, hash, spec }: Task): JsonObject => ({
  id: spec.id,
  version: spec.version,
  hash,
  files: Object.fromEntries([...files].map(([path, bytes]) => [path, bytesText(bytes)]))
})

/** JSON by way of its text, so that fractions are written as they are read. */
export const asJson = (value: object): JsonObject =>
  // The text of an object is one.
  Either.getOrThrow(parseJsonBytes(Buffer.from(JSON.stringify(value)))) as JsonObject

const decode = Schema.decodeUnknownEither(ProtocolSchema)

/** The task of a folder; refused where it has another hash than it says. */
export const taskOf = ({ files, hash, id }: typeof PlannedTask.Type): Either.Either<Task, string> =>
  Either.flatMap(
    Either.mapLeft(
      readTask(new Map(Object.entries(files).map(([path, text]) => [path, bytesOf(text)]))),
      (issues) => `${id}: ${issues.slice(0, 3).map(issueText).join("; ")}`
    ),
    (task) => (task.hash === hash ? Either.right(task) : Either.left(`${id} has another hash than it says`))
  )

/** Refused is what this version would not derive, or grade, as its author did. */
export const decodeProtocol = (json: JsonObject): Either.Either<Planned, PlanRefused> =>
  Either.flatMap(
    Either.mapLeft(decode(plainJson(json)), (error) => {
      const [issue] = ParseResult.ArrayFormatter.formatErrorSync(error)
      return refuse(`${issue?.path.map(String).join(".") ?? ""}: ${issue?.message ?? "unreadable"}`)
    }),
    (decoded) =>
      Either.map(
        Either.mapLeft(Either.all(decoded.tasks.map(taskOf)), refuse),
        (tasks): Planned => ({ ...decoded, tasks })
      )
  )

const refuse = (why: string): PlanRefused =>
  new PlanRefused({ reason: `this version cannot derive the protocol: ${why}` })

/** SHA-256 is taken over this form of a configuration. */
export const configText = (config: object): string => canonicalJson(asJson(config))
