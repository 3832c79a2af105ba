/** Counts of values in bins of equal width between `low` and `high`. */
export interface Bins {
  readonly low: number
  readonly high: number
  readonly counts: ReadonlyArray<number>
  /** Values above `high`. */
  readonly beyond: number
}

/** Values in `count` bins from `low` to `high`. A value on an edge belongs to the bin above it; `high` itself to the last one. */
export const binned = (values: ReadonlyArray<number>, [low, high]: Range, count: number): Bins => {
  const counts = Array.from({ length: count }, () => 0)
  let beyond = 0
  for (const value of values) {
    const index = Math.min(count - 1, Math.floor(((value - low) / (high - low)) * count))
    if (value > high) beyond++
    else counts[index] = (counts[index] ?? 0) + 1
  }
  return { low, high, counts, beyond }
}

type Range = readonly [low: number, high: number]

/**
 * From the smallest value to the 99th percentile: a few answers of the greatest length would push all others into one bin. Where they are
 * one value, as wide as the number of bins.
 */
export const rangeOf = (values: ReadonlyArray<number>, count: number): Range => {
  const ascending = values.toSorted((a, b) => a - b)
  const low = ascending[0] ?? 0
  const high = ascending[Math.ceil(ascending.length * 0.99) - 1] ?? low
  return [low, high > low ? high : low + count]
}

/** The lower of the two middle values of an even number; `null` of nothing. */
export const lowerMedian = (values: ReadonlyArray<number>): number | null =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length / 2) - 1] ?? null
