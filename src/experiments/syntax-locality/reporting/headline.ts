import { percent } from "../../../report/Figures.js"
import { estimateText } from "../../comparison/estimateText.js"
import { alarms } from "./alarms.js"
import { primaryOf, type Results } from "./Results.js"
import { banners } from "./sections/status.js"
import { styleName } from "./sections/styleName.js"

/** A few lines for a terminal: what to know first, accuracy of each arm in each view, the primary contrast, alarms. */
export const headline = (results: Results): string => {
  const { run, suites } = results
  const rows = [
    ["accuracy", ...suites.map(({ task, view }) => `${task}/${view}`)],
    ...run.arms.map((style) => [
      styleName(style),
      ...suites.map(({ overall }) => {
        const condition = overall.conditions.find((one) => one.style === style)?.condition
        if (condition === undefined) return "not planned"
        return `${percent(condition.accuracy)} (${condition.counts.correct}/${condition.counts.evaluable})`
      })
    ])
  ]
  return [
    ...banners(results),
    ...alignColumns(rows),
    ...suites.flatMap(({ task, view, overall }) => {
      const comparison = primaryOf(overall)
      return comparison === undefined ? [] : [`${task}/${view}: ${estimateText(comparison)}`]
    }),
    ...alarms(results).map((alarm) => `ALARM ${alarm}`)
  ].join("\n")
}

/** Two spaces between columns, nothing at the end of a line. */
const alignColumns = (rows: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<string> => {
  const widths = (rows[0] ?? []).map((_, column) =>
    rows.reduce((widest, row) => Math.max(widest, row[column]?.length ?? 0), 0)
  )
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd()
  )
}
