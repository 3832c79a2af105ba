/**
 * Adds from left to right: the caller fixes the order, because floating-point sums depend on it. Throws `RangeError`, a
 * defect, on NaN and infinity, so that neither can pass an aggregate unseen.
 */
export const sum = (values: ReadonlyArray<number>): number => {
  let total = 0
  for (const value of values) {
    if (!Number.isFinite(value)) throw new RangeError(`${value} is not a number to add up`)
    total += value
  }
  return total
}

/** The arithmetic mean by {@link sum}; `null` of nothing. */
export const mean = (values: ReadonlyArray<number>): number | null =>
  values.length === 0 ? null : sum(values) / values.length

/** `part / whole`; `null` when the whole is 0. Throws as {@link sum} does. */
export const ratio = (part: number, whole: number): number | null => {
  const [numerator, denominator] = [sum([part]), sum([whole])]
  return denominator === 0 ? null : numerator / denominator
}
