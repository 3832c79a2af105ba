import * as Schema from "effect/Schema"
import { outcomes } from "./Outcome.js"
import { PlannedTrial } from "./PlannedTrial.js"

/** Token counts of the reply that was graded; `null` is unknown, never 0. */
export const ScoredUsage = Schema.Struct({
  inputTokens: Schema.Int,
  outputTokens: Schema.Int,
  totalTokens: Schema.Int,
  cachedInputTokens: Schema.NullOr(Schema.Int),
  cacheWriteTokens: Schema.NullOr(Schema.Int),
  reasoningTokens: Schema.NullOr(Schema.Int)
})

/** One line of `scores.jsonl`: every planned trial has one, in schedule order. */
export const ScoreRow = Schema.Struct({
  ...PlannedTrial.fields,
  /** The trial has its terminal record; false also for a request that left and that no start has concluded yet. */
  terminal: Schema.Boolean,
  outcome: Schema.Literal(...outcomes),
  /** 1 or 0 where the model can be judged, `null` where it cannot. */
  correct: Schema.NullOr(Schema.Literal(0, 1)),
  /** One short phrase on how the outcome came about, e.g. the parse error; `null` when there is nothing to say. */
  reason: Schema.NullOr(Schema.String),
  /** Reported apart from `correct` and never mixed with it (10.1): the same answer without one enclosing code fence; text of incomplete output. */
  auxiliaryCorrect: Schema.NullOr(Schema.Literal(0, 1)),
  /** Remarks on the reply, such as `no_final_message` or `output_limit_reached`. */
  notes: Schema.Array(Schema.String),
  /** What the grader found beyond right or wrong; its keys belong to the experiment. */
  diagnostics: Schema.Record({
    key: Schema.String,
    value: Schema.Union(Schema.String, Schema.Number, Schema.Null)
  }),
  /** The first 200 characters of the graded text; the whole is in the attempt's body. `null`: no reply to read. */
  answerExcerpt: Schema.NullOr(Schema.String),
  /** UTF-16 code units of the graded text. */
  answerLength: Schema.NullOr(Schema.Int),
  answerSha256: Schema.NullOr(Schema.String),
  responseId: Schema.NullOr(Schema.String),
  returnedModel: Schema.NullOr(Schema.String),
  usage: Schema.NullOr(ScoredUsage),
  /** HTTP attempts that were started. */
  attempts: Schema.Int,
  /** Milliseconds from the first send to the end of the trial, without waits in queues; `null` if never sent. */
  trialMs: Schema.NullOr(Schema.Int),
  synthetic_mock: Schema.Boolean
})
export type ScoreRow = typeof ScoreRow.Type
