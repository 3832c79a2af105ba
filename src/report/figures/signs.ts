import { hue, type Texture, textureFill } from "./look.js"
import { tag } from "./markup.js"

/** Shapes that stay apart when they are small and grey. */
export const shapes = ["circle", "square", "triangle", "diamond", "star", "cross"] as const
export type Shape = (typeof shapes)[number]

/** How the plotting library calls a shape. */
export const symbolOf: Readonly<
  Record<Shape, "circle" | "square" | "triangle" | "diamond" | "star" | "times">
> = {
  circle: "circle",
  square: "square",
  triangle: "triangle",
  diamond: "diamond",
  star: "star",
  cross: "times"
}

const outline: Readonly<Record<Shape, string>> = {
  circle: "M12,6A4,4 0 1 1 4,6A4,4 0 1 1 12,6Z",
  square: "M4.5,2.5H11.5V9.5H4.5Z",
  triangle: "M8,1.5L12.5,9.5H3.5Z",
  diamond: "M8,0.5L11.5,6L8,11.5L4.5,6Z",
  star: "M8,1L9.2,4.4L12.8,4.5L9.9,6.7L11,10.1L8,8.1L5,10.1L6.1,6.7L3.2,4.5L6.8,4.4Z",
  cross: "M4.5,2.5L11.5,9.5M4.5,9.5L11.5,2.5"
}

/** For a legend. */
export const shapeSign = (
  shape: Shape,
  colour: string,
  { hollow = false, line = "none" as "none" | "solid" | "dashed" } = {}
): string =>
  (line === "none"
    ? ""
    : tag("path", {
        d: "M0,6H16",
        stroke: colour,
        "stroke-width": 2,
        ...(line === "dashed" ? { "stroke-dasharray": "3 2" } : {})
      })) +
  tag("path", {
    d: outline[shape],
    fill: hollow ? "none" : colour,
    stroke: colour,
    "stroke-width": shape === "cross" ? 2 : 1.5
  })

export const areaSign = (figure: string, colour: string, texture: Texture, opacity = 1): string => {
  const place = { x: 0.5, y: 0.5, width: 15, height: 11 }
  return (
    tag("rect", {
      ...place,
      fill: colour,
      "fill-opacity": opacity,
      stroke: "currentColor",
      "stroke-width": 0.5
    }) + (texture === "plain" ? "" : tag("rect", { ...place, fill: textureFill(figure, texture) }))
  )
}

export const naSign = (figure: string): string => areaSign(figure, hue.grey, "back", 0.15)
