import { percent, points } from "../../../../report/Figures.js"
import { discordantText, intervalText, remarksText } from "../../../comparison/estimateText.js"
import { contrastName } from "../contrasts.js"
import type { Suite } from "../Results.js"
import { styleName } from "../sections/styleName.js"
import { type Compared, comparisonOf, stateOf, suiteOf } from "./Compared.js"

/** A table before it is Markdown or part of a page: plain text. */
export interface Table {
  readonly titles: ReadonlyArray<string>
  readonly rows: ReadonlyArray<ReadonlyArray<string>>
}

export const runsTable = (compared: ReadonlyArray<Compared>): Table => ({
  titles: ["number", "run", "model", "effort", "preset", "state"],
  rows: compared.map((run) => [
    String(run.number),
    run.label,
    run.model,
    run.effort,
    run.results.run.preset,
    stateOf(run)
  ])
})

export const accuracyTable = (compared: ReadonlyArray<Compared>, suite: Suite): Table => ({
  titles: ["accuracy", ...suite.overall.conditions.map(({ style }) => styleName(style))],
  rows: compared.map((run) => [
    run.label,
    ...suite.overall.conditions.map(({ style }) => {
      const found = suiteOf(run, suite)?.overall.conditions.find((one) => one.style === style)
      return percent(found?.condition.accuracy ?? null)
    })
  ])
})

export const contrastsTable = (compared: ReadonlyArray<Compared>, suite: Suite): Table => ({
  titles: ["run", "contrast", "difference", "95 % interval", "remarks", "families", "discordant"],
  rows: suite.overall.comparisons.flatMap(({ contrast }) =>
    compared.map((run) => {
      const found = comparisonOf(run, suite, contrastName(contrast))
      return found === undefined
        ? [run.label, contrastName(contrast), "NA", "NA", "not planned", "NA", "NA"]
        : [
            run.label,
            contrastName(contrast),
            points(found.difference.estimate),
            intervalText(found.interval),
            remarksText(found),
            `${found.difference.familiesAvailable} / ${found.difference.familiesPlanned}`,
            discordantText(found.difference)
          ]
    })
  )
})
