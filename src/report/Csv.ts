import { notAvailable } from "./Figures.js"
import { safeCell } from "./SafeText.js"

/**
 * A cell says by its type what it is: a string is text, a number is a number in full precision, `null` is an undefined figure.
 * They stay apart in the file: `null` is `NA`, the empty text is `""`, and text can be neither a number's formula nor `NA`.
 */
export type CsvCell = string | number | null

/**
 * CSV (RFC 4180) with LF line ends on every system, header first. Throws a RangeError for a number that is not finite or
 * a row that is not as wide as the header.
 *
 * Text that a spreadsheet would run as a formula gets a leading apostrophe; invisible characters show as escapes (SafeText).
 * Line breaks inside a cell stay as they are, quoted.
 */
export const renderCsv = (header: ReadonlyArray<string>, rows: Iterable<ReadonlyArray<CsvCell>>): string => {
  const lines = [csvLine(header)]
  for (const row of rows) {
    if (row.length !== header.length) {
      throw new RangeError(`row ${lines.length} has ${row.length} cells, the header ${header.length}`)
    }
    lines.push(csvLine(row))
  }
  return lines.join("")
}

/** One line of such a file, for tables that are not held as a whole. Throws as {@link renderCsv} does. */
export const csvLine = (cells: ReadonlyArray<CsvCell>): string => `${cells.map(renderCell).join(",")}\n`

const renderCell = (cell: CsvCell): string => {
  if (cell === null) return notAvailable
  if (typeof cell === "string") return quoted(neutralised(safeCell(cell)))
  if (!Number.isFinite(cell)) throw new RangeError(`${cell} is not a figure; an undefined one is null`)
  return String(cell)
}

/** The beginnings that spreadsheets take for a formula, the full-width forms among them, and the word for an undefined figure. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/
const neutralised = (text: string): string =>
  formula.test(text) || text === notAvailable ? `'${text}` : text

/** Besides what RFC 4180 demands, other separators and outer spaces are quoted, since programs guess at them. */
const needsQuotes = /^$|^ | $|[",;\t\r\n]/
const quoted = (text: string): string => (needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
