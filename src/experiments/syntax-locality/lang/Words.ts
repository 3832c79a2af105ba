import * as Arr from "effect/Array"
import { ParseError } from "./ParseError.js"

/** A maximal run of visible characters, and its 1-based column. */
export interface Word {
  readonly text: string
  readonly column: number
}

/** A non-blank line. `endColumn` is the column just after the last word, where something missing is reported. */
export interface WordLine {
  readonly line: number
  readonly words: readonly [Word, ...Array<Word>]
  readonly endColumn: number
}

/** The source's lines without their terminators. A line ends with LF or CRLF; a CR that ends the source is a cut CRLF. */
export const sourceLines = (source: string): Array<string> => {
  const lines = source.split("\n")
  return source.includes("\r") ? lines.map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line)) : lines
}

const foreign = /[^\t\x20-\x7e]/

const strayCharacter = (text: string, line: number): ParseError | null => {
  const at = text.search(foreign)
  if (at < 0) return null
  const point = text.codePointAt(at) ?? 0
  const code = text[at] === "\r" ? "stray_carriage_return" : "stray_character"
  const detail = `U+${point.toString(16).toUpperCase().padStart(4, "0")}`
  return new ParseError({ code, line, column: at + 1, detail })
}

const isBlank = (unit: number): boolean => unit === 0x20 || unit === 0x09

/** Where the run of blanks, or of other characters, that begins at `start` ends. */
const endOfRun = (text: string, start: number, blank: boolean): number => {
  let end = start
  while (end < text.length && isBlank(text.charCodeAt(end)) === blank) end++
  return end
}

/** Splits one line at single spaces; blanks (space, tab) around it are dropped. `null`: there is nothing else on it. */
export const splitLine = (text: string, line: number): WordLine | ParseError | null => {
  const stray = strayCharacter(text, line)
  if (stray !== null) return stray
  const words: Array<Word> = []
  let end = 0
  for (let start = endOfRun(text, 0, true); start < text.length; start = endOfRun(text, end, true)) {
    if (words.length > 0 && text.slice(end, start) !== " ") {
      return new ParseError({ code: "irregular_space", line, column: end + 1, detail: "" })
    }
    end = endOfRun(text, start, false)
    words.push({ text: text.slice(start, end), column: start + 1 })
  }
  return Arr.isNonEmptyArray(words) ? { line, words, endColumn: end + 1 } : null
}
