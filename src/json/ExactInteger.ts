import { type Json, JsonNumber } from "./Json.js"

/** A number of RFC 8259 in parts: sign, integer digits, fraction digits, exponent. */
const grammar = /^(-?)(0|[1-9][0-9]*)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/

/** Whether a text is a JSON number. */
export const isNumberLexeme = (text: string): boolean => grammar.test(text)

/**
 * The integer that a JSON number denotes exactly, or `null` when the value is no number, has a fraction, or lies beyond ±(2^53−1).
 *
 * It calculates with the decimal text, as a BigDecimal would: `1e3` and `10.0` are integers, and nothing is rounded
 * on the way (specification 8.7). `-0` is 0.
 */
export const exactInteger = (value: Json): number | null => {
  if (typeof value === "number") return Number.isSafeInteger(value) ? value + 0 : null
  if (!(value instanceof JsonNumber)) return null
  const parts = grammar.exec(value.lexeme)
  if (parts === null) return null
  const [, sign, whole = "", fraction = "", exponent = "0"] = parts

  const digits = (whole + fraction).replace(/^0+/, "")
  const significant = digits.replace(/0+$/, "")
  if (significant === "") return 0
  // An exponent of hundreds of digits becomes ±Infinity here, and falls to the right side of both comparisons.
  const zeros = Number(exponent) - fraction.length + (digits.length - significant.length)
  const longestSafeInteger = 16
  if (zeros < 0 || significant.length + zeros > longestSafeInteger) return null
  const magnitude = Number(significant + "0".repeat(zeros))
  if (!Number.isSafeInteger(magnitude)) return null
  return sign === "-" ? -magnitude : magnitude
}
