import { percent, points } from "../../../../report/Figures.js"
import { contrastName, primaryContrast } from "../Comparison.js"
import type { Results } from "../Results.js"
import { intervalText } from "./estimateText.js"
import { figureTable } from "./tables.js"

/** 7. The other contrasts. */
export const exploratorySection = ({ run, suites }: Results): ReadonlyArray<string> => {
  const rows = suites.flatMap(({ task, view, overall }) =>
    overall.comparisons
      .filter(({ contrast }) => contrast !== primaryContrast)
      .map(({ contrast, difference, interval }) => [
        `${task} / ${view}`,
        contrastName(contrast),
        points(difference.estimate),
        interval.kind,
        percent(difference.relativeErrorReduction),
        `${difference.familiesAvailable} / ${difference.familiesPlanned}`,
        String(difference.fewestFamiliesInStratum),
        String(difference.discordance.families)
      ])
  )
  if (rows.length === 0) return ["No other contrast was planned."]
  return [
    "Exploratory: no test of these figures was fixed beforehand. The same contrasts by lexical regime, depth and filler are in paired-comparisons.csv.",
    `Intervals: ${intervalText(run.interval)}.`,
    figureTable(
      [
        "task / view",
        "contrast",
        "difference",
        "interval",
        "relative error reduction",
        "families",
        "fewest in a stratum",
        "discordant"
      ],
      rows
    )
  ]
}
