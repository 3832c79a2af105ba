import { percent, points } from "../../../../report/Figures.js"
import { enough } from "../../../../stats/diagnostics.js"
import type { Comparison } from "../../../comparison/Comparison.js"
import { estimateText, intervalText, perStratum, remarksText } from "../../../comparison/estimateText.js"
import { figureTable } from "../../../comparison/tables.js"
import { contrastName, sidesOf } from "../contrasts.js"
import { isPrimarySuite } from "../design.js"
import { primaryOf, type Results } from "../Results.js"

/** 4. The primary contrast, for every task and view, with what is needed to judge it. */
export const primarySection = (results: Results): ReadonlyArray<string> => {
  const found = results.suites.flatMap((suite) => {
    const comparison = primaryOf(suite.overall)
    return comparison === undefined ? [] : [{ suite, comparison }]
  })
  const { primary } = results.run
  if (found.length === 0) return [`${sidesOf(primary).join(" and ")} were not both planned.`]
  return [
    `${contrastName(primary)} is the mean over depth × filler cells, equally weighted, of the mean over families of the mean over lexical regimes of the difference in strict accuracy. Replicates are averaged first. The estimate takes the available families; the two figures with missing trials filled in take all planned families, so it can lie outside them.`,
    howIntervals(results),
    ...found.flatMap(({ suite, comparison }) => [
      `**${suite.task} / ${suite.view}** (${isPrimarySuite(suite) ? "primary" : "exploratory"}): ${estimateText(comparison)}.`,
      figures(comparison),
      discordance(comparison)
    ])
  ]
}

const howIntervals = ({ run: { withheld, resampling } }: Results): string =>
  withheld === null
    ? `Intervals are 95 % percentile intervals of a bootstrap: ${resampling.draws} draws from seed ${resampling.seed}, whole families drawn with replacement inside each depth × filler cell. With fewer than ${enough.familiesPerStratum} families in a cell, or fewer than ${enough.discordantFamilies} families that tell the two styles apart, an interval is too narrow to trust: [docs/limitations.md](${trustLink}) shows how far. Where it is degenerate, every draw gave the same difference: a lack of evidence, and no certainty.`
    : `No interval is given: ${withheld}.`

/** From `runs/NAME/report.md`, where runs usually are. */
const trustLink = "../../docs/limitations.md#how-far-the-intervals-can-be-trusted"

const figures = (comparison: Comparison): string => {
  const { contrast, difference, sensitivity, interval } = comparison
  const [treatment, baseline] = sidesOf(contrast)
  const name = contrastName(contrast)
  return figureTable(
    ["figure", "value"],
    [
      [`accuracy of ${treatment}, matched families`, percent(difference.treatment)],
      [`accuracy of ${baseline}, matched families`, percent(difference.baseline)],
      [name, points(difference.estimate)],
      ["95 % interval", intervalText(interval)],
      ["remarks", remarksText(comparison)],
      ["relative error reduction", percent(difference.relativeErrorReduction)],
      ["families available / planned", `${difference.familiesAvailable} / ${difference.familiesPlanned}`],
      ["strata available / planned", `${difference.strataAvailable} / ${difference.strataPlanned}`],
      ["available families per stratum", perStratum(difference)],
      ["discordant families", String(difference.discordance.families)],
      [
        `${name} over all planned families, missing trials against ${treatment} / in favour of ${treatment}`,
        `${points(sensitivity.againstTreatment)} / ${points(sensitivity.inFavour)}`
      ]
    ]
  )
}

const discordance = ({ contrast, difference }: Comparison): string =>
  figureTable(
    ["lexical regime", ...sidesOf(contrast).map((side) => `${side} better`), "tied"],
    difference.discordance.regimes.map(({ regime, treatmentBetter, baselineBetter, tied }) => [
      regime,
      String(treatmentBetter),
      String(baselineBetter),
      String(tied)
    ])
  )
