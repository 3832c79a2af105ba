import { dataTable, element, type Html } from "../../../report/page/Html.js"
import type { Table } from "./tables.js"

/** Cells of words may break; the page's own are figures. Paper does not scroll, so on it they may be as narrow as their words. */
export const cellStyle =
  "main .scroll td { white-space: normal; min-width: 4rem; } @media print { main .scroll td { min-width: 0; } }"

/** A table on a page, or a line that says that it has no rows. */
export const drawn = (caption: string, { rows, titles }: Table): Html =>
  rows.length === 0 ? element("p", {}, `${caption}: 無し`) : dataTable(caption, titles, rows)

export const listed = (sentences: ReadonlyArray<string>): Html =>
  element(
    "ul",
    {},
    sentences.map((sentence) => element("li", {}, sentence))
  )
