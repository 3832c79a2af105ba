/**
 * The value at position `(n − 1) × p` of ascending values, linear between neighbours (specification 10.5): of 1 to 10 the 2.5th
 * percentile is 1.225 and the 97.5th 9.775. `p` goes from 0 to 1. Throws `RangeError`, a defect, for no values.
 */
export const percentile = (ascending: Float64Array, p: number): number => {
  const position = (ascending.length - 1) * p
  const below = Math.floor(position)
  const low = ascending[below]
  if (low === undefined) throw new RangeError(`there is no percentile ${p} of ${ascending.length} values`)
  const high = ascending[below + 1] ?? low
  return low + (position - below) * (high - low)
}
