import { safeLine } from "../../../report/SafeText.js"
import type { Position } from "./Span.js"

/**
 * Characters that a terminal shows two columns wide: East Asian Width W and F (Unicode Standard Annex 11), as ranges of whole blocks.
 * Ambiguous characters count as narrow, as terminals outside East Asian locales do.
 */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]/u

/** Combining marks take no column of their own. */
const combining = /\p{Mn}|\p{Me}/u

export const columnsOf = (text: string): number => {
  let columns = 0
  for (const character of text) columns += combining.test(character) ? 0 : wide.test(character) ? 2 : 1
  return columns
}

/** Lines longer than this, in code points, are shown in part. */
const shown = 100

/**
 * The line at fault, and below it a caret under the place. Characters that steer a terminal are shown as escapes, and the caret
 * is moved accordingly; a tab is shown as one blank.
 */
export const caretLines = (source: string, { column, line }: Position): readonly [string, string] => {
  const characters = [...(source.split("\n")[line - 1] ?? "").replace(/\r$/, "").replaceAll("\t", " ")]
  const first = column > shown ? column - shown / 2 : 0
  const before = (first > 0 ? "…" : "") + safeLine(characters.slice(first, column - 1).join(""))
  const after = safeLine(characters.slice(column - 1, first + shown).join(""))
  return [
    before + after + (characters.length > first + shown ? "…" : ""),
    `${" ".repeat(columnsOf(before))}^`
  ]
}
