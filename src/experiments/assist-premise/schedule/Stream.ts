import type { Grid } from "./Grid.js"
import * as Intervals from "./Intervals.js"
import type { WindowSet } from "./WindowSet.js"

/** A window set on a stream, under the name by which it was entered, if there was one. */
export interface Frame {
  readonly name: string | null
  readonly set: WindowSet
}

/** Points in time with what the language remembers of their origin (language, section 5). */
export interface Stream {
  readonly tag: "stream"
  /** Instants in milliseconds, ascending, without duplicates, within the horizon. A day is its first instant. */
  readonly points: Float64Array
  /** Outermost first. */
  readonly windows: ReadonlyArray<Frame>
  readonly grid: Grid
  /** Where nobody vouches for the points, or for their absence. */
  readonly unsettled: Intervals.Intervals
}

export const noPoints = new Float64Array(0)

export const make = (
  points: Float64Array,
  grid: Grid,
  unsettled: Intervals.Intervals = Intervals.none,
  windows: ReadonlyArray<Frame> = []
): Stream => ({ tag: "stream", points, windows, grid, unsettled })

/** Ascending and without duplicates, whatever the order given. */
export const ordered = (instants: Iterable<number>): Float64Array => {
  const sorted = Float64Array.from(instants)
  for (let i = 1; i < sorted.length; i++) {
    if ((sorted[i] ?? 0) > (sorted[i - 1] ?? 0)) continue
    sorted.sort()
    return sorted.filter((instant, index) => index === 0 || instant !== sorted[index - 1])
  }
  return sorted
}

/** The index of the first point at or after the instant; the number of points if there is none. */
export const firstFrom = (points: Float64Array, instant: number): number => {
  let low = 0
  let high = points.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((points[middle] ?? Infinity) >= instant) high = middle
    else low = middle + 1
  }
  return low
}

export const has = (points: Float64Array, instant: number): boolean =>
  points[firstFrom(points, instant)] === instant
