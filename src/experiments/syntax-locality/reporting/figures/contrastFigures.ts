import { points } from "../../../../report/Figures.js"
import type { ForestData, ShownEffect } from "../../../../report/figures/forestPlot.js"
import type { Comparison } from "../Comparison.js"
import { comparisonsCsv } from "../comparisonsCsv.js"
import { contrastName, sidesOf } from "../contrasts.js"
import { isPrimary } from "../isPrimary.js"
import { primaryOf, type Results } from "../Results.js"
import { sliceName } from "../Slice.js"
import { extremeOfArms, isTooNarrow } from "../trust.js"
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
    notes: notesOn(results, comparisons)
  })
  return [
    {
      drawing: { kind: "forest", caption, effects, sides, sampleTitle: "families" },
      csv: comparisonsCsv(comparisons, results.run.synthetic)
    }
  ]
}

const effectOf = (comparison: Comparison, label: string): ShownEffect => {
  const { difference, interval, task, view } = comparison
  return {
    group: `${task} / ${view}`,
    label,
    primary: isPrimary(comparison),
    estimate: difference.estimate,
    undefinedBecause: difference.undefinedBecause,
    interval: interval.kind === "computed" ? interval : null,
    trusted: !isTooNarrow(comparison),
    sample: `${difference.familiesAvailable} / ${difference.familiesPlanned}`,
    remark: [
      ...(isTooNarrow(comparison) ? ["!"] : []),
      ...(interval.kind === "degenerate" ? ["degenerate"] : []),
      ...[extremeOfArms(comparison)].filter((extreme) => extreme !== null)
    ].join(" ")
  }
}

const inWords = ({ estimate, group, interval, label, remark, sample, trusted }: ShownEffect): string =>
  estimate === null
    ? `${group}, ${label}: NA.`
    : [
        `${group}, ${label}: ${points(estimate)}`,
        interval === null ? "no interval" : `interval ${points(interval.low)} to ${points(interval.high)}`,
        ...(trusted ? [] : ["too narrow to trust"]),
        ...(remark.replace(/^! ?/, "") === "" ? [] : [remark.replace(/^! ?/, "")]),
        `${sample} families.`
      ].join(", ")

const notesOn = ({ run }: Results, comparisons: ReadonlyArray<Comparison>): ReadonlyArray<string> => {
  const reasons = new Set(comparisons.flatMap(({ difference }) => difference.undefinedBecause ?? []))
  return [
    "Families: available / planned.",
    ...(run.withheld === null ? [] : [`No interval is given: ${run.withheld}.`]),
    ...(comparisons.some(isTooNarrow)
      ? [
          "! and a dashed line: the interval is too narrow to trust, because few families were drawn or few tell the styles apart."
        ]
      : []),
    ...(comparisons.some(({ interval }) => interval.kind === "degenerate")
      ? [
          "degenerate: every bootstrap draw gave the same difference, which is a lack of evidence and no certainty."
        ]
      : []),
    ...(reasons.size === 0 ? [] : [`NA: ${[...reasons].join("; ")}.`])
  ]
}
