/**
 * Text from outside, made fit for a terminal or a report: characters that steer (ANSI escapes, bidirectional marks), that cannot
 * be seen (zero width, byte order mark, soft hyphen) or that are not characters (lone surrogates) appear as escapes.
 *
 * Everything else stays as it is, the backslash too: this is for reading; the exact text is in the attempt's body.
 */

/** Control, format, lone surrogate, line and paragraph separator, as Unicode's general categories name them. */
const invisible = (kept: string): RegExp =>
  new RegExp(`(?![${kept}])[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}]`, "gu")

const inText = invisible("\\n\\t")
const inLine = invisible("")
const inCell = invisible("\\n\\r\\t")

/** Several lines: LF and tab stay, a CR shows as `\r`. */
export const safeText = (text: string): string => text.replace(inText, visible)

/** One line, whatever the text: a line feed shows as `\n`. */
export const safeLine = (text: string): string => text.replace(inLine, visible)

/** For a quoted field that may hold line breaks of every kind. */
export const safeCell = (text: string): string => text.replace(inCell, visible)

const visible = (character: string): string => {
  switch (character) {
    case "\n":
      return "\\n"
    case "\r":
      return "\\r"
    case "\t":
      return "\\t"
    default:
      return `\\u{${character.codePointAt(0)?.toString(16)}}`
  }
}

/** The first `units` UTF-16 code units and a mark where something was cut off; never half of a surrogate pair. */
export const excerpt = (text: string, units: number): string => {
  if (text.length <= units) return text
  const next = text.codePointAt(units - 1) ?? 0
  return `${text.slice(0, next > 0xffff ? units - 1 : units)}…`
}
