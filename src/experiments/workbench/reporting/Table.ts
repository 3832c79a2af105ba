import { markdownTable } from "../../../report/Markdown.js"

/** Plain text, for Markdown and for the page alike. The first column names its row. */
export interface Table {
  readonly titles: ReadonlyArray<string>
  readonly rows: ReadonlyArray<ReadonlyArray<string>>
}

export const markdownOf = ({ rows, titles }: Table, nothing: string): string =>
  rows.length === 0
    ? nothing
    : markdownTable(
        titles.map((title) => ({ title })),
        rows
      )
