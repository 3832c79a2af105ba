import { type CsvCell, renderCsv } from "../../../report/Csv.js"
import type { PremiseRun } from "./PremiseRun.js"
import type { Series } from "./Series.js"

const counted = [
  "problems",
  "passed",
  "silent",
  "declared_but_missed",
  "missed",
  "invalid",
  "controls",
  "controls_declared",
  "over_declared",
  "not_measured",
  "not_passed"
] as const

const cells = ({ missing, tally }: Series): ReadonlyArray<CsvCell> => [
  tally.problems,
  tally.passed,
  tally.silent,
  tally.declaredButMissed,
  tally.missed,
  tally.invalid,
  tally.controls,
  tally.controlsDeclared,
  tally.overDeclared,
  missing.length,
  tally.notPassed.join(" ")
]

/** `summary.csv`: the benchmark's table, a line a replicate. `label` names the run where there are several. */
export const summaryCsv = (
  runs: ReadonlyArray<{ readonly label: string; readonly run: PremiseRun }>
): string =>
  renderCsv(
    ["run", "model", "reasoning_effort", "set", "replicate", ...counted, "synthetic_mock"],
    runs.flatMap(({ label, run: { planned, series, synthetic } }) =>
      series.map((one) => [
        label,
        planned.model,
        planned.reasoningEffort,
        planned.set,
        one.replicate,
        ...cells(one),
        String(synthetic)
      ])
    )
  )

/** `readings.csv`: each accepted reading of each problem, and in which replicates it was taken. */
export const readingsCsv = ({ planned, trials }: PremiseRun): string =>
  renderCsv(
    ["problem", "key", "assumption", "taken", "taken_and_declared", "replicates_judged"],
    planned.problems.flatMap((problem) => {
      const own = trials.flatMap(({ judged, problem: { id } }) =>
        judged !== null && id === problem.id ? [judged] : []
      )
      return [...problem.interpretations, { key: null, assumption: "どの解釈とも一致しない" }].map(
        (reading) => {
          const taken = own.filter(({ matched }) => matched === reading.key)
          return [
            problem.id,
            reading.key,
            reading.assumption,
            taken.length,
            taken.filter(({ declared }) => declared).length,
            own.length
          ]
        }
      )
    })
  )
