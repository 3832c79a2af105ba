import { type CsvCell, renderCsv } from "../../../../report/Csv.js"
import { inPoints } from "../../../../report/Figures.js"
import type { Suite } from "../Results.js"
import type { Compared } from "./Compared.js"

const head = ["run", "model", "reasoning_effort", "preset", "synthetic_mock", "task", "view"]

const headOf = (
  { effort, label, model, results: { run } }: Compared,
  { task, view }: Suite
): ReadonlyArray<CsvCell> => [label, model, effort, run.preset, String(run.synthetic), task, view]

export const accuracyCsv = (compared: ReadonlyArray<Compared>): string =>
  renderCsv(
    [...head, "style", "planned", "model_evaluable", "correct", "accuracy"],
    compared.flatMap((run) =>
      run.results.suites.flatMap((suite) =>
        suite.overall.conditions.map(({ condition: { accuracy, counts }, style }) => [
          ...headOf(run, suite),
          style,
          counts.planned,
          counts.evaluable,
          counts.correct,
          accuracy
        ])
      )
    )
  )

/** The contrasts of every run, or of one task and view. */
export const contrastsCsv = (
  compared: ReadonlyArray<Compared>,
  holds: (suite: Suite) => boolean = () => true
): string =>
  renderCsv(
    [
      ...head,
      "treatment",
      "baseline",
      "estimate_pp",
      "interval",
      "interval_low_pp",
      "interval_high_pp",
      "families_available",
      "families_planned",
      "discordant_families"
    ],
    compared.flatMap((run) =>
      run.results.suites
        .filter(holds)
        .flatMap((suite) =>
          suite.overall.comparisons.map(({ contrast, difference, interval }) => [
            ...headOf(run, suite),
            contrast.treatment,
            contrast.baseline,
            inPoints(difference.estimate),
            interval.kind,
            inPoints(interval.kind === "computed" ? interval.low : null),
            inPoints(interval.kind === "computed" ? interval.high : null),
            difference.familiesAvailable,
            difference.familiesPlanned,
            difference.discordance.families
          ])
        )
    )
  )
