import { markdownTable } from "../../report/Markdown.js"

type Rows = ReadonlyArray<ReadonlyArray<string>>

/** A table whose first column names what the others count. */
export const figureTable = (titles: ReadonlyArray<string>, rows: Rows): string =>
  markdownTable(
    titles.map((title, index) => ({ title, align: index === 0 ? "left" : "right" })),
    rows
  )

export const textTable = (titles: ReadonlyArray<string>, rows: Rows): string =>
  markdownTable(
    titles.map((title) => ({ title })),
    rows
  )
