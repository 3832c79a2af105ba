import type { JsonObject } from "../../json/Json.js"
import type { TrialColumn } from "../../pipeline/Experiment.js"
import type { ScoreRow } from "../../records/ScoreRow.js"
import { textOf } from "./textOf.js"

/**
 * The columns of `trials.csv` (docs/codebook.md): the nine that an analysis needs, then what helps to understand a trial. An experiment's
 * own coordinates are read as they stand in the scores.
 */
export const trialColumns = (protocol: JsonObject): ReadonlyArray<TrialColumn> => [
  ...(
    [
      ["family_id", "familyId"],
      ["task", "task"],
      ["view", "view"],
      ["style", "style"],
      ["lexical_regime", "regime"],
      ["depth", "depth"],
      ["filler", "filler"]
    ] as const
  ).map(factor),
  ["replicate", (row) => row.replicate],
  ["outcome", (row) => row.outcome],
  ["correct", (row) => row.correct],
  ["auxiliary_correct", (row) => row.auxiliaryCorrect],
  ["trial_id", (row) => row.trialId],
  ["case_id", (row) => row.caseId],
  factor(["lexicon", "lexicon"]),
  ["position", (row) => row.position],
  ["http_attempts", (row) => row.attempts],
  ["trial_ms", (row) => row.trialMs],
  ["input_tokens", (row) => row.usage?.inputTokens ?? null],
  ["cached_input_tokens", (row) => row.usage?.cachedInputTokens ?? null],
  ["output_tokens", (row) => row.usage?.outputTokens ?? null],
  ["reasoning_tokens", (row) => row.usage?.reasoningTokens ?? null],
  ["answer_length", (row) => row.answerLength],
  ["returned_model", (row) => row.returnedModel],
  ["preset", () => textOf(protocol["preset"])],
  ["synthetic_mock", (row) => String(row.synthetic_mock)]
]

const factor = ([name, key]: readonly [name: string, key: string]): TrialColumn => [
  name,
  ({ factors }: ScoreRow) => factors[key] ?? null
]
