import * as Schema from "effect/Schema"
import { outcomes } from "../../../records/Outcome.js"
import { auditReasons } from "../judging/needsAudit.js"
import { RunMetrics } from "../metrics/RunMetrics.js"
import { FoundSubject, Machine } from "../planning/Found.js"
import { methods } from "../tasks/vocabulary.js"

const Share = Schema.NullOr(Schema.Number)
const Flag = Schema.NullOr(Schema.Boolean)
const When = Schema.NullOr(Schema.String)

/** One repeat of a task. */
const FiledRun = Schema.Struct({
  trialId: Schema.String,
  task: Schema.String,
  repeat: Schema.Int,
  outcome: Schema.Literal(...outcomes),
  reason: Schema.NullOr(Schema.String),
  score01: Share,
  passed: Flag,
  formatKept: Flag,
  grounded: Flag,
  layers: Schema.Array(
    Schema.Struct({
      id: Schema.String,
      method: Schema.Literal(...methods),
      weight: Schema.Number,
      score: Share
    })
  ),
  needsAudit: Schema.Array(Schema.Literal(...auditReasons)),
  /** Layers that a person scored. */
  overridden: Schema.Array(Schema.String),
  /** The question did not fit into what the subject can hold; then the score is 0. */
  tooLong: Schema.Boolean,
  /** The model, as the reply names it. */
  returnedModel: Schema.NullOr(Schema.String),
  /** `null`: nothing of it ran. */
  metrics: Schema.NullOr(RunMetrics),
  endedAt: When,
  attempts: Schema.Int,
  /** Below the run's folder: requests, raw replies and what was printed. */
  transcript: Schema.String,
  synthetic: Schema.Boolean
})
export type FiledRun = typeof FiledRun.Type

/** `run-<model>.json` (specification 8): the raw results of one subject. */
export const RunFile = Schema.Struct({
  formatVersion: Schema.Literal(1),
  /** `sample`: no number of it is a model's. */
  status: Schema.Literal("sample", "measured"),
  protocolHash: Schema.String,
  subject: FoundSubject,
  machine: Machine,
  /** What was the same for every subject. Programs choose temperature and the like themselves. */
  parameters: Schema.Struct({
    temperature: Schema.Number,
    seed: Schema.Int,
    contextTokens: Schema.Int,
    outputTokens: Schema.Int,
    thinking: Schema.Boolean,
    repeats: Schema.Int
  }),
  /** How the server said that it had loaded the model. */
  loaded: Schema.NullOr(
    Schema.Struct({ bytes: Schema.Number, vramBytes: Schema.Number, context: Schema.NullOr(Schema.Number) })
  ),
  judge: Schema.NullOr(
    Schema.Struct({ id: Schema.String, version: Schema.NullOr(Schema.String), promptVersion: Schema.Int })
  ),
  tasks: Schema.Array(Schema.Struct({ id: Schema.String, version: Schema.String, hash: Schema.String })),
  /** Tasks that were not asked, and why. */
  refused: Schema.Array(Schema.Struct({ task: Schema.String, reason: Schema.String })),
  caps: Schema.Array(
    Schema.Struct({
      at: Schema.String,
      resetsAt: When,
      resetText: When,
      completedBefore: Schema.Int,
      message: Schema.String
    })
  ),
  runs: Schema.Array(FiledRun)
}).annotations({ identifier: "RunFile" })
export type RunFile = typeof RunFile.Type
