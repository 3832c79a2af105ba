import { renderCsv } from "../../../../report/Csv.js"
import { points } from "../../../../report/Figures.js"
import type { Plane, PlanePoint } from "../../../../report/figures/effectPlane.js"
import type { Comparison } from "../../../comparison/Comparison.js"
import { isTooNarrow } from "../../../comparison/trust.js"
import { contrastName } from "../contrasts.js"
import type { Results, Suite } from "../Results.js"
import { captionOf, type PlannedFigure } from "./PlannedFigure.js"

/** Each contrast in reading against the same contrast in generation; none where one of the two was not planned. */
export const planeFigure = (results: Results): ReadonlyArray<PlannedFigure> => {
  const [written] = results.suites.filter(isGeneration)
  const read = results.suites.filter((suite) => !isGeneration(suite))
  if (written === undefined || read.length === 0) return []
  const pairs = read.flatMap((reading) =>
    reading.overall.comparisons.flatMap((ofReading) => {
      const ofWriting = written.overall.comparisons.find(
        ({ contrast }) => contrastName(contrast) === contrastName(ofReading.contrast)
      )
      return ofWriting === undefined ? [] : [{ suite: reading, reading: ofReading, writing: ofWriting }]
    })
  )
  const planes = read.map((suite): Plane => {
    const own = pairs.filter((pair) => pair.suite === suite)
    return {
      title: nameOf(suite),
      xTitle: "reading",
      yTitle: "generation",
      points: own.flatMap(({ reading, writing }) => pointOf(reading, writing)),
      absent: own.flatMap(({ reading, writing }) => absentIn(reading, writing))
    }
  })
  const inWords = pairs.map(
    ({ reading, suite, writing }) =>
      `${contrastName(reading.contrast)}: ${points(reading.difference.estimate)} in ${nameOf(suite)}, ${points(writing.difference.estimate)} in ${nameOf(written)}.`
  )
  return [
    {
      drawing: {
        kind: "plane",
        caption: captionOf(results, {
          name: "reading-against-generation",
          title: "Reading against generation (exploratory), percentage points of accuracy",
          alt: `Contrasts of styles in reading (to the right) and in generation (upwards). ${inWords.join(" ")}`,
          notes: [
            `Generation is ${nameOf(written)}. Tasks differ in material and length: compare directions, not sizes.`,
            ...(results.run.withheld === null
              ? ["Lines are 95 % intervals of the two effects, each by itself."]
              : [`No interval is given: ${results.run.withheld}.`])
          ]
        }),
        labels: written.overall.comparisons.map(({ contrast }) => contrastName(contrast)),
        planes
      },
      csv: renderCsv(
        [
          "contrast",
          "reading_task",
          "reading_view",
          ...bounds("reading"),
          "generation_task",
          "generation_view",
          ...bounds("generation"),
          "synthetic_mock"
        ],
        pairs.map(({ reading, writing }) => [
          `${reading.contrast.treatment} - ${reading.contrast.baseline}`,
          reading.task,
          reading.view,
          ...cellsOf(reading),
          writing.task,
          writing.view,
          ...cellsOf(writing),
          String(results.run.synthetic)
        ])
      )
    }
  ]
}

const isGeneration = ({ task }: Suite): boolean => task === "ast_to_source"
const nameOf = ({ task, view }: Suite): string => `${task} / ${view}`

const pointOf = (reading: Comparison, writing: Comparison): ReadonlyArray<PlanePoint> => {
  const [x, y] = [reading.difference.estimate, writing.difference.estimate]
  if (x === null || y === null) return []
  const both = [reading, writing]
  return [
    {
      label: contrastName(reading.contrast),
      x,
      y,
      xInterval: reading.interval.kind === "computed" ? reading.interval : null,
      yInterval: writing.interval.kind === "computed" ? writing.interval : null,
      trusted: both.every((one) => one.interval.kind === "computed" && !isTooNarrow(one))
    }
  ]
}

const absentIn = (reading: Comparison, writing: Comparison): ReadonlyArray<string> => {
  const where = [
    ...(reading.difference.estimate === null ? ["reading"] : []),
    ...(writing.difference.estimate === null ? ["generation"] : [])
  ]
  return where.length === 0
    ? []
    : [`${contrastName(reading.contrast)} is undefined in ${where.join(" and ")}`]
}

const bounds = (side: string): ReadonlyArray<string> =>
  ["estimate", "interval_low", "interval_high", "too_narrow_to_trust"].map((figure) => `${side}_${figure}`)

const cellsOf = (comparison: Comparison): ReadonlyArray<string | number | null> => {
  const { difference, interval } = comparison
  return interval.kind === "computed"
    ? [difference.estimate, interval.low, interval.high, String(isTooNarrow(comparison))]
    : [difference.estimate, null, null, null]
}
