import * as Schema from "effect/Schema"
import { categories, environments } from "../tasks/vocabulary.js"
import { between, integerBetween, strict, Text } from "../tasks/words.js"

/** `configs/workbench/judge.json` (specification 2.3). */
export const JudgeConfig = Schema.Struct({
  /** The id of the subject that judges; where it judges itself, a person looks at it. */
  judge: Text,
  /** How far apart the objective layers and the judge may be before a person looks. */
  disagreement: between(0.1, 1)
}).annotations(strict)
export type JudgeConfig = typeof JudgeConfig.Type

/** `configs/workbench/run.json` (specification 2.1 and 3): what is fixed for every subject, and recorded with every result. */
export const RunConfig = Schema.Struct({
  /** By preset. */
  repeats: Schema.Struct({ all: integerBetween(1, 100), sample: integerBetween(1, 100) }).annotations(strict),
  temperature: between(0, 2),
  seed: integerBetween(0, 2 ** 31 - 1),
  /** `num_ctx`: never left to a server, which would cut a prompt without a word. */
  contextTokens: integerBetween(2_048, 1_048_576),
  /** `num_predict`: the longest answer, thinking included. */
  outputTokens: integerBetween(16, 1_048_576),
  thinking: Schema.Boolean,
  bootstrapDraws: integerBetween(1_000, 1_000_000),
  /** How many tasks each category has. */
  tasks: Schema.Record({ key: Schema.Literal(...categories), value: integerBetween(0, 1_000) })
}).annotations(strict)
export type RunConfig = typeof RunConfig.Type

/** `configs/workbench/environments.json`: the classes of machine. */
export const EnvironmentsConfig = Schema.Record({
  key: Schema.Literal(...environments),
  value: Schema.Struct({
    label: Text,
    /** Of the graphics card; 0: none of its own. */
    vramGiB: between(0, 1_024),
    ramGiB: between(1, 8_192)
  }).annotations(strict)
})
export type EnvironmentsConfig = typeof EnvironmentsConfig.Type
