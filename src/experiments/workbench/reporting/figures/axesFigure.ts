import { renderCsv } from "../../../../report/Csv.js"
import { axes } from "../../config/ScoresConfig.js"
import type { WorkbenchRun } from "../WorkbenchRun.js"
import { axisNames, points } from "../words.js"
import { barKinds, barWords, captionOf, kindIndex, type PlannedFigure } from "./PlannedFigure.js"

/** The total and the six axes of every subject. */
export const axesFigure = (run: WorkbenchRun): ReadonlyArray<PlannedFigure> => {
  const { planned, scores } = run
  if (scores.length === 0) return []
  const { weights } = planned.config.scores
  const panels = [
    { title: "合計（六軸の加重和）", figureOf: (one: Scored) => one.total },
    ...axes.map((axis) => ({
      title: `${axisNames[axis]}（重み${weights[axis]}）`,
      figureOf: (one: Scored) => one.axes[axis].value
    }))
  ]
  const inWords = scores.map(
    (one) =>
      `${one.subject.id}: 合計${points(one.total)}、${axes.map((axis) => `${axisNames[axis]}${points(one.axes[axis].value)}`).join("、")}。`
  )
  return [
    {
      drawing: {
        kind: "values",
        caption: captionOf(run, {
          name: "axes",
          title: "合計と六軸（0〜100）",
          alt: `被験者ごとの棒。${inWords.join("")}`,
          notes: [
            "欠測は0ではない。一つの軸が欠けた被験者に合計はない。ローカル価値は構造値で、測った数字ではない。"
          ]
        }),
        kinds: barKinds,
        max: 100,
        reference: null,
        words: barWords,
        panels: panels.map(({ title, figureOf }) => ({
          title,
          bars: scores.map((one) => ({
            label: one.subject.id,
            kind: kindIndex(one.subject.kind),
            value: figureOf(one),
            interval: null,
            note: ""
          }))
        }))
      },
      csv: renderCsv(
        ["subject", "kind", "axis", "weight", "value", "missing_parts", "status"],
        scores.flatMap((one) => [
          [one.subject.id, one.subject.kind, "total", 100, one.total, "", run.status],
          ...axes.map((axis) => [
            one.subject.id,
            one.subject.kind,
            axis,
            weights[axis],
            one.axes[axis].value,
            one.axes[axis].missing.join(" "),
            run.status
          ])
        ])
      )
    }
  ]
}

type Scored = WorkbenchRun["scores"][number]
