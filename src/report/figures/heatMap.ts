import { axisX, axisY, cell, text } from "@observablehq/plot"
import { fixed } from "../Figures.js"
import type { Caption } from "./Figure.js"
import { figureWidth, frame, legend, note } from "./frame.js"
import { hue, textureFill } from "./look.js"
import { plotPart } from "./plotPart.js"
import { areaSign, naSign } from "./signs.js"

export interface HeatCell {
  readonly column: string
  readonly row: string
  readonly x: string
  readonly y: string
  /** A share from 0 to 1; `null` is drawn as NA. */
  readonly value: number | null
}

/** Small maps in a grid of columns and rows; within each, cells over x and y. All levels in their order. */
export interface HeatData {
  readonly caption: Caption
  readonly columns: ReadonlyArray<string>
  readonly rows: ReadonlyArray<string>
  readonly x: { readonly title: string; readonly levels: ReadonlyArray<string> }
  readonly y: { readonly title: string; readonly levels: ReadonlyArray<string> }
  readonly cells: ReadonlyArray<HeatCell>
}

/** Text stays legible on the darkest cell in both themes, since the hue is laid over the paper and never covers it. */
const darkest = 0.6
const opacityOf = (value: number): number => 0.06 + value * (darkest - 0.06)

const steps = [0, 0.25, 0.5, 0.75, 1]

export const heatMap = ({ caption, cells, columns, rows, x, y }: HeatData): string => {
  const known = cells.flatMap((one) => (one.value === null ? [] : [{ ...one, share: one.value }]))
  const unknown = cells.filter(({ value }) => value === null)
  const place = { fx: "column", fy: "row", x: "x", y: "y" } as const
  const cellWidth = (figureWidth - 130) / (columns.length * x.levels.length)
  const cellHeight = Math.min(26, Math.max(12, 520 / (rows.length * y.levels.length)))
  const height = rows.length * (y.levels.length * cellHeight + 14) + 50
  // Three digits of 9 pixels need some 16.
  const roomy = cellWidth >= 17
  const edge = { stroke: "currentColor", strokeOpacity: 0.35, inset: 0.5 } as const
  return frame(caption, [
    legend([
      ...steps.map((share) => ({
        sign: areaSign(caption.name, hue.blue, "plain", opacityOf(share)),
        label: `${fixed(share * 100, 0)} %`
      })),
      ...(unknown.length > 0 ? [{ sign: naSign(caption.name), label: "NA: no answer to judge" }] : [])
    ]),
    note(`in each map: ${y.title} ↓, ${x.title} →`),
    plotPart({
      width: figureWidth,
      height,
      marginLeft: 50,
      marginRight: 70,
      marginTop: 26,
      marginBottom: 24,
      fx: { domain: columns, padding: 0.06, axis: "top", label: null },
      fy: { domain: rows, padding: 0.08, axis: "right", label: null },
      x: { type: "band", domain: x.levels, padding: 0 },
      y: { type: "band", domain: y.levels, padding: 0 },
      marks: [
        axisX({ anchor: "bottom", label: null, tickSize: 0, color: "currentColor" }),
        axisY({ anchor: "left", label: null, tickSize: 0, color: "currentColor" }),
        cell(known, {
          ...place,
          ...edge,
          fill: hue.blue,
          fillOpacity: { value: ({ share }: { share: number }) => opacityOf(share), scale: null }
        }),
        cell(unknown, { ...place, ...edge, fill: hue.grey, fillOpacity: 0.15 }),
        cell(unknown, { ...place, ...edge, fill: textureFill(caption.name, "back") }),
        ...(roomy
          ? [
              text(known, {
                ...place,
                fontSize: 9,
                text: ({ share }: { share: number }) => fixed(share * 100, 0)
              }),
              text(unknown, { ...place, fontSize: 9, fontWeight: "600", text: () => "NA" })
            ]
          : [])
      ]
    })
  ])
}
