import { safeLine, safeText } from "./SafeText.js"

/**
 * GitHub Flavored Markdown from text that may be hostile: whatever the text holds, it reads as itself and ends where it should.
 * Our own headings and sentences need no function.
 */

export interface Column {
  readonly title: string
  /** Figures belong to the right. Default: left. */
  readonly align?: "left" | "right"
}

/**
 * A table with padded columns, without a line end behind it. Titles and cells are plain text: the table escapes them, so they must
 * not be escaped before. Throws a RangeError for a row of another width.
 */
export const markdownTable = (
  columns: ReadonlyArray<Column>,
  rows: ReadonlyArray<ReadonlyArray<string>>
): string => {
  const filled = columns.map((column, index) =>
    fill(
      column,
      rows.map((row) => cellAt(row, index, columns.length))
    )
  )
  const lines = Array.from({ length: rows.length + 2 }, (_, line) => filled.map((cells) => cells[line]))
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n")
}

const cellAt = (row: ReadonlyArray<string>, index: number, width: number): string => {
  const cell = row[index]
  if (cell === undefined || row.length !== width) {
    throw new RangeError(`a row has ${row.length} cells, the table ${width} columns`)
  }
  return cell
}

/** Title, rule and cells of one column, all of the same width. */
const fill = ({ align, title }: Column, cells: ReadonlyArray<string>): ReadonlyArray<string> => {
  const texts = [title, ...cells].map(escaped)
  const width = texts.reduce((widest, text) => Math.max(widest, text.length), 3)
  const rule = align === "right" ? `${"-".repeat(width - 1)}:` : "-".repeat(width)
  const [head = "", ...body] = texts.map((text) =>
    align === "right" ? text.padStart(width) : text.padEnd(width)
  )
  return [head, rule, ...body]
}

/** Text for any place in a line of prose: nothing in it is markup, HTML or a link, and it stays on its line. */
export const markdownText = (text: string): string =>
  escaped(text).replace(/^ /, "&#32;").replace(blockMarker, "$&\\")

/** Where a line would begin a heading, a list, a rule or an underline. */
const blockMarker = /^(?=[#=]|[+-](?:[ -]|$))|^[0-9]+(?=[.)](?: |$))/

/** An underscore inside a word is no markup; identifiers stay readable. `://` and `www.` would become links by themselves. */
const markup = /[\\`*[\]|~$]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])|:(?=\/\/)|(?<=www)\./gi

const escaped = (text: string): string =>
  safeLine(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replace(markup, "\\$&")

/**
 * A fenced block, without a line end behind it. Its fence is longer than any run of backticks in the text; invisible characters other
 * than LF and tab show as escapes.
 */
export const markdownFence = (text: string, language: "text" | "json" = "text"): string => {
  let longest = 2
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length)
  const ticks = "`".repeat(longest + 1)
  return `${ticks}${language}\n${safeText(text)}\n${ticks}`
}
