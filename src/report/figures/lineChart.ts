import { axisX, axisY, frame as border, dot, line, ruleX, text } from "@observablehq/plot"
import { fixed } from "../Figures.js"
import type { Caption } from "./Figure.js"
import { beside, figureWidth, frame, gap, heading, legend, note, type Part, stacked } from "./frame.js"
import { type Hue, halo, hue, onPaper } from "./look.js"
import { tag } from "./markup.js"
import { plotPart } from "./plotPart.js"

export interface LinePanel {
  readonly title: string
  readonly xTitle: string
  readonly yTitle: string
  /** Points from left to right. The first line is solid, the others have a dash of their own each. */
  readonly lines: ReadonlyArray<{
    readonly label: string
    readonly points: ReadonlyArray<{ readonly x: number; readonly y: number }>
  }>
  /** Where lines meet, with what to say of it. */
  readonly meetings: ReadonlyArray<{ readonly x: number; readonly y: number; readonly label: string }>
  readonly notes: ReadonlyArray<string>
}

export interface LinesData {
  readonly caption: Caption
  readonly panels: ReadonlyArray<LinePanel>
}

interface Look {
  readonly colour: Hue
  /** SVG's `stroke-dasharray`. */
  readonly dash: string
}

const looks: ReadonlyArray<Look> = [
  { colour: hue.vermillion, dash: "none" },
  { colour: hue.blue, dash: "7 3" },
  { colour: hue.green, dash: "2 3" },
  { colour: hue.purple, dash: "8 3 2 3" }
]

const plain: Look = { colour: hue.grey, dash: "3 3" }
const lookOf = (index: number): Look => looks[index] ?? plain

const panelWidth = figureWidth / 2
const panelHeight = 240

/** Curves over a common measure: a panel for each question, two in a row, with a legend above each. */
export const lineChart = ({ caption, panels }: LinesData): string => {
  const rows = Array.from({ length: Math.ceil(panels.length / 2) }, (_, row) =>
    panels.slice(row * 2, row * 2 + 2)
  )
  return frame(
    caption,
    rows.map((row) => {
      // Axes of neighbours stand at the same height.
      const most = Math.max(...row.map(({ lines }) => lines.length))
      return beside(row.map((panel, index) => [index * panelWidth, panelPart(panel, most)]))
    })
  )
}

const panelPart = ({ lines, meetings, notes, title, xTitle, yTitle }: LinePanel, legends: number): Part => {
  const points = lines.flatMap((one) => one.points)
  const xMax = Math.max(...points.map(({ x }) => x), 1)
  const yMax = Math.max(...points.map(({ y }) => y), 0) * 1.05 || 1
  const spoken = meetings.filter(
    ({ label }, index) => meetings.findIndex((one) => one.label === label) === index
  )
  const axis = { ticks: 5, label: null, color: "currentColor" } as const
  return stacked([
    gap(6),
    heading(title),
    ...lines.map(({ label }, index) => legend([{ sign: lineSign(lookOf(index)), label }])),
    gap(22 * (legends - lines.length)),
    plotPart({
      width: panelWidth,
      height: panelHeight,
      marginLeft: 46,
      marginRight: 16,
      marginTop: 26,
      marginBottom: 40,
      x: { type: "linear", domain: [0, xMax] },
      y: { type: "linear", domain: [0, yMax] },
      marks: [
        border({ stroke: "currentColor", strokeOpacity: 0.3 }),
        axisX({ ...axis, anchor: "bottom", tickFormat: (value: number) => fixed(value, 0) }),
        axisY({ ...axis, anchor: "left", tickFormat: (value: number) => fixed(value, yMax < 5 ? 1 : 0) }),
        ...meetings.map(({ x }) => ruleX([x], { strokeOpacity: 0.6, strokeDasharray: "2 2" })),
        ...lines.map((one, index) =>
          line(one.points, {
            x: "x",
            y: "y",
            stroke: lookOf(index).colour,
            strokeWidth: 2.2,
            strokeDasharray: lookOf(index).dash
          })
        ),
        dot(meetings, { x: "x", y: "y", r: 4.5, stroke: "currentColor", strokeWidth: 1.5, ...onPaper }),
        ...spoken.map((meeting, index) => {
          const left = meeting.x > xMax * 0.6
          const near = spoken.slice(0, index).filter(({ x }) => Math.abs(x - meeting.x) < xMax * 0.15)
          return text([meeting], {
            x: "x",
            y: "y",
            ...halo,
            dx: left ? -10 : 10,
            dy: meeting.y > yMax * 0.3 ? 12 + 12 * near.length : -9 - 12 * near.length,
            textAnchor: left ? "end" : "start",
            fontWeight: "600",
            text: "label"
          })
        }),
        text([`${xTitle} →`], { frameAnchor: "bottom-right", textAnchor: "end", dy: 34 }),
        text([`↑ ${yTitle}`], { frameAnchor: "top-left", textAnchor: "start", dx: -36, dy: -14 })
      ]
    }),
    ...notes.map(note)
  ])
}

const lineSign = ({ colour, dash }: Look): string =>
  tag("path", { d: "M0,6H18", stroke: colour, "stroke-width": 2.2, "stroke-dasharray": dash })
