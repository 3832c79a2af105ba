import { axisX, axisY, frame as border, dot, text } from "@observablehq/plot"
import { fixed } from "../Figures.js"
import { excerpt } from "../SafeText.js"
import type { Caption } from "./Figure.js"
import { beside, figureWidth, frame, gap, heading, legend, note, type Part, stacked } from "./frame.js"
import { type Hue, hue, onPaper } from "./look.js"
import { plotPart } from "./plotPart.js"
import { type Shape, shapeSign, symbolOf } from "./signs.js"

/** What sort of thing a point is: told by shape and filling as well as by colour. */
export interface PointKind {
  readonly label: string
  readonly shape: Shape
  readonly colour: Hue
  readonly hollow: boolean
}

export interface ScatterPanel {
  readonly title: string
  readonly xTitle: string
  readonly yTitle: string
  readonly points: ReadonlyArray<{
    /** Its place among the data's `names`. */
    readonly name: number
    readonly x: number
    readonly y: number
  }>
  /** Who has no place here, and why. */
  readonly absent: ReadonlyArray<string>
}

export interface ScatterData {
  readonly caption: Caption
  readonly kinds: ReadonlyArray<PointKind>
  /** Everybody, in the order of the numbers that stand beside the points; `kind` is a place among `kinds`. */
  readonly names: ReadonlyArray<{ readonly label: string; readonly kind: number }>
  /** Upper end of all upright axes, which begin at 0. */
  readonly yMax: number
  readonly panels: ReadonlyArray<ScatterPanel>
}

const panelWidth = figureWidth / 2
const panelHeight = 290
/** As wide as a number of two digits. */
const step = 15

const unknown: PointKind = { label: "", shape: "circle", colour: hue.grey, hollow: true }

/** Two measures of the same things against each other: a panel for each pair, two in a row, points with the numbers of the legend. */
export const scatter = ({ caption, kinds, names, panels, yMax }: ScatterData): string => {
  const kindOf = (name: number): PointKind => kinds[names[name]?.kind ?? -1] ?? unknown
  const rows = Array.from({ length: Math.ceil(panels.length / 2) }, (_, row) =>
    panels.slice(row * 2, row * 2 + 2)
  )
  return frame(caption, [
    legend(
      kinds.map(({ colour, hollow, label, shape }) => ({ sign: shapeSign(shape, colour, { hollow }), label }))
    ),
    legend(
      names.map(({ label }, index) => {
        const { colour, hollow, shape } = kindOf(index)
        return { sign: shapeSign(shape, colour, { hollow }), label: `${index + 1} ${excerpt(label, 30)}` }
      })
    ),
    ...rows.map((row) =>
      beside(row.map((panel, index) => [index * panelWidth, panelPart(panel, yMax, kindOf)]))
    )
  ])
}

const panelPart = (
  { absent, points, title, xTitle, yTitle }: ScatterPanel,
  yMax: number,
  kindOf: (name: number) => PointKind
): Part => {
  const xMax = Math.max(...points.map(({ x }) => x), 0) * 1.25 || 1
  const inner = { width: panelWidth - 60, height: panelHeight - 66 }
  const numbered = apart(
    points.map(({ name, x, y }) => ({
      name,
      x,
      y,
      across: (x / xMax) * inner.width,
      up: (y / yMax) * inner.height
    }))
  )
  const axis = { ticks: 5, label: null, color: "currentColor" } as const
  return stacked([
    gap(6),
    heading(title),
    plotPart({
      width: panelWidth,
      height: panelHeight,
      marginLeft: 42,
      marginRight: 18,
      marginTop: 26,
      marginBottom: 40,
      x: { type: "linear", domain: [0, xMax] },
      y: { type: "linear", domain: [0, yMax] },
      marks: [
        border({ stroke: "currentColor", strokeOpacity: 0.3 }),
        axisX({ ...axis, anchor: "bottom", tickFormat: (value: number) => fixed(value, decimalsOf(xMax)) }),
        axisY({ ...axis, anchor: "left", tickFormat: (value: number) => fixed(value, 0) }),
        ...points.map((point) => {
          const { colour, hollow, shape } = kindOf(point.name)
          return dot([point], {
            x: "x",
            y: "y",
            symbol: symbolOf[shape],
            r: 5,
            stroke: colour,
            strokeWidth: 1.8,
            ...(hollow ? onPaper : { fill: colour })
          })
        }),
        ...numbered.map((point) =>
          text([point], {
            x: "x",
            y: "y",
            dx: 9 + step * point.steps,
            textAnchor: "start",
            fontSize: 11,
            fontWeight: "600",
            text: ({ name }: { readonly name: number }) => String(name + 1)
          })
        ),
        text([`${xTitle} →`], { frameAnchor: "bottom-right", textAnchor: "end", dy: 34 }),
        text([`↑ ${yTitle}`], { frameAnchor: "top-left", textAnchor: "start", dx: -32, dy: -14 })
      ]
    }),
    ...absent.map(note)
  ])
}

/** As many as tell the ticks of an axis apart. */
const decimalsOf = (most: number): number => Math.max(0, Math.ceil(-Math.log10(most / 5)))

/** Each number stands beside its point, so many steps to the right of it that it lies on no number before it. */
const apart = <A extends { readonly across: number; readonly up: number }>(
  points: ReadonlyArray<A>
): ReadonlyArray<A & { readonly steps: number }> => {
  const placed: Array<A & { readonly steps: number }> = []
  for (const point of points) {
    const isFree = (steps: number): boolean =>
      placed.every(
        (other) =>
          Math.abs(other.up - point.up) >= 11 ||
          Math.abs(other.across + step * other.steps - point.across - step * steps) >= step
      )
    let steps = 0
    while (!isFree(steps)) steps += 1
    placed.push({ ...point, steps })
  }
  return placed
}
