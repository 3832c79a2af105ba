import { type PlotOptions, plot } from "@observablehq/plot"
import { parseHTML } from "linkedom"
import type { Part } from "./frame.js"
import { renderNode, tag } from "./markup.js"

const { document } = parseHTML("<!doctype html><html><body></body></html>")

interface SizedOptions extends PlotOptions {
  readonly width: number
  readonly height: number
}

/**
 * A drawing of the plotting library's. Formats of ticks must be given: its own ask `Intl`. It must draw no legend, since that would make it
 * HTML, and clip nothing, since it numbers its clip paths over the life of the process.
 */
export const plotPart = (options: SizedOptions): Part => {
  const drawn = plot({ ...options, document })
  // What the library's own root element would hand down.
  const inherited = { "text-anchor": "middle", "font-size": 10 }
  return {
    markup: tag("g", inherited, [...drawn.childNodes].map(renderNode).join("")),
    height: options.height
  }
}
