import type { Figure } from "../../../../report/figures/Figure.js"
import { figureGrid } from "../../../../report/page/figureFiles.js"
import { dataTable, element } from "../../../../report/page/Html.js"
import { page } from "../../../../report/page/page.js"
import type { Compared } from "./Compared.js"
import { placesOf } from "./Compared.js"
import { accuracyTable, contrastsTable, runsTable, type Table } from "./tables.js"

/** `compare.html`: the runs side by side in one file that needs no other and no network. */
export const comparePage = (
  compared: ReadonlyArray<Compared>,
  warning: string,
  figures: ReadonlyArray<Figure>
): string =>
  page({
    title: "Runs side by side",
    data: null,
    body: [
      element("h1", {}, "Runs side by side"),
      ...(compared.some(({ results: { run } }) => run.synthetic)
        ? [element("p", { class: "banner" }, "synthetic_mock: a simulated model answered in some run.")]
        : []),
      element("p", {}, warning),
      table("The runs", runsTable(compared)),
      ...(figures.length === 0 ? [] : [element("h2", {}, "Figures"), figureGrid(figures)]),
      ...placesOf(compared).flatMap((suite) => [
        element("h2", {}, `${suite.task} / ${suite.view}`),
        table(`Accuracy, ${suite.task} / ${suite.view}`, accuracyTable(compared, suite)),
        table(`Contrasts, ${suite.task} / ${suite.view}`, contrastsTable(compared, suite))
      ])
    ]
  })

const table = (caption: string, { rows, titles }: Table) => dataTable(caption, titles, rows)
