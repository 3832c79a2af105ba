import * as Schema from "effect/Schema"
import { sampleKinds } from "./vocabulary.js"
import { between, distinct, optional, RelativePath, strict, Text } from "./words.js"

/** An answer with what it must get: the test of the gold and of the graders. */
const SampleSpec = Schema.Struct({
  name: Text,
  kind: Schema.Literal(...sampleKinds),
  answer: optional(Schema.String),
  /** A file of the task's folder that holds the answer. */
  answerFile: optional(RelativePath),
  /** Laid over the fixtures: place in the working directory → file of the task's folder; `null` deletes. */
  files: optional(Schema.Record({ key: Schema.String, value: Schema.NullOr(RelativePath) })),
  passes: Schema.Boolean,
  /** The whole score, to 1e-9. */
  score: optional(between(0, 1)),
  /** Scores by the id of a layer, to 1e-9. */
  layers: optional(Schema.Record({ key: Schema.String, value: between(0, 1) })),
  /** The judge's points by criterion; without it the rubric layer counts as full. */
  rubric: optional(Schema.Record({ key: Schema.String, value: Schema.Number }))
})
  .pipe(
    Schema.filter(({ answer, answerFile, files }) => {
      if (answer !== undefined && answerFile !== undefined) return "must not have both answer and answerFile"
      return (
        answer !== undefined ||
        answerFile !== undefined ||
        files !== undefined ||
        "must have answer, answerFile or files"
      )
    })
  )
  .annotations(strict)
export type SampleSpec = typeof SampleSpec.Type

export const SampleSpecs = Schema.Array(SampleSpec).pipe(
  Schema.filter(
    (samples) => distinct(samples.map(({ name }) => name)) || "must not have two samples of the same name"
  )
)
