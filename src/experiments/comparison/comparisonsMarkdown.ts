import { markdownText } from "../../report/Markdown.js"
import { enough } from "../../stats/diagnostics.js"
import type { Comparison } from "./Comparison.js"
import type { FactorNames } from "./comparisonsCsv.js"
import { contrastTable, taskAndView } from "./contrastTable.js"
import { levelOf } from "./Slice.js"
import { textTable } from "./tables.js"

/** Facts and figures of an analysis for people: the tables of a run's report, over whatever a table of trials holds. */
export const comparisonsMarkdown = (
  facts: ReadonlyArray<readonly [name: string, value: string]>,
  comparisons: ReadonlyArray<Comparison>,
  names: FactorNames
): string => {
  const overall = comparisons.filter(({ slice }) => levelOf(slice) === "all")
  const blocks = [
    "# Paired analysis",
    textTable(["what", "value"], facts),
    "Each difference is treatment minus baseline: the mean over strata, equally weighted, of the mean over families of the mean over lexical regimes of the difference in strict accuracy. Replicates are averaged first. Missing outcomes take away the pair and are never counted as wrong.",
    `Intervals are 95 % percentile intervals of a bootstrap that draws whole families with replacement inside each stratum. With fewer than ${enough.familiesPerStratum} families in a stratum, or fewer than ${enough.discordantFamilies} families that tell the two styles apart, an interval is too narrow to trust. Where it is degenerate, every draw gave the same difference: a lack of evidence, and no certainty.`,
    "## All trials",
    contrastTable("task / view", taskAndView, overall),
    "Discordant counts the families whose two answers differ in some lexical regime; in brackets, for each regime, those where the treatment did better : those where the baseline did.",
    "## By regime and stratum factor",
    ...overall.filter(sameSuiteOnce).flatMap((suite) => [
      `**${markdownText(taskAndView(suite))}**`,
      contrastTable(
        "part",
        partName(names),
        comparisons.filter((one) => taskAndView(one) === taskAndView(suite) && levelOf(one.slice) !== "all")
      )
    ])
  ]
  return `${blocks.join("\n\n")}\n`
}

const sameSuiteOnce = (comparison: Comparison, index: number, all: ReadonlyArray<Comparison>): boolean =>
  all.findIndex((one) => taskAndView(one) === taskAndView(comparison)) === index

const partName =
  (names: FactorNames) =>
  ({ slice }: Comparison): string => {
    const { depth, filler, regime } = slice
    if (regime !== null) return `${names.regime.level} ${regime}`
    return depth !== null ? `${names.depth.level} ${depth}` : `${names.filler?.level} ${filler}`
  }
