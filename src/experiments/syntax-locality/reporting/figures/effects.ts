import { points } from "../../../../report/Figures.js"
import type { ShownEffect } from "../../../../report/figures/forestPlot.js"
import type { Comparison } from "../../../comparison/Comparison.js"
import { extremeOfArms, isTooNarrow } from "../../../comparison/trust.js"

/** A comparison as a line of a forest plot, under its task and view. */
export const effectOf = (comparison: Comparison, label: string): ShownEffect => {
  const { difference, interval, task, view } = comparison
  return {
    group: `${task} / ${view}`,
    label,
    primary: comparison.primary,
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

/** The same line for those who do not see it. */
export const inWords = ({
  estimate,
  group,
  interval,
  label,
  remark,
  sample,
  trusted
}: ShownEffect): string =>
  estimate === null
    ? `${group}, ${label}: NA.`
    : [
        `${group}, ${label}: ${points(estimate)}`,
        interval === null ? "no interval" : `interval ${points(interval.low)} to ${points(interval.high)}`,
        ...(trusted ? [] : ["too narrow to trust"]),
        ...(remark.replace(/^! ?/, "") === "" ? [] : [remark.replace(/^! ?/, "")]),
        `${sample} families.`
      ].join(", ")

/** What must stand below such a plot. `withheld`: why there are no intervals, as far as there are none. */
export const forestNotes = (
  withheld: ReadonlyArray<string>,
  comparisons: ReadonlyArray<Comparison>
): ReadonlyArray<string> => {
  const reasons = new Set(comparisons.flatMap(({ difference }) => difference.undefinedBecause ?? []))
  return [
    "Families: available / planned.",
    ...withheld.map((reason) => `No interval is given: ${reason}.`),
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
