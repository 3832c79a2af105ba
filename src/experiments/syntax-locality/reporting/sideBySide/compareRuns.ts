import * as Effect from "effect/Effect"
import type { ComparedRun, ReadError, ReportOutput } from "../../../../pipeline/Experiment.js"
import { points } from "../../../../report/Figures.js"
import { drawing } from "../../../../report/figures/drawing.js"
import { figureFiles, figureLinks } from "../../../../report/page/figureFiles.js"
import { intervalText } from "../../../comparison/estimateText.js"
import { figureTable, textTable } from "../../../comparison/tables.js"
import { contrastName } from "../contrasts.js"
import { toFigure } from "../figures/PlannedFigure.js"
import type { Suite } from "../Results.js"
import { type Compared, placesOf, readCompared, suiteOf } from "./Compared.js"
import { comparePage } from "./comparePage.js"
import { contrastsFigure } from "./contrastsFigure.js"
import { accuracyTable, contrastsTable, runsTable } from "./tables.js"
import { accuracyCsv, contrastsCsv } from "./tablesCsv.js"

const warning =
  "The runs ask the same questions. Every figure is of one run; nothing is pooled. That one run's interval holds zero and another's does not is no evidence that the two differ."

/**
 * Accuracy and contrasts of each run, in the order given: `compare.md` and `compare.html` with a figure for each task and view,
 * `accuracy.csv`, `contrasts.csv`. No figure is of more than one run, and no difference between runs is computed: they share the questions,
 * not the chance.
 */
export const compareRuns = (runs: ReadonlyArray<ComparedRun>): Effect.Effect<ReportOutput, ReadError> =>
  Effect.gen(function* () {
    const compared = yield* Effect.forEach(runs, readCompared)
    const { draw } = yield* drawing
    const suites = placesOf(compared).map((suite) => ({
      suite,
      figures: contrastsFigure(compared, suite).map((planned) => toFigure(draw, planned))
    }))
    const figures = suites.flatMap((one) => one.figures)
    const { rows, titles } = runsTable(compared)
    const blocks = [
      "# Runs side by side",
      textTable(titles, rows),
      warning,
      ...suites.flatMap(({ figures: own, suite }) => {
        const [accuracy, contrasts] = [accuracyTable(compared, suite), contrastsTable(compared, suite)]
        return [
          `## ${suite.task} / ${suite.view}`,
          figureTable(accuracy.titles, accuracy.rows),
          figureTable(contrasts.titles, contrasts.rows),
          ...own.map(figureLinks)
        ]
      })
    ]
    const headline = suites.flatMap(({ suite }) => [
      `${suite.task}/${suite.view}`,
      ...compared.map((run) => `  ${run.label} (${run.model}, ${run.effort}): ${primaryText(run, suite)}`)
    ])
    return {
      files: [
        { name: "compare.md", content: `${blocks.join("\n\n")}\n` },
        { name: "compare.html", content: comparePage(compared, warning, figures) },
        { name: "accuracy.csv", content: accuracyCsv(compared) },
        { name: "contrasts.csv", content: contrastsCsv(compared) },
        ...figures.flatMap(figureFiles)
      ],
      headline: headline.join("\n")
    }
  })

const primaryText = (run: Compared, suite: Suite): string => {
  const [primary] = suiteOf(run, suite)?.overall.comparisons ?? []
  return primary === undefined
    ? "nothing to compare"
    : `${contrastName(primary.contrast)} = ${points(primary.difference.estimate)}, 95 % interval ${intervalText(primary.interval)}`
}
