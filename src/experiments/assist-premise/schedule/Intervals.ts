/** Half-open stretches of time `[from, to)` in milliseconds, ascending, apart from one another; ends may be infinite. */
export type Intervals = ReadonlyArray<Interval>

export type Interval = readonly [from: number, to: number]

export const none: Intervals = []

export const always: Intervals = [[-Infinity, Infinity]]

/** Puts intervals in order and joins those that touch; empty ones vanish. */
export const merge = (intervals: ReadonlyArray<Interval>): Intervals => {
  if (intervals.length < 2) return intervals.filter(([from, to]) => from < to)
  const sorted = intervals.filter(([from, to]) => from < to).sort((a, b) => compare(a[0], b[0]))
  const merged: Array<[number, number]> = []
  for (const [from, to] of sorted) {
    const last = merged.at(-1)
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to)
    else merged.push([from, to])
  }
  return merged
}

/** `-Infinity - -Infinity` is no number. */
const compare = (a: number, b: number): number => (a < b ? -1 : a > b ? 1 : 0)

export const union = (a: Intervals, b: Intervals): Intervals =>
  a.length === 0 ? b : b.length === 0 || a === b ? a : merge([...a, ...b])

export const complement = (intervals: Intervals): Intervals => {
  const gaps: Array<Interval> = []
  let from = -Infinity
  for (const [start, end] of intervals) {
    if (from < start) gaps.push([from, start])
    from = end
  }
  if (from < Infinity) gaps.push([from, Infinity])
  return gaps
}

export const contains = (intervals: Intervals, instant: number): boolean => {
  const interval = intervals[firstEndingAfter(intervals, instant)]
  return interval !== undefined && interval[0] <= instant
}

/** The intervals that meet `[from, to)`. */
export const meeting = (intervals: Intervals, from: number, to: number): Intervals => {
  const first = firstEndingAfter(intervals, from)
  let end = first
  while (end < intervals.length && (intervals[end]?.[0] ?? to) < to) end++
  return intervals.slice(first, end)
}

const firstEndingAfter = (intervals: Intervals, instant: number): number => {
  let low = 0
  let high = intervals.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((intervals[middle]?.[1] ?? Infinity) > instant) high = middle
    else low = middle + 1
  }
  return low
}
