import { percent, points } from "../../../../report/Figures.js"
import type { Comparison } from "../Comparison.js"
import { primaryOf, type Results, type Suite } from "../Results.js"
import { estimateText } from "./estimateText.js"
import { figureTable } from "./tables.js"

/** 4. D−B, the primary contrast, for every task and view, with what is needed to judge it. */
export const primarySection = ({ suites }: Results): ReadonlyArray<string> => {
  const found = suites.flatMap((suite) => {
    const comparison = primaryOf(suite.overall)
    return comparison === undefined ? [] : [{ suite, comparison }]
  })
  if (found.length === 0) return ["D and B were not both planned."]
  return [
    "D−B is the mean over depth × filler cells, equally weighted, of the mean over families of the mean over lexical regimes of the difference in strict accuracy. Replicates are averaged first. The estimate takes the available families; the two figures with missing trials filled in take all planned families, so it can lie outside them.",
    ...found.flatMap(({ suite, comparison }) => [
      `**${suite.task} / ${suite.view}** (${roleOf(suite)}): ${estimateText(comparison)}.`,
      figures(comparison),
      discordance(comparison)
    ])
  ]
}

const roleOf = ({ task, view }: Suite): string =>
  task === "scope_lookup" && view === "after_close" ? "primary" : "exploratory"

const figures = ({ difference, sensitivity, interval }: Comparison): string =>
  figureTable(
    ["figure", "value"],
    [
      ["accuracy of D, matched families", percent(difference.treatment)],
      ["accuracy of B, matched families", percent(difference.baseline)],
      ["D−B", points(difference.estimate)],
      ["interval", interval.kind],
      ["relative error reduction", percent(difference.relativeErrorReduction)],
      ["families available / planned", `${difference.familiesAvailable} / ${difference.familiesPlanned}`],
      ["strata available / planned", `${difference.strataAvailable} / ${difference.strataPlanned}`],
      ["fewest available families in a stratum", String(difference.fewestFamiliesInStratum)],
      ["discordant families", String(difference.discordance.families)],
      [
        "D−B over all planned families, missing trials against D / in favour of D",
        `${points(sensitivity.againstTreatment)} / ${points(sensitivity.inFavour)}`
      ]
    ]
  )

const discordance = ({ difference }: Comparison): string =>
  figureTable(
    ["lexical regime", "D better", "B better", "tied"],
    difference.discordance.regimes.map(({ regime, treatmentBetter, baselineBetter, tied }) => [
      regime,
      String(treatmentBetter),
      String(baselineBetter),
      String(tied)
    ])
  )
