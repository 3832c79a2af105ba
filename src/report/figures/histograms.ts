import { axisFy, axisX, rectY, ruleY, text, tickX } from "@observablehq/plot"
import { fixed } from "../Figures.js"
import type { Bins } from "./bins.js"
import type { Caption } from "./Figure.js"
import { beside, figureWidth, frame, heading, legend, type Part, stacked } from "./frame.js"
import { hue } from "./look.js"
import { tag } from "./markup.js"
import { plotPart } from "./plotPart.js"
import { areaSign } from "./signs.js"
import { amountTick } from "./ticks.js"

/** One distribution; `null` where nothing is known. */
export interface Distribution {
  readonly label: string
  readonly known: number
  readonly bins: Bins | null
  readonly median: number | null
}

/** The same figure of several groups, over bins that they share. */
export interface Measure {
  readonly title: string
  readonly distributions: ReadonlyArray<Distribution>
}

export interface HistogramsData {
  readonly caption: Caption
  readonly measures: ReadonlyArray<Measure>
}

const panelWidth = figureWidth / 2
const rowHeight = 34

/** Small histograms, two measures in a row. */
export const histograms = ({ caption, measures }: HistogramsData): string => {
  const rows = Array.from({ length: Math.ceil(measures.length / 2) }, (_, row) =>
    measures.slice(row * 2, row * 2 + 2)
  )
  return frame(caption, [
    legend([
      { sign: areaSign(caption.name, hue.blue, "plain", 0.5), label: "answers in a bin" },
      { sign: tag("path", { d: "M8,0V12", stroke: hue.vermillion, "stroke-width": 2.5 }), label: "median" }
    ]),
    ...rows.map((row) =>
      beside(
        row.map((measure, index) => [index * panelWidth, stacked([heading(measure.title), panel(measure)])])
      )
    )
  ])
}

const panel = ({ distributions }: Measure): Part => {
  const known = distributions.flatMap(({ bins, label, median }) =>
    bins === null || median === null ? [] : [{ bins, label, median }]
  )
  const unknown = distributions.filter(({ bins }) => bins === null)
  const low = Math.min(...known.map(({ bins }) => bins.low))
  const high = Math.max(...known.map(({ bins }) => bins.high))
  const highest = Math.max(1, ...known.flatMap(({ bins }) => bins.counts))
  const boxes = known.flatMap(({ bins, label }) => {
    const width = (bins.high - bins.low) / bins.counts.length
    return bins.counts.flatMap((count, index) =>
      count === 0
        ? []
        : [{ label, count, from: bins.low + index * width, to: bins.low + (index + 1) * width }]
    )
  })
  return plotPart({
    width: panelWidth,
    height: distributions.length * rowHeight + 34,
    marginLeft: 96,
    marginRight: 62,
    marginTop: 4,
    marginBottom: 26,
    fy: { domain: distributions.map(({ label }) => label), padding: 0.12, axis: null },
    x: { type: "linear", domain: known.length === 0 ? [0, 1] : [low, high] },
    y: { type: "linear", domain: [0, highest], axis: null },
    marks: [
      axisFy({ anchor: "left", label: null, color: "currentColor" }),
      ...(known.length === 0
        ? []
        : [
            axisX({
              anchor: "bottom",
              ticks: 4,
              tickFormat: amountTick(low, high),
              label: null,
              color: "currentColor"
            })
          ]),
      ruleY([0], { strokeOpacity: 0.4 }),
      rectY(boxes, {
        fy: "label",
        x1: "from",
        x2: "to",
        y1: 0,
        y2: "count",
        fill: hue.blue,
        fillOpacity: 0.5,
        insetLeft: 0.5
      }),
      tickX(known, { fy: "label", x: "median", stroke: hue.vermillion, strokeWidth: 2.5 }),
      text(known, {
        fy: "label",
        frameAnchor: "right",
        textAnchor: "start",
        dx: 6,
        text: ({ bins, median }: { bins: Bins; median: number }) =>
          bins.beyond === 0 ? fixed(median, 0) : `${fixed(median, 0)} ›${bins.beyond}`
      }),
      text(unknown, { fy: "label", frameAnchor: "middle", fontWeight: "600", text: () => "NA" })
    ]
  })
}
