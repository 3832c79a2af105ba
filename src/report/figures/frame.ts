import { columnsOf, wrapped } from "./columns.js"
import type { Caption } from "./Figure.js"
import { styleSheet, textureDefinitions } from "./look.js"
import { escapeXml, tag, textAt } from "./markup.js"

/** Pixels; a figure is readable at its own width, and scales. */
export const figureWidth = 700

/** A strip of the figure, as wide as it is. */
export interface Part {
  /** SVG, from its own origin. */
  readonly markup: string
  readonly height: number
}

const margin = 12

/** Title, subject, what must be said of simulated answers; the parts; notes. */
export const frame = (caption: Caption, parts: ReadonlyArray<Part>): string => {
  const { alt, name, notes, subject, synthetic, title } = caption
  const strips = [
    textLines([title], { size: 15, weight: 600 }),
    textLines(wrapped(subject, 92), { size: 12, weight: 400 }),
    ...(synthetic ? [warning("synthetic_mock: simulated model")] : []),
    gap(6),
    ...parts,
    textLines(
      notes.flatMap((note) => wrapped(note, 108)),
      { size: 11, weight: 400 }
    ),
    gap(8)
  ]
  let height = 6
  const placed = strips.map((strip) => {
    const at = height
    height += strip.height
    return strip.markup === "" ? "" : tag("g", { transform: `translate(0,${at})` }, strip.markup)
  })
  const size = { width: figureWidth, height }
  return tag(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      class: "icl-figure",
      viewBox: `0 0 ${size.width} ${Math.ceil(size.height)}`,
      width: size.width,
      height: Math.ceil(size.height),
      role: "img",
      "aria-labelledby": `${name}-title ${name}-desc`,
      color: "#1a1a1a",
      fill: "currentColor",
      "font-family": "sans-serif",
      "font-size": 11
    },
    [
      tag("title", { id: `${name}-title` }, escapeXml(synthetic ? `${title} (synthetic_mock)` : title)),
      tag("desc", { id: `${name}-desc` }, escapeXml(alt)),
      tag("style", {}, styleSheet),
      textureDefinitions(name),
      tag("rect", { class: "icl-paper", width: "100%", height: "100%", fill: "#fff" }),
      ...placed
    ].join("")
  ).concat("\n")
}

/** Empty space. */
export const gap = (height: number): Part => ({ markup: "", height })

export const heading = (text: string): Part => textLines([text], { size: 12, weight: 600 })

export const note = (text: string): Part => textLines([text], { size: 10, weight: 400 })

const textLines = (
  lines: ReadonlyArray<string>,
  { size, weight }: { readonly size: number; readonly weight: number }
): Part => ({
  markup: lines
    .map((line, index) =>
      textAt(margin, (index + 1) * (size + 4), line, { "font-size": size, "font-weight": weight })
    )
    .join(""),
  height: lines.length * (size + 4) + 4
})

const warning = (text: string): Part => ({
  markup:
    tag("rect", {
      x: margin,
      y: 3,
      width: 256,
      height: 18,
      fill: "none",
      stroke: "currentColor",
      "stroke-dasharray": "4 2"
    }) + textAt(margin + 6, 16, text, { "font-size": 12, "font-weight": 600 }),
  height: 24
})

/** A sign, drawn inside 16 × 12 pixels, with what it stands for. */
export interface LegendItem {
  readonly sign: string
  readonly label: string
}

/** Items in a row, and in further ones where they are too many. Widths are reckoned by letters: nobody measures a font here. */
export const legend = (items: ReadonlyArray<LegendItem>): Part => {
  let x = margin
  let y = 0
  const placed = items.map(({ label, sign }) => {
    const width = 22 + columnsOf(label) * 6.4 + 14
    if (x + width > figureWidth && x > margin) {
      x = margin
      y += 17
    }
    const markup = tag("g", { transform: `translate(${x},${y + 2})` }, sign + textAt(21, 10, label))
    x += width
    return markup
  })
  return { markup: placed.join(""), height: items.length === 0 ? 0 : y + 22 }
}

/** Parts side by side, each with its own place from the left. */
export const beside = (parts: ReadonlyArray<readonly [x: number, part: Part]>): Part => ({
  markup: parts.map(([x, { markup }]) => tag("g", { transform: `translate(${x},0)` }, markup)).join(""),
  height: Math.max(0, ...parts.map(([, { height }]) => height))
})

/** One above the other. */
export const stacked = (parts: ReadonlyArray<Part>): Part => {
  let height = 0
  const markup = parts.map((part) => {
    const at = height
    height += part.height
    return tag("g", { transform: `translate(0,${at})` }, part.markup)
  })
  return { markup: markup.join(""), height }
}
