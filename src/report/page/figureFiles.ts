import type { Figure } from "../figures/Figure.js"
import { markdownText } from "../Markdown.js"
import { element, type Html } from "./Html.js"
import type { Page } from "./page.js"

const words = {
  en: { after: ". ", picture: "Picture", between: ", ", data: "data" },
  ja: { after: "。", picture: "図", between: "、", data: "データ" }
} as const

/** Where a figure and its numbers lie, from the report. */
const pathsOf = ({ name }: Figure) => ({ svg: `figures/${name}.svg`, csv: `figures/${name}.csv` })

/** The picture and its numbers as files. */
export const figureFiles = (
  figure: Figure
): ReadonlyArray<{ readonly name: string; readonly content: string }> => {
  const { csv, svg } = pathsOf(figure)
  return [
    { name: svg, content: figure.svg },
    { name: csv, content: figure.csv }
  ]
}

/** In Markdown. The tables beside it say in figures what it shows; the picture has a longer text alternative of its own. */
export const figureLinks = (figure: Figure): string => {
  const { csv, svg } = pathsOf(figure)
  return `![Figure: ${markdownText(figure.title)}](${svg})\n\n[Data of the figure](${csv})`
}

/** In a page: as pictures, in which no script runs and nothing is loaded, whatever stands in them. */
export const figureGrid = (figures: ReadonlyArray<Figure>, lang: Page["lang"] = "en"): Html =>
  element(
    "div",
    { class: "figures" },
    figures.map((figure) =>
      element("figure", {}, [
        element("img", {
          src: `data:image/svg+xml;base64,${Buffer.from(figure.svg).toString("base64")}`,
          alt: figure.alt
        }),
        element("figcaption", {}, [
          `${figure.title}${words[lang].after}`,
          element("a", { href: pathsOf(figure).svg }, words[lang].picture),
          words[lang].between,
          element("a", { href: pathsOf(figure).csv }, words[lang].data)
        ])
      ])
    )
  )
