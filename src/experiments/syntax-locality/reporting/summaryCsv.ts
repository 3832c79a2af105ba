import { outcomes } from "../../../records/Outcome.js"
import { type CsvCell, renderCsv } from "../../../report/Csv.js"
import { cellsOf, levelOf } from "../../comparison/Slice.js"
import type { Condition } from "./Condition.js"
import { design } from "./design.js"
import { type Results, type SliceResults, type Suite, summariseSlice } from "./Results.js"
import type { KnownMean } from "./Usage.js"

interface Line extends Pick<SliceResults, "slice" | "matched"> {
  readonly suite: Suite
  readonly style: string
  readonly condition: Condition
  readonly synthetic: boolean
}

const mean = (name: string, of: (line: Line) => KnownMean): ReadonlyArray<Column> => [
  [name, (line) => of(line).mean],
  [`${name}_known`, (line) => of(line).known]
]

type Column = readonly [name: string, cell: (line: Line) => CsvCell]

/** `all` stands where a factor is not told apart; `matched_families_*` are those of the primary contrast in the same slice. */
const columns: ReadonlyArray<Column> = [
  ["level", ({ slice }) => levelOf(slice)],
  ["task", ({ suite }) => suite.task],
  ["view", ({ suite }) => suite.view],
  ["style", ({ style }) => style],
  ["lexical_regime", ({ slice }) => slice.regime ?? "all"],
  ["depth", ({ slice }) => slice.depth ?? "all"],
  ["filler_statements", ({ slice }) => slice.filler ?? "all"],
  ["planned", ({ condition }) => condition.counts.planned],
  ["dispatched", ({ condition }) => condition.counts.dispatched],
  ["terminal", ({ condition }) => condition.counts.terminal],
  ["model_evaluable", ({ condition }) => condition.counts.evaluable],
  ["infrastructure_missing", ({ condition }) => condition.counts.infrastructureMissing],
  ["matched_families_available", ({ matched }) => matched.available],
  ["matched_families_planned", ({ matched }) => matched.planned],
  ...outcomes.map((outcome): Column => [outcome, ({ condition }) => condition.outcomes[outcome]]),
  ["accuracy", ({ condition }) => condition.accuracy],
  ["auxiliary_accuracy", ({ condition }) => condition.auxiliaryAccuracy],
  ["operational_success", ({ condition }) => condition.operational.rate],
  ["operational_success_upper_bound", ({ condition }) => condition.operational.upperBound],
  ["truncation_rate", ({ condition }) => condition.truncationRate],
  ["refusal_rate", ({ condition }) => condition.refusalRate],
  ["retry_rate", ({ condition }) => condition.retryRate],
  ["ambiguous_rate", ({ condition }) => condition.ambiguousRate],
  ["http_attempts", ({ condition }) => condition.attempts],
  ["all_attempts_tokens", ({ condition }) => condition.spending?.tokens ?? null],
  ["all_attempts_reserved_tokens", ({ condition }) => condition.spending?.reserved ?? null],
  ["judged_tokens", ({ condition }) => condition.usage.totalTokens],
  ...mean("mean_input_tokens", ({ condition }) => condition.usage.inputTokens),
  ...mean("mean_cached_input_tokens", ({ condition }) => condition.usage.cachedInputTokens),
  ...mean("mean_output_tokens", ({ condition }) => condition.usage.outputTokens),
  ...mean("mean_reasoning_tokens", ({ condition }) => condition.usage.reasoningTokens),
  ...mean("mean_non_reasoning_output_tokens", ({ condition }) => condition.usage.nonReasoningTokens),
  ["tokens_per_correct", ({ condition }) => condition.usage.tokensPerCorrect],
  ...mean("mean_single_attempt_ms", ({ condition }) => condition.usage.singleAttemptMs),
  ...mean("mean_retried_ms", ({ condition }) => condition.usage.retriedMs),
  ["synthetic_mock", ({ synthetic }) => String(synthetic)]
]

/**
 * `summary.csv`: for each task and view, all trials together, by lexical regime, by depth, by filler, and by cell of the three;
 * each for every style and for all styles together.
 */
export const summaryCsv = ({ suites, run }: Results): string => {
  const lines = suites.flatMap((suite) =>
    [suite.overall, ...suite.marginals, ...cells(suite)].flatMap(({ slice, matched, conditions, pooled }) =>
      [...conditions, { style: "all", condition: pooled }].map(
        ({ style, condition }): Line => ({
          suite,
          slice,
          matched,
          style,
          condition,
          synthetic: run.synthetic
        })
      )
    )
  )
  return renderCsv(
    columns.map(([name]) => name),
    lines.map((line) => columns.map(([, cell]) => cell(line)))
  )
}

const cells = (suite: Suite) =>
  cellsOf(suite.trials, design.order).map(({ slice, trials }) => summariseSlice(trials, slice))
