import { type CsvCell, renderCsv } from "../../../report/Csv.js"
import { axes } from "../config/ScoresConfig.js"
import { categories, environments } from "../tasks/vocabulary.js"
import type { WorkbenchRun } from "./WorkbenchRun.js"

type Column<A> = readonly [name: string, cell: (one: A) => CsvCell]

type Scored = WorkbenchRun["scores"][number]

const summaryColumns: ReadonlyArray<Column<Scored>> = [
  ["subject", ({ subject }) => subject.id],
  ["kind", ({ subject }) => subject.kind],
  ["total", ({ total }) => total],
  ...axes.map((axis): Column<Scored> => [axis, (one) => one.axes[axis].value]),
  ["substitution", ({ substitution }) => substitution.overall.value],
  ["substitution_low", ({ interval }) => interval?.low ?? null],
  ["substitution_high", ({ interval }) => interval?.high ?? null],
  ["substitution_tasks", ({ substitution }) => substitution.overall.tasks],
  ...categories.map(
    (category): Column<Scored> => [
      `substitution_${category}`,
      ({ substitution }) => substitution.byCategory[category].value
    ]
  ),
  ...environments.map(
    (name): Column<Scored> => [
      `substitution_${name}`,
      ({ substitution }) => substitution.byEnvironment[name].value
    ]
  ),
  ["runs", ({ metrics }) => metrics.runs],
  ["completed", ({ metrics }) => metrics.completed],
  ["cap_hits", ({ metrics }) => metrics.capHits],
  ["errors", ({ metrics }) => metrics.errors],
  ["crashes", ({ metrics }) => metrics.crashes],
  ...(["ttftMs", "tokPerSec", "wallMs"] as const).flatMap(
    (key): ReadonlyArray<Column<Scored>> => [
      [`${key}_p50`, ({ metrics }) => metrics[key]?.p50 ?? null],
      [`${key}_p95`, ({ metrics }) => metrics[key]?.p95 ?? null]
    ]
  )
]

/** One line a subject. */
export const summaryCsv = (run: WorkbenchRun): string =>
  renderCsv(
    [...summaryColumns.map(([name]) => name), "status"],
    run.scores.map((one) => [...summaryColumns.map(([, cell]) => cell(one)), run.status])
  )

type Trial = WorkbenchRun["trials"][number]

const flag = (value: boolean | null | undefined): CsvCell => (value == null ? null : Number(value))

const runColumns: ReadonlyArray<Column<Trial>> = [
  ["subject", ({ subject }) => subject.id],
  ["task", ({ task }) => task],
  ["repeat", ({ row }) => row.replicate],
  ["trial_id", ({ row }) => row.trialId],
  ["outcome", ({ row }) => row.outcome],
  ["score01", ({ score01 }) => score01],
  ["passed", ({ passed }) => flag(passed)],
  ["ttft_ms", ({ metrics }) => metrics?.ttftMs ?? null],
  ["tokens", ({ metrics }) => metrics?.tokens ?? null],
  ["tok_per_sec", ({ metrics }) => metrics?.tokPerSec ?? null],
  ["tok_per_sec_kind", ({ metrics }) => metrics?.tokPerSecKind ?? null],
  ["wall_ms", ({ metrics }) => metrics?.wallMs ?? null],
  ["overhead_ms", ({ overhead }) => overhead?.ms ?? null],
  ["turns", ({ metrics }) => metrics?.turns ?? null],
  ["tool_calls", ({ metrics }) => metrics?.toolCalls ?? null],
  ["tool_calls_invalid", ({ metrics }) => metrics?.toolCallInvalid ?? null],
  ["cap_hit", ({ metrics }) => flag(metrics?.capHit)],
  ["errored", ({ metrics }) => flag(metrics?.errored)],
  ["crashed", ({ metrics }) => flag(metrics?.crashed)],
  ["ended_at", ({ endedAt }) => endedAt],
  ["synthetic_mock", ({ row }) => String(row.synthetic_mock)]
]

/** One line a trial: what was measured of it. */
export const runsCsv = ({ trials }: WorkbenchRun): string =>
  renderCsv(
    runColumns.map(([name]) => name),
    trials.map((trial) => runColumns.map(([, cell]) => cell(trial)))
  )
