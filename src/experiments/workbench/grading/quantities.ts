import { numerals } from "./numerals.js"

export interface Quantity {
  readonly value: number
  /** Of its first character, a sign included. */
  readonly start: number
  readonly end: number
}

const small: Readonly<Record<string, number>> = { 百: 1e2, 千: 1e3 }
const large: Readonly<Record<string, number>> = { 万: 1e4, 億: 1e8, 兆: 1e12 }

/**
 * The amounts in a normalised text, in order: digits with thousands commas and a decimal part; 百 千 万 億 兆 behind them, also one after another
 * (1億2,800万, 3千5百万); ▲ △ − - before them as a minus, also with a currency sign between. A hyphen behind an ASCII letter, a digit or a closing
 * parenthesis is no minus (2026-06-12, A-12).
 */
export const quantities = (text: string): ReadonlyArray<Quantity> => {
  const found: Array<Amount> = []
  for (const { end, start } of numerals(text)) {
    const segment = segmentAt(text, start, end)
    const last = found.at(-1)
    const continued = last === undefined ? null : continuation(last, segment)
    if (continued === null) found.push(begin(segment, minusBefore(text, start)))
    else found[found.length - 1] = continued
  }
  return found.map(({ end, negative, section, start, total }) => {
    const value = total + section
    return { value: negative && value !== 0 ? -value : value, start, end }
  })
}

/** A number in digits with the units right behind it; 1: no unit. */
interface Segment {
  readonly number: number
  readonly small: number
  readonly large: number
  readonly start: number
  readonly end: number
}

/** What was read so far: `section` is what the next 万, 億 or 兆 multiplies. The units of an amount descend. */
interface Amount {
  readonly total: number
  readonly section: number
  readonly lastSmall: number
  readonly lastLarge: number
  readonly open: boolean
  readonly negative: boolean
  readonly start: number
  readonly end: number
}

const segmentAt = (text: string, start: number, end: number): Segment => {
  const number = Number(text.slice(start, end).replaceAll(",", ""))
  const smallUnit = small[text.charAt(end)]
  const behind = smallUnit === undefined ? end : end + 1
  const largeUnit = large[text.charAt(behind)]
  return {
    number,
    small: smallUnit ?? 1,
    large: largeUnit ?? 1,
    start,
    end: largeUnit === undefined ? behind : behind + 1
  }
}

const empty = { total: 0, section: 0, lastSmall: Infinity, lastLarge: Infinity }

const begin = (
  segment: Segment,
  { at, negative }: { readonly at: number; readonly negative: boolean }
): Amount => add({ ...empty, open: true, negative, start: at, end: segment.start }, segment)

const continuation = (amount: Amount, segment: Segment): Amount | null =>
  amount.open &&
  amount.end === segment.start &&
  segment.small < amount.lastSmall &&
  (segment.large === 1 || segment.large < amount.lastLarge)
    ? add(amount, segment)
    : null

const add = (amount: Amount, segment: Segment): Amount => {
  const section = amount.section + segment.number * segment.small
  const closes = segment.large > 1
  return {
    ...amount,
    total: closes ? amount.total + section * segment.large : amount.total,
    section: closes ? 0 : section,
    lastSmall: closes ? Infinity : segment.small,
    lastLarge: closes ? segment.large : amount.lastLarge,
    open: closes || segment.small > 1,
    end: segment.end
  }
}

const minusBefore = (text: string, start: number): { readonly at: number; readonly negative: boolean } => {
  const at = /[¥$€]/.test(text.charAt(start - 1)) ? start - 2 : start - 1
  const mark = text.charAt(at)
  if (mark === "▲" || mark === "△") return { at, negative: true }
  if (mark === " " && /[▲△]/.test(text.charAt(at - 1))) return { at: at - 1, negative: true }
  const hyphen = mark === "-" || mark === "−"
  return hyphen && !/[A-Za-z0-9)]/.test(text.charAt(at - 1))
    ? { at, negative: true }
    : { at: start, negative: false }
}

/** Equal within an absolute tolerance; the sums and products of decimal reading may be off by a rounding. */
export const isWithin = (value: number, expected: number, tolerance: number): boolean =>
  Math.abs(value - expected) <= tolerance + 1e-9 * Math.max(1, Math.abs(expected))
