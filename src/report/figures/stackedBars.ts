import { axisX, axisY, barX, text } from "@observablehq/plot"
import { fixed } from "../Figures.js"
import type { Caption } from "./Figure.js"
import { figureWidth, frame, heading, legend, type Part } from "./frame.js"
import { type Hue, halo, type Texture, textureFill } from "./look.js"
import { plotPart } from "./plotPart.js"
import { areaSign } from "./signs.js"

/** What bars are made of, from the left. */
export interface Segment {
  readonly label: string
  readonly colour: Hue
  readonly texture: Texture
}

export interface BarGroup {
  readonly title: string
  readonly bars: ReadonlyArray<{
    readonly label: string
    /** As many as there are segments. */
    readonly counts: ReadonlyArray<number>
  }>
}

export interface BarsData {
  readonly caption: Caption
  readonly segments: ReadonlyArray<Segment>
  readonly groups: ReadonlyArray<BarGroup>
}

const barHeight = 24
const labelWidth = 110

/** Bars of equal length, divided by counts. A bar of nothing is NA. */
export const stackedBars = ({ caption, groups, segments }: BarsData): string =>
  frame(caption, [
    legend(
      segments
        .filter((_, index) => groups.some(({ bars }) => bars.some(({ counts }) => (counts[index] ?? 0) > 0)))
        .map(({ colour, label, texture }) => ({ sign: areaSign(caption.name, colour, texture, fill), label }))
    ),
    ...groups.flatMap((group) => [heading(group.title), groupPart(group, segments, caption.name)])
  ])

/** The numbers on it are in the colour of the text. */
const fill = 0.55

const groupPart = ({ bars }: BarGroup, segments: ReadonlyArray<Segment>, figure: string): Part => {
  const pieces = bars.flatMap(({ counts, label }) => {
    const total = counts.reduce((sum, count) => sum + count, 0)
    let from = 0
    return segments.flatMap((segment, index) => {
      const count = counts[index] ?? 0
      if (count === 0) return []
      const piece = { bar: label, from: from / total, to: (from + count) / total, count, segment }
      from += count
      return [piece]
    })
  })
  const empty = bars.filter(({ counts }) => counts.every((count) => count === 0))
  const wide = pieces.filter(
    ({ count, from, to }) => (to - from) * (figureWidth - labelWidth - 60) > 7 * String(count).length + 6
  )
  const totals = bars.map(({ counts, label }) => ({
    bar: label,
    total: counts.reduce((sum, count) => sum + count, 0)
  }))
  const area = { x1: "from", x2: "to", y: "bar", insetTop: 2, insetBottom: 2 } as const
  return plotPart({
    width: figureWidth,
    height: bars.length * barHeight + 30,
    marginLeft: labelWidth,
    marginRight: 60,
    marginTop: 4,
    marginBottom: 26,
    x: { domain: [0, 1] },
    y: { type: "band", domain: bars.map(({ label }) => label), padding: 0 },
    marks: [
      axisX({
        anchor: "bottom",
        ticks: 4,
        tickFormat: (share: number) => `${fixed(share * 100, 0)} %`,
        label: null,
        color: "currentColor"
      }),
      axisY({ anchor: "left", label: null, tickSize: 0, fontSize: 11, color: "currentColor" }),
      barX(pieces, {
        ...area,
        fill: { value: ({ segment }: Piece) => segment.colour, scale: null },
        fillOpacity: fill,
        stroke: "currentColor",
        strokeWidth: 0.5
      }),
      barX(
        pieces.filter(({ segment }) => segment.texture !== "plain"),
        {
          ...area,
          fill: { value: ({ segment }: Piece) => textureFill(figure, segment.texture), scale: null }
        }
      ),
      text(
        wide.filter(({ segment }) => segment.texture === "plain"),
        { x: middle, y: "bar", text: countOf }
      ),
      text(
        wide.filter(({ segment }) => segment.texture !== "plain"),
        { ...halo, x: middle, y: "bar", text: countOf }
      ),
      text(empty, {
        frameAnchor: "left",
        textAnchor: "start",
        dx: 6,
        y: "label",
        text: () => "NA: nothing was planned"
      }),
      text(totals, {
        frameAnchor: "right",
        textAnchor: "start",
        dx: 6,
        y: "bar",
        text: ({ total }: { total: number }) => `of ${total}`
      })
    ]
  })
}

interface Piece {
  readonly from: number
  readonly to: number
  readonly count: number
  readonly segment: Segment
}

const middle = ({ from, to }: Piece): number => (from + to) / 2
const countOf = ({ count }: Piece): string => String(count)
