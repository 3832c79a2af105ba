import { normalise } from "./normalise.js"
import { numerals } from "./numerals.js"

/** A text made ready to look for others in it. */
export interface Searchable {
  readonly text: string
  /** 1 at every place that lies inside a number: neither before its first nor behind its last character. */
  readonly inside: Uint8Array
}

export const searchable = (raw: string): Searchable => {
  const text = normalise(raw)
  const inside = new Uint8Array(text.length + 1)
  for (const { end, start } of numerals(text)) inside.fill(1, start + 1, end)
  return { text, inside }
}

/**
 * Where the wanted text first stands, or -1. Where it begins or ends with a digit, it must not do so inside a longer number: 12条 is not found in
 * 112条, 5% not in 12.5%.
 */
export const findText = ({ inside, text }: Searchable, wanted: string): number =>
  findIn(text, 0, inside, normalise(wanted).trim())

/** The same in a part of a text that begins at `offset`, with a text that is normalised already; the place in the part. */
export const findIn = (part: string, offset: number, inside: Uint8Array, needle: string): number => {
  if (needle === "") return -1
  const fromDigit = /^\d/.test(needle)
  const toDigit = /\d$/.test(needle)
  for (let at = part.indexOf(needle); at >= 0; at = part.indexOf(needle, at + 1)) {
    const start = offset + at
    const cut = (fromDigit && inside[start] === 1) || (toDigit && inside[start + needle.length] === 1)
    if (!cut) return at
  }
  return -1
}

/** The first of the alternatives that the text has, or `null`. */
export const findAny = (within: Searchable, alternatives: ReadonlyArray<string>): string | null =>
  alternatives.find((wanted) => findText(within, wanted) >= 0) ?? null
