import type { ReportOutput } from "../../../../pipeline/Experiment.js"
import type { Figure } from "../../../../report/figures/Figure.js"
import { markdownText } from "../../../../report/Markdown.js"
import { element, type Html } from "../../../../report/page/Html.js"

/** Where a figure and its numbers lie, from the report. */
const pathsOf = ({ name }: Figure) => ({ svg: `figures/${name}.svg`, csv: `figures/${name}.csv` })

/** The picture and its numbers as files. */
export const figureFiles = (figure: Figure): ReportOutput["files"] => {
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
export const figureGrid = (figures: ReadonlyArray<Figure>): Html =>
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
          `${figure.title}. `,
          element("a", { href: pathsOf(figure).svg }, "Picture"),
          ", ",
          element("a", { href: pathsOf(figure).csv }, "data")
        ])
      ])
    )
  )
