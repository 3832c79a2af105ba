import * as Either from "effect/Either"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import type { Json, JsonObject } from "../../json/Json.js"
import { PlanRefused } from "../../pipeline/PipelineError.js"
import { canonicalHash, identityVersion } from "../../records/Identity.js"
import { type Settings, settingsFields } from "./Config.js"
import { Answers, NearMiss, Problem } from "./problems/Problem.js"
import type { ProblemSet } from "./problems/readProblems.js"
import { prelude2026 } from "./schedule/prelude2026.js"

export const experimentId = "assist-premise"

export const presets = ["public", "regression"] as const
export type Preset = (typeof presets)[number]

/** Raised whenever the same protocol would give other prompts, repairs, points or grades. */
const versions = { identity: identityVersion, evaluator: 1, prompt: 1, scorer: 1 } as const

/** What `prelude.json` holds: the facts that the evaluator goes by. */
const prelude: JsonObject = {
  ...prelude2026,
  scopes: Object.fromEntries(
    Object.entries(prelude2026.scopes).map(([name, defaults]) => [name, { ...defaults }])
  ),
  holidays: { ...prelude2026.holidays, days: prelude2026.holidays.days.map((day) => ({ ...day })) },
  coverage: { ...prelude2026.coverage }
}

/** What is asked and how it is judged. */
export interface Material {
  /** `own`: the user's files instead of the preset's problems. */
  readonly set: Preset | "own"
  readonly system: string
  readonly problems: ProblemSet["problems"]
  readonly answers: ProblemSet["answers"]
  /** Only our own public problems have any. */
  readonly nearMisses: ReadonlyArray<NearMiss>
}

/** `protocol.json`: problems and answers are in it, so that the run directory stands alone and the plan is a function of this file. */
const ProtocolSchema = Schema.Struct({
  formatVersion: Schema.Literal(1),
  experiment: Schema.Literal(experimentId),
  preset: Schema.Literal(...presets),
  set: Schema.Literal(...presets, "own"),
  versions: Schema.Struct({
    identity: Schema.Literal(versions.identity),
    evaluator: Schema.Literal(versions.evaluator),
    prompt: Schema.Literal(versions.prompt),
    scorer: Schema.Literal(versions.scorer)
  }),
  ...settingsFields,
  prelude: Schema.Unknown,
  system: Schema.String,
  problems: Schema.NonEmptyArray(Problem),
  answers: Schema.NonEmptyArray(Answers),
  nearMisses: Schema.Array(NearMiss)
})

export type PlannedPremise = Settings & Material & { readonly preset: Preset }

export const protocolOf = (preset: Preset, settings: Settings, material: Material): JsonObject => ({
  formatVersion: 1,
  experiment: experimentId,
  preset,
  set: material.set,
  versions,
  ...settings,
  prelude,
  system: material.system,
  problems: material.problems.map(problemJson),
  answers: material.answers.map(({ bodies, id }) => ({ id, bodies: bodies.map((body) => ({ ...body })) })),
  nearMisses: material.nearMisses.map((miss) => ({ ...miss }))
})

export const problemJson = (problem: Problem): JsonObject => ({
  ...problem,
  interpretations: problem.interpretations.map((reading): Json => ({ ...reading }))
})

const decode = Schema.decodeUnknownEither(ProtocolSchema, { onExcessProperty: "error" })

/** What a saved protocol plans. Refused is what this version would not derive, or judge, as its author did. */
export const decodeProtocol = (json: JsonObject): Either.Either<PlannedPremise, PlanRefused> =>
  Either.flatMap(
    Either.mapLeft(decode(json), (error) => {
      const [issue] = ParseResult.ArrayFormatter.formatErrorSync(error)
      return refuse(`${issue?.path.map(String).join(".") ?? ""}: ${issue?.message ?? "unreadable"}`)
    }),
    (decoded) =>
      canonicalHash(json["prelude"] ?? null) === canonicalHash(prelude)
        ? Either.right(decoded)
        : Either.left(refuse("it has another prelude"))
  )

const refuse = (why: string): PlanRefused =>
  new PlanRefused({ reason: `this version cannot derive the protocol: ${why}` })
