/** A stretch of text, by UTF-16 code units. */
export interface Stretch {
  readonly start: number
  readonly end: number
}

const chain = /\d+(?:[.,]\d+)*/g
const whole = /^(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?$/

/**
 * Where numbers in digits stand in a normalised text. `1,128,000.5` and `12.5` are one number each; `3,12` is two, since no comma groups two digits;
 * `2026.4.1` is three.
 */
export const numerals = (text: string): ReadonlyArray<Stretch> => {
  const found: Array<Stretch> = []
  for (const { 0: digits, index } of text.matchAll(chain)) {
    for (const part of parts(digits)) found.push({ start: index + part.start, end: index + part.end })
  }
  return found
}

const parts = (digits: string): ReadonlyArray<Stretch> =>
  whole.test(digits)
    ? [{ start: 0, end: digits.length }]
    : pieces(digits, /[^,]+/g).flatMap((piece) => {
        const text = digits.slice(piece.start, piece.end)
        if (whole.test(text)) return [piece]
        return pieces(text, /\d+/g).map(({ end, start }) => ({
          start: piece.start + start,
          end: piece.start + end
        }))
      })

const pieces = (text: string, pattern: RegExp): ReadonlyArray<Stretch> =>
  [...text.matchAll(pattern)].map(({ 0: piece, index }) => ({ start: index, end: index + piece.length }))
