import type { JsonObject } from "../../../json/Json.js"
import type { TrialColumn } from "../../../pipeline/Experiment.js"
import type { ScoreRow } from "../../../records/ScoreRow.js"

/** The columns of `trials.csv` (docs/assist-premise.md): the problem and its symbol, what the symbol comes from, then usage. */
export const trialColumns = (protocol: JsonObject): ReadonlyArray<TrialColumn> => [
  ["problem", ({ factors }) => factors["problem"] ?? null],
  ["kind", ({ factors }) => factors["kind"] ?? null],
  ["replicate", (row) => row.replicate],
  ["outcome", (row) => row.outcome],
  ["correct", (row) => row.correct],
  found("symbol", "symbol"),
  found("declared", "declared"),
  found("matched", "matched"),
  found("topics", "topics"),
  found("over_declared", "overDeclared"),
  found("repairs", "repairs"),
  found("repaired", "repaired"),
  ["trial_id", (row) => row.trialId],
  ["position", (row) => row.position],
  ["http_attempts", (row) => row.attempts],
  ["trial_ms", (row) => row.trialMs],
  ["input_tokens", (row) => row.usage?.inputTokens ?? null],
  ["cached_input_tokens", (row) => row.usage?.cachedInputTokens ?? null],
  ["output_tokens", (row) => row.usage?.outputTokens ?? null],
  ["reasoning_tokens", (row) => row.usage?.reasoningTokens ?? null],
  ["returned_model", (row) => row.returnedModel],
  ["set", () => String(protocol["set"])],
  ["synthetic_mock", (row) => String(row.synthetic_mock)]
]

const found = (name: string, key: string): TrialColumn => [
  name,
  ({ diagnostics }: ScoreRow) => diagnostics[key] ?? null
]
