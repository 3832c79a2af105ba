import { axisX, dot, link, ruleX, text } from "@observablehq/plot"
import { fixed, points } from "../Figures.js"
import type { Caption } from "./Figure.js"
import { figureWidth, frame, legend } from "./frame.js"
import { onPaper } from "./look.js"
import { plotPart } from "./plotPart.js"
import { shapeSign } from "./signs.js"
import { percentageTick } from "./ticks.js"

/** One effect. Fractions: 0.25 is 25 percentage points. */
export interface ShownEffect {
  readonly group: string
  readonly label: string
  readonly primary: boolean
  /** `null`: undefined, for the reason beside it. */
  readonly estimate: number | null
  readonly undefinedBecause: string | null
  /** `null`: none is shown. */
  readonly interval: { readonly low: number; readonly high: number } | null
  readonly trusted: boolean
  /** Such as `32 / 32`. */
  readonly sample: string
  readonly remark: string
}

export interface ForestData {
  readonly caption: Caption
  readonly effects: ReadonlyArray<ShownEffect>
  /** What is left and what is right of zero. */
  readonly sides: readonly [left: string, right: string]
  readonly sampleTitle: string
}

const rowHeight = 20
const plotFrom = 150
const plotTo = 430
const sampleAt = 492
const estimateAt = 505
const dash = "4 3"
/** One series needs no hue. */
const ink = "currentColor"

/** Effects one below the other, each with its interval on one common scale. */
export const forestPlot = ({ caption, effects, sampleTitle, sides }: ForestData): string => {
  const rows = withHeadings(effects)
  const [low, high] = extent(effects)
  const drawn = rows.flatMap((row) =>
    row.kind === "effect" && row.effect.estimate !== null ? [{ ...row, estimate: row.effect.estimate }] : []
  )
  const intervals = drawn.flatMap(({ at, effect }) =>
    effect.interval === null ? [] : [{ at, effect, ...effect.interval }]
  )
  const absent = rows.filter((row) => row.kind === "effect" && row.effect.estimate === null)
  const bounds = (trusted: boolean) => intervals.filter(({ effect }) => effect.trusted === trusted)
  const ends = intervals.flatMap(({ at, high: to, low: from }) => [
    { at, x: from },
    { at, x: to }
  ])
  const filled = drawn.filter(({ effect }) => effect.interval !== null && effect.trusted)
  const hollow = drawn.filter(({ effect }) => effect.interval !== null && !effect.trusted)
  const alone = drawn.filter(({ effect }) => effect.interval === null)
  const height = rows.length * rowHeight + 60
  const label = { fontSize: 11 } as const
  const line = { x1: "low", x2: "high", y1: "at", y2: "at", stroke: ink, strokeWidth: 2 } as const
  const marker = { x: "estimate", y: "at", r: 4.5, stroke: ink, strokeWidth: 1.5 } as const
  const left = { frameAnchor: "left", textAnchor: "start", y: "at" } as const
  return frame(caption, [
    legend([
      ...(filled.length > 0
        ? [{ sign: shapeSign("circle", ink, { line: "solid" }), label: "95 % interval" }]
        : []),
      ...(hollow.length > 0
        ? [
            {
              sign: shapeSign("circle", ink, { hollow: true, line: "dashed" }),
              label: "interval too narrow to trust"
            }
          ]
        : []),
      ...(alone.length > 0
        ? [{ sign: shapeSign("diamond", ink, { hollow: true }), label: "no interval" }]
        : [])
    ]),
    plotPart({
      width: figureWidth,
      height,
      marginLeft: plotFrom,
      marginRight: figureWidth - plotTo,
      marginTop: 24,
      marginBottom: 36,
      x: { type: "linear", domain: [low, high] },
      y: { type: "linear", domain: [0, rows.length], reverse: true, axis: null },
      marks: [
        axisX({
          anchor: "bottom",
          ticks: 5,
          tickFormat: percentageTick(low, high),
          label: null,
          color: "currentColor"
        }),
        ruleX([0], { strokeOpacity: 0.7, strokeDasharray: "2 2" }),
        text([sides[0]], {
          frameAnchor: "bottom-left",
          textAnchor: "start",
          dy: 32,
          text: (side: string) => `← ${side}`
        }),
        text([`${sides[1]} →`], { frameAnchor: "bottom-right", textAnchor: "end", dy: 32 }),
        text([sampleTitle], {
          frameAnchor: "top-right",
          textAnchor: "end",
          dx: sampleAt - plotTo,
          dy: -20,
          fontWeight: "600"
        }),
        text(["estimate, interval, remarks"], {
          frameAnchor: "top-right",
          textAnchor: "start",
          dx: estimateAt - plotTo,
          dy: -20,
          fontWeight: "600"
        }),
        link(bounds(true), line),
        link(bounds(false), { ...line, strokeDasharray: dash }),
        link(ends, {
          x1: "x",
          x2: "x",
          y1: ({ at }: { at: number }) => at - 0.2,
          y2: ({ at }: { at: number }) => at + 0.2,
          stroke: ink,
          strokeWidth: 2
        }),
        dot(filled, { ...marker, fill: ink }),
        dot(hollow, { ...marker, ...onPaper }),
        dot(alone, { ...marker, ...onPaper, symbol: "diamond" }),
        text(absent, {
          ...left,
          textAnchor: "end",
          dx: -4,
          text: () => "NA",
          fontWeight: "600",
          fontSize: 11
        }),
        text(
          rows.filter(({ kind }) => kind === "heading"),
          { ...label, ...left, dx: 12 - plotFrom, fontWeight: "600", text: "label" }
        ),
        text(
          rows.filter(({ kind }) => kind === "effect"),
          { ...label, ...left, dx: 22 - plotFrom, text: "label" }
        ),
        text(
          rows.filter(({ kind }) => kind === "effect"),
          {
            frameAnchor: "right",
            textAnchor: "end",
            y: "at",
            dx: sampleAt - plotTo,
            text: "sample"
          }
        ),
        text(
          rows.filter(({ kind }) => kind === "effect"),
          { frameAnchor: "right", textAnchor: "start", y: "at", dx: estimateAt - plotTo, text: "reading" }
        )
      ]
    })
  ])
}

type Row = {
  readonly at: number
  readonly label: string
  readonly sample: string
  readonly reading: string
} & ({ readonly kind: "heading" } | { readonly kind: "effect"; readonly effect: ShownEffect })

const withHeadings = (effects: ReadonlyArray<ShownEffect>): ReadonlyArray<Row> => {
  const rows: Array<Row> = []
  let group: string | null = null
  for (const effect of effects) {
    if (effect.group !== group) {
      group = effect.group
      rows.push({ kind: "heading", at: rows.length + 0.5, label: group, sample: "", reading: "" })
    }
    const label = effect.primary ? `${effect.label} (primary)` : effect.label
    rows.push({
      kind: "effect",
      at: rows.length + 0.5,
      label,
      sample: effect.sample,
      reading: readingOf(effect),
      effect
    })
  }
  return rows
}

const readingOf = ({ estimate, interval, remark }: ShownEffect): string => {
  if (estimate === null) return "NA"
  const bounds =
    interval === null ? "" : ` [${fixed(interval.low * 100, 1)}, ${fixed(interval.high * 100, 1)}]`
  return `${points(estimate)}${bounds}${remark === "" ? "" : ` ${remark}`}`
}

/** From the smallest to the largest figure, zero among them, with some room. */
const extent = (effects: ReadonlyArray<ShownEffect>): readonly [low: number, high: number] => {
  const found = effects.flatMap(({ estimate, interval }) => [
    ...(estimate === null ? [] : [estimate]),
    ...(interval === null ? [] : [interval.low, interval.high])
  ])
  const low = Math.min(0, ...found)
  const high = Math.max(0, ...found)
  const room = Math.max((high - low) * 0.06, 0.01)
  return [low - room, high + room]
}
