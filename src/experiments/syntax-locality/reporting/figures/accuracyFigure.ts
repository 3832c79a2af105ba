import { renderCsv } from "../../../../report/Csv.js"
import { percent } from "../../../../report/Figures.js"
import { ratio } from "../../../../stats/Mean.js"
import { cellsOf, levelsOf } from "../../../comparison/Slice.js"
import { design } from "../design.js"
import type { Results, Suite } from "../Results.js"
import type { Scored } from "../Scored.js"
import { styleName } from "../sections/styleName.js"
import { captionOf, fileName, type PlannedFigure } from "./PlannedFigure.js"

/** Accuracy in each cell of depth × filler, a map for each style and lexical regime. */
export const accuracyFigure = (results: Results, suite: Suite): PlannedFigure => {
  const { task, view } = suite
  const levels = levelsOf(suite.trials, design.order)
  const styles = suite.overall.conditions.map(({ style }) => style)
  const cells = cellsOf(suite.trials, design.order).flatMap(({ slice, trials }) =>
    styles.map((style) => ({ slice, style, ...countJudged(trials.filter(({ at }) => at.style === style)) }))
  )
  const smallest = Math.min(...cells.map(({ evaluable }) => evaluable))
  const largest = Math.max(...cells.map(({ evaluable }) => evaluable))
  const overall = suite.overall.conditions.map(
    ({ condition, style }) => `${styleName(style)} ${percent(condition.accuracy)}`
  )
  const name = fileName("accuracy", task, view)
  return {
    drawing: {
      kind: "heat",
      caption: captionOf(results, {
        name,
        title: `Accuracy by depth and filler, ${task} / ${view}`,
        alt: `Heat maps of accuracy over depth and filler, for each style and lexical regime of ${task} / ${view}. Over all cells: ${overall.join(", ")}. The data file has every cell.`,
        notes: [
          `Numbers are percentages of the answers that can be judged; ${smallest === largest ? smallest : `${smallest} to ${largest}`} in a cell. The bluer, the more often right.`
        ]
      }),
      columns: styles.map(styleName),
      rows: levels.regimes,
      x: { title: "filler statements", levels: levels.fillers.map(String) },
      y: { title: "depth", levels: levels.depths.map(String) },
      cells: cells.map(({ correct, evaluable, slice, style }) => ({
        column: styleName(style),
        row: String(slice.regime),
        x: String(slice.filler),
        y: String(slice.depth),
        value: ratio(correct, evaluable)
      }))
    },
    csv: renderCsv(
      [
        "task",
        "view",
        "style",
        "lexical_regime",
        "depth",
        "filler_statements",
        "model_evaluable",
        "correct",
        "accuracy",
        "synthetic_mock"
      ],
      cells.map(({ correct, evaluable, slice, style }) => [
        task,
        view,
        style,
        slice.regime,
        slice.depth,
        slice.filler,
        evaluable,
        correct,
        ratio(correct, evaluable),
        String(results.run.synthetic)
      ])
    )
  }
}

const countJudged = (trials: ReadonlyArray<Scored>) => {
  const judged = trials.filter(({ row }) => row.correct !== null)
  return { evaluable: judged.length, correct: judged.filter(({ row }) => row.correct === 1).length }
}
