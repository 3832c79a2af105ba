import { isUtf8 } from "node:buffer"
import { CsvError, parse } from "csv-parse/sync"
import * as Either from "effect/Either"

/** A row of cells, with the 1-based line on which it begins. */
export interface CsvRow {
  readonly line: number
  readonly cells: ReadonlyArray<string>
}

/** Why a text is no table, and where. */
export interface CsvProblem {
  readonly line: number
  readonly reason: string
}

/**
 * Reads CSV (RFC 4180) in UTF-8, with or without a byte order mark, with line ends of any system; empty lines are passed over. Cells are
 * text as it stands. Every row must be as wide as the first.
 */
export const readCsv = (bytes: Uint8Array): Either.Either<ReadonlyArray<CsvRow>, CsvProblem> => {
  const invalid = firstInvalidLine(bytes)
  if (invalid !== null) return Either.left({ line: invalid, reason: "it is not UTF-8" })
  return Either.flatMap(parseRows(bytes), (rows) => {
    const width = rows[0]?.cells.length ?? 0
    const other = rows.find(({ cells }) => cells.length !== width)
    return other === undefined
      ? Either.right(rows)
      : Either.left({ line: other.line, reason: `it has ${other.cells.length} cells, the header ${width}` })
  })
}

const parseRows = (bytes: Uint8Array): Either.Either<ReadonlyArray<CsvRow>, CsvProblem> => {
  const rows: Array<CsvRow> = []
  const lines = lineCounter(bytes)
  return Either.try({
    try: () => {
      parse(Buffer.from(bytes), {
        bom: true,
        record_delimiter: ["\r\n", "\n", "\r"],
        relax_column_count: true,
        skip_empty_lines: true,
        // Called for each record, so that no second copy of the table is kept.
        on_record: (cells, { bytes: end }) => {
          rows.push({ line: lines.next(), cells })
          lines.passTo(end)
          return null
        }
      })
      return rows
    },
    catch: (error) => {
      if (!(error instanceof CsvError)) throw error
      return { line: lines.next(), reason: reasons[error.code] ?? error.message }
    }
  })
}

/** The library counts a break inside of a quoted cell more than once; its offsets are right. */
const lineCounter = (bytes: Uint8Array) => {
  let at = 0
  let line = 1
  const step = () => {
    if (bytes[at] === lf || (bytes[at] === cr && bytes[at + 1] !== lf)) line++
    at++
  }
  return {
    /** The line of the next record, behind empty lines. */
    next: () => {
      while (bytes[at] === lf || bytes[at] === cr) step()
      return line
    },
    passTo: (end: number) => {
      while (at < end) step()
    }
  }
}

const lf = 0x0a
const cr = 0x0d

/** In our words, since the library's contain the cells. */
const reasons: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: "a quoted cell does not end",
  INVALID_OPENING_QUOTE: "there is a quote inside a cell that is not quoted",
  CSV_INVALID_CLOSING_QUOTE: "something follows the end of a quoted cell"
}

/** `null` where all bytes are UTF-8. */
const firstInvalidLine = (bytes: Uint8Array): number | null => {
  if (isUtf8(bytes)) return null
  let line = 1
  for (let from = 0; from < bytes.length; line++) {
    const end = bytes.indexOf(lf, from)
    const to = end === -1 ? bytes.length : end
    if (!isUtf8(bytes.subarray(from, to))) return line
    from = to + 1
  }
  return line
}

/** A line of a table by the names of its columns; a cell that is not there is empty. */
export type CsvRecord = Readonly<Record<string, string>>

/** The lines behind a table's header; a problem in one sentence. */
export const readCsvRecords = (bytes: Uint8Array): Either.Either<ReadonlyArray<CsvRecord>, string> =>
  Either.mapBoth(readCsv(bytes), {
    onLeft: ({ line, reason }) => `line ${line}: ${reason}`,
    onRight: ([header, ...rows]) =>
      rows.map(({ cells }) =>
        Object.fromEntries((header?.cells ?? []).map((column, index) => [column, cells[index] ?? ""]))
      )
  })
