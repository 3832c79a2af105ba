import { axisX, axisY, barX, link, ruleX, text } from "@observablehq/plot"
import { fixed } from "../Figures.js"
import { excerpt } from "../SafeText.js"
import type { Caption } from "./Figure.js"
import { beside, figureWidth, frame, gap, heading, legend, type Part, stacked } from "./frame.js"
import { hue, textureFill } from "./look.js"
import { plotPart } from "./plotPart.js"
import { areaSign, naSign } from "./signs.js"
import type { Segment } from "./stackedBars.js"

/** One figure from 0 to the data's `max`. */
export interface ValueBar {
  readonly label: string
  /** Its place among the data's `kinds`. */
  readonly kind: number
  /** `null`: missing, which is not 0. */
  readonly value: number | null
  readonly interval: { readonly low: number; readonly high: number } | null
  /** Behind the figure, such as how many it stands on. */
  readonly note: string
}

export interface ValueBarsData {
  readonly caption: Caption
  readonly kinds: ReadonlyArray<Segment>
  readonly panels: ReadonlyArray<{ readonly title: string; readonly bars: ReadonlyArray<ValueBar> }>
  readonly max: number
  /** A line that bars are held against. */
  readonly reference: { readonly value: number; readonly label: string } | null
  /** Words for what is missing, and for an interval. */
  readonly words: { readonly missing: string; readonly interval: string }
}

const barHeight = 20
const fill = 0.55
const panelWidth = figureWidth / 2

/** Bars that are figures of their own, no parts of a whole: a panel for each question, two in a row. */
export const valueBars = (data: ValueBarsData): string => {
  const { caption, kinds, panels, reference, words } = data
  const bars = panels.flatMap((panel) => panel.bars)
  const rows = Array.from({ length: Math.ceil(panels.length / 2) }, (_, row) =>
    panels.slice(row * 2, row * 2 + 2)
  )
  return frame(caption, [
    legend([
      ...kinds
        .filter((_, index) => bars.some(({ kind }) => kind === index))
        .map(({ colour, label, texture }) => ({
          sign: areaSign(caption.name, colour, texture, fill),
          label
        })),
      ...(bars.some(({ value }) => value === null)
        ? [{ sign: naSign(caption.name), label: words.missing }]
        : []),
      ...(bars.some(({ interval }) => interval !== null)
        ? [
            {
              sign: '<path d="M1,6H15M1,2V10M15,2V10" stroke="currentColor" stroke-width="2"/>',
              label: words.interval
            }
          ]
        : []),
      ...(reference === null
        ? []
        : [
            {
              sign: '<path d="M8,0V12" stroke="currentColor" stroke-dasharray="2 2"/>',
              label: reference.label
            }
          ])
    ]),
    ...rows.map((row) =>
      beside(
        row.map((panel, index) => [
          index * panelWidth,
          stacked([gap(4), heading(panel.title), panelPart(panel.bars, data)])
        ])
      )
    )
  ])
}

const panelPart = (
  bars: ReadonlyArray<ValueBar>,
  { caption, kinds, max, reference, words }: ValueBarsData
): Part => {
  // Places, since two names may be the same once they are cut.
  const placed = bars.map((bar, index) => ({ ...bar, place: String(index) }))
  const known = placed.flatMap((bar) => (bar.value === null ? [] : [{ ...bar, value: bar.value }]))
  const absent = placed.filter(({ value }) => value === null)
  const whiskers = known.flatMap(({ interval, place }) =>
    interval === null ? [] : [{ at: Number(place), ...interval }]
  )
  const textured = known.flatMap((bar) => {
    const { texture } = kinds[bar.kind] ?? { texture: "plain" as const }
    return texture === "plain" ? [] : [{ ...bar, texture }]
  })
  const area = { x1: 0, x2: "value", y: "place", insetTop: 3, insetBottom: 3 } as const
  const middle = ({ at }: { readonly at: number }): string => String(at)
  const behind = { frameAnchor: "right", textAnchor: "start", dx: 6, y: "place" } as const
  const whisker = { y1: middle, y2: middle, stroke: "currentColor", strokeWidth: 2 } as const
  return plotPart({
    width: panelWidth,
    height: bars.length * barHeight + 26,
    marginLeft: 132,
    marginRight: 78,
    marginTop: 2,
    marginBottom: 24,
    x: { domain: [0, max] },
    y: { type: "band", domain: placed.map(({ place }) => place), padding: 0 },
    marks: [
      axisX({
        anchor: "bottom",
        ticks: 4,
        tickFormat: (value: number) => fixed(value, 0),
        label: null,
        color: "currentColor"
      }),
      axisY({
        anchor: "left",
        label: null,
        tickSize: 0,
        fontSize: 10,
        color: "currentColor",
        tickFormat: (place: string) => excerpt(placed[Number(place)]?.label ?? "", 20)
      }),
      ruleX([0], { strokeOpacity: 0.7 }),
      barX(absent, {
        x1: 0,
        x2: max,
        y: "place",
        insetTop: 3,
        insetBottom: 3,
        fill: hue.grey,
        fillOpacity: 0.15
      }),
      barX(absent, {
        x1: 0,
        x2: max,
        y: "place",
        insetTop: 3,
        insetBottom: 3,
        fill: { value: () => textureFill(caption.name, "back"), scale: null },
        fillOpacity: 0.5
      }),
      barX(known, {
        ...area,
        fill: { value: ({ kind }: ValueBar) => kinds[kind]?.colour ?? hue.grey, scale: null },
        fillOpacity: fill,
        stroke: "currentColor",
        strokeWidth: 0.5
      }),
      barX(textured, {
        ...area,
        fill: {
          value: ({ texture }: Pick<Segment, "texture">) => textureFill(caption.name, texture),
          scale: null
        }
      }),
      ...(reference === null
        ? []
        : [ruleX([reference.value], { strokeOpacity: 0.8, strokeDasharray: "2 2" })]),
      link(whiskers, { x1: "low", x2: "high", ...whisker }),
      text(known, { ...behind, text: ({ note, value }: ValueBar) => `${fixed(value, 1)} ${note}`.trim() }),
      text(absent, {
        ...behind,
        fontWeight: "600",
        text: ({ note }: ValueBar) => `${words.missing} ${note}`.trim()
      })
    ]
  })
}
