import { type Outcome, outcomes } from "../../../../records/Outcome.js"
import { renderCsv } from "../../../../report/Csv.js"
import { percent } from "../../../../report/Figures.js"
import { hue } from "../../../../report/figures/look.js"
import type { Segment } from "../../../../report/figures/stackedBars.js"
import type { Results } from "../Results.js"
import { styleName } from "../sections/styleName.js"
import { captionOf, type PlannedFigure } from "./PlannedFigure.js"

/** Colour and texture of each way that a trial can end; what is missing is grey. */
const looks: Readonly<Record<Outcome, Omit<Segment, "label">>> = {
  correct: { colour: hue.blue, texture: "plain" },
  wrong_answer: { colour: hue.vermillion, texture: "diagonal" },
  invalid_answer_format: { colour: hue.orange, texture: "lines" },
  invalid_generated_syntax: { colour: hue.purple, texture: "back" },
  valid_syntax_wrong_ast: { colour: hue.yellow, texture: "dashes" },
  refusal: { colour: hue.green, texture: "grid" },
  incomplete_output: { colour: hue.sky, texture: "bars" },
  api_rejected: { colour: hue.grey, texture: "lines" },
  transport_failure: { colour: hue.grey, texture: "bars" },
  ambiguous_outcome: { colour: hue.grey, texture: "cross" },
  decode_failure: { colour: hue.grey, texture: "diagonal" },
  not_dispatched: { colour: hue.grey, texture: "dots" }
}

/** How the planned trials of each style ended. */
export const outcomesFigure = (results: Results): ReadonlyArray<PlannedFigure> => {
  const { run, suites } = results
  if (suites.length === 0) return []
  const inWords = suites.flatMap(({ overall, task, view }) =>
    overall.conditions.map(
      ({ condition, style }) =>
        `${task} / ${view}, ${styleName(style)}: ${condition.counts.correct} of ${condition.counts.planned} correct, ${condition.counts.infrastructureMissing + condition.counts.notDispatched} missing, accuracy ${percent(condition.accuracy)}.`
    )
  )
  return [
    {
      drawing: {
        kind: "bars",
        caption: captionOf(results, {
          name: "outcomes",
          title: "How trials ended, share of the planned trials of a style",
          alt: `Stacked bars of outcomes for each style. ${inWords.join(" ")}`,
          notes: [
            "Grey: missing by infrastructure or not dispatched, which is not wrong. Accuracy leaves it out."
          ]
        }),
        segments: outcomes.map((outcome) => ({ label: outcome.replaceAll("_", " "), ...looks[outcome] })),
        groups: suites.map(({ overall, task, view }) => ({
          title: `${task} / ${view}`,
          bars: overall.conditions.map(({ condition, style }) => ({
            label: styleName(style),
            counts: outcomes.map((outcome) => condition.outcomes[outcome])
          }))
        }))
      },
      csv: renderCsv(
        ["task", "view", "style", "planned", ...outcomes, "synthetic_mock"],
        suites.flatMap(({ overall, task, view }) =>
          overall.conditions.map(({ condition, style }) => [
            task,
            view,
            style,
            condition.counts.planned,
            ...outcomes.map((outcome) => condition.outcomes[outcome]),
            String(run.synthetic)
          ])
        )
      )
    }
  ]
}
