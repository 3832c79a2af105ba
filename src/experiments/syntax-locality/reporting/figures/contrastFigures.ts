import type { ForestData } from "../../../../report/figures/forestPlot.js"
import type { Comparison } from "../../../comparison/Comparison.js"
import { comparisonsCsv } from "../../../comparison/comparisonsCsv.js"
import { sliceName } from "../../../comparison/Slice.js"
import { contrastName, sidesOf } from "../contrasts.js"
import { design } from "../design.js"
import { primaryOf, type Results } from "../Results.js"
import { effectOf, forestNotes, inWords } from "./effects.js"
import { captionOf, type PlannedFigure } from "./PlannedFigure.js"

/** All contrasts over all trials of each task and view, and the primary one by lexical regime, depth and filler. */
export const contrastFigures = (
  results: Results
): { readonly overall: ReadonlyArray<PlannedFigure>; readonly slices: ReadonlyArray<PlannedFigure> } => {
  const overall = results.suites.flatMap((suite) => suite.overall.comparisons)
  const slices = results.suites.flatMap((suite) => suite.marginals.flatMap((slice) => primaryOf(slice) ?? []))
  const primary = contrastName(results.run.primary)
  return {
    overall: forest(results, overall, {
      name: "contrasts",
      title: "Contrasts of styles, percentage points of accuracy",
      labelOf: ({ contrast }) => contrastName(contrast),
      sides: ["second style ahead", "first style ahead"]
    }),
    slices: forest(results, slices, {
      name: "primary-by-slice",
      title: `${primary} by lexical regime, depth and filler (exploratory), percentage points`,
      labelOf: sliceName,
      sides: [`${sidesOf(results.run.primary)[1]} ahead`, `${sidesOf(results.run.primary)[0]} ahead`]
    })
  }
}

interface Forest extends Pick<ForestData, "sides"> {
  readonly name: string
  readonly title: string
  readonly labelOf: (comparison: Comparison) => string
}

const forest = (
  results: Results,
  comparisons: ReadonlyArray<Comparison>,
  { labelOf, name, sides, title }: Forest
): ReadonlyArray<PlannedFigure> => {
  if (comparisons.length === 0) return []
  const effects = comparisons.map((comparison) => effectOf(comparison, labelOf(comparison)))
  const caption = captionOf(results, {
    name,
    title,
    alt: `Forest plot. ${effects.map(inWords).join(" ")}`,
    notes: forestNotes(results.run.withheld === null ? [] : [results.run.withheld], comparisons)
  })
  return [
    {
      drawing: { kind: "forest", caption, effects, sides, sampleTitle: "families" },
      csv: comparisonsCsv(comparisons, { synthetic: results.run.synthetic, regimes: design.order.regimes })
    }
  ]
}
