import { percent, points } from "../../report/Figures.js"
import { type Comparison, comparisonName } from "./Comparison.js"
import { discordantText, intervalText, perStratum, remarksText } from "./estimateText.js"
import { figureTable } from "./tables.js"

/** Contrasts, one a line. `subject` says of what: the first column. */
export const contrastTable = (
  title: string,
  subject: (comparison: Comparison) => string,
  comparisons: ReadonlyArray<Comparison>
): string =>
  figureTable(
    [title, ...contrastTitles],
    comparisons.map((comparison) => [subject(comparison), ...contrastCells(comparison)])
  )

/** What stands beside the subject, in Markdown and in a page. */
export const contrastTitles = [
  "contrast",
  "difference",
  "95 % interval",
  "remarks",
  "relative error reduction",
  "families",
  "per stratum",
  "discordant"
]

export const contrastCells = (comparison: Comparison): ReadonlyArray<string> => {
  const { difference, interval } = comparison
  return [
    comparisonName(comparison),
    points(difference.estimate),
    intervalText(interval),
    remarksText(comparison),
    percent(difference.relativeErrorReduction),
    `${difference.familiesAvailable} / ${difference.familiesPlanned}`,
    perStratum(difference),
    discordantText(difference)
  ]
}

export const taskAndView = ({ task, view }: Pick<Comparison, "task" | "view">): string => `${task} / ${view}`
