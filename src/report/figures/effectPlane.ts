import { axisX, axisY, frame as border, dot, link, ruleX, ruleY, text } from "@observablehq/plot"
import type { Caption } from "./Figure.js"
import { beside, figureWidth, frame, heading, legend, note, type Part, stacked } from "./frame.js"
import { type Hue, hue, onPaper } from "./look.js"
import { plotPart } from "./plotPart.js"
import { type Shape, shapeSign, shapes, symbolOf } from "./signs.js"
import { percentageTick } from "./ticks.js"

interface Bounds {
  readonly low: number
  readonly high: number
}

/** One contrast, measured in two ways. Fractions: 0.25 is 25 percentage points. */
export interface PlanePoint {
  readonly label: string
  readonly x: number
  readonly y: number
  readonly xInterval: Bounds | null
  readonly yInterval: Bounds | null
  /** Both intervals can be relied on. */
  readonly trusted: boolean
}

export interface Plane {
  readonly title: string
  readonly xTitle: string
  readonly yTitle: string
  readonly points: ReadonlyArray<PlanePoint>
  /** Contrasts without a place, with the reason. */
  readonly absent: ReadonlyArray<string>
}

export interface PlaneData {
  readonly caption: Caption
  /** Every contrast of all planes, in the order of the legend. */
  readonly labels: ReadonlyArray<string>
  readonly planes: ReadonlyArray<Plane>
}

const colours: ReadonlyArray<Hue> = [hue.blue, hue.vermillion, hue.green, hue.purple, hue.orange, hue.sky]

const planeWidth = 340
const planeHeight = 300

/** Effects on two tasks against each other: a plane for each pair of tasks, two in a row. */
export const effectPlane = ({ caption, labels, planes }: PlaneData): string => {
  const signOf = (label: string): { readonly shape: Shape; readonly colour: Hue } => {
    const index = Math.max(0, labels.indexOf(label))
    return {
      shape: shapes[index % shapes.length] ?? "circle",
      colour: colours[index % colours.length] ?? hue.blue
    }
  }
  const rows = Array.from({ length: Math.ceil(planes.length / 2) }, (_, row) =>
    planes.slice(row * 2, row * 2 + 2)
  )
  const points = planes.flatMap((plane) => plane.points)
  const some = (holds: (point: PlanePoint) => boolean): boolean => points.some(holds)
  const span = extent(points)
  return frame(caption, [
    legend([
      ...labels.map((label) => ({ sign: shapeSign(signOf(label).shape, signOf(label).colour), label })),
      ...(some(({ trusted }) => !trusted)
        ? [
            {
              sign: shapeSign("circle", hue.grey, { hollow: true, line: "dashed" }),
              label: "hollow: too narrow to trust, or no interval"
            }
          ]
        : [])
    ]),
    ...rows.map((row) =>
      beside(row.map((plane, index) => [index * (figureWidth / 2), planePart(plane, span, signOf)]))
    )
  ])
}

const planePart = (
  { absent, points, title, xTitle, yTitle }: Plane,
  [low, high]: readonly [number, number],
  signOf: (label: string) => { readonly shape: Shape; readonly colour: Hue }
): Part => {
  const across = (own: ReadonlyArray<PlanePoint>) =>
    own.flatMap(({ x, xInterval, y, yInterval }) => [
      ...(xInterval === null ? [] : [{ x1: xInterval.low, x2: xInterval.high, y1: y, y2: y }]),
      ...(yInterval === null ? [] : [{ x1: x, x2: x, y1: yInterval.low, y2: yInterval.high }])
    ])
  const marks = points.flatMap((point) => {
    const { colour, shape } = signOf(point.label)
    const line = { x1: "x1", x2: "x2", y1: "y1", y2: "y2", stroke: colour, strokeWidth: 1.5 } as const
    return [
      link(across([point]), point.trusted ? line : { ...line, strokeDasharray: "4 3" }),
      dot([point], {
        x: "x",
        y: "y",
        symbol: symbolOf[shape],
        r: 5,
        stroke: colour,
        strokeWidth: 1.5,
        ...(point.trusted ? { fill: colour } : onPaper)
      })
    ]
  })
  const axis = {
    ticks: 5,
    tickFormat: percentageTick(low, high),
    label: null,
    color: "currentColor"
  } as const
  return stacked([
    heading(title),
    plotPart({
      width: planeWidth,
      height: planeHeight,
      marginLeft: 46,
      marginRight: 14,
      marginTop: 22,
      marginBottom: 40,
      x: { type: "linear", domain: [low, high] },
      y: { type: "linear", domain: [low, high] },
      marks: [
        border({ stroke: "currentColor", strokeOpacity: 0.3 }),
        axisX({ ...axis, anchor: "bottom" }),
        axisY({ ...axis, anchor: "left" }),
        ruleX([0], { strokeOpacity: 0.6, strokeDasharray: "2 2" }),
        ruleY([0], { strokeOpacity: 0.6, strokeDasharray: "2 2" }),
        ...marks,
        text([`${xTitle}, pp →`], { frameAnchor: "bottom-right", textAnchor: "end", dy: 34 }),
        text([`↑ ${yTitle}, pp`], { frameAnchor: "top-left", textAnchor: "start", dx: -36, dy: -12 })
      ]
    }),
    ...absent.map((line) => note(`NA: ${line}`))
  ])
}

const extent = (points: ReadonlyArray<PlanePoint>): readonly [number, number] => {
  const found = points.flatMap(({ x, xInterval, y, yInterval }) => [
    x,
    y,
    ...[xInterval, yInterval].flatMap((bounds) => (bounds === null ? [] : [bounds.low, bounds.high]))
  ])
  const low = Math.min(0, ...found)
  const high = Math.max(0, ...found)
  const room = Math.max((high - low) * 0.08, 0.01)
  return [low - room, high + room]
}
