import { agree, common, mixed } from "../Grid.js"
import * as Intervals from "../Intervals.js"
import { fail } from "../ScheduleError.js"
import type { Span } from "../Span.js"
import * as Stream from "../Stream.js"
import { gridMismatch } from "../sayings/schedules.js"

/** `|`, `&`, `\` and `filter(on:)` (language, section 7). The set operators lose windows. */

export const unite = (a: Stream.Stream, b: Stream.Stream): Stream.Stream => {
  const points = new Float64Array(a.points.length + b.points.length)
  let [i, j, size] = [0, 0, 0]
  while (i < a.points.length || j < b.points.length) {
    const [left, right] = [a.points[i] ?? Infinity, b.points[j] ?? Infinity]
    points[size++] = Math.min(left, right)
    if (left <= right) i++
    if (right <= left) j++
  }
  return Stream.make(points.slice(0, size), mixed(a.grid, b.grid), Intervals.union(a.unsettled, b.unsettled))
}

export const intersect = (a: Stream.Stream, b: Stream.Stream, at: Span): Stream.Stream => {
  demandAgreement(a, b, at)
  return Stream.make(members(a, b, true), common(a.grid, b.grid), Intervals.union(a.unsettled, b.unsettled))
}

export const subtract = (a: Stream.Stream, b: Stream.Stream, at: Span): Stream.Stream => {
  demandAgreement(a, b, at)
  return Stream.make(members(a, b, false), common(a.grid, b.grid), Intervals.union(a.unsettled, b.unsettled))
}

/** The points of `stream` that are points of `axis`; windows and grid stay. */
export const keepOn = (stream: Stream.Stream, axis: Stream.Stream, at: Span): Stream.Stream => {
  demandAgreement(stream, axis, at)
  return {
    ...stream,
    points: members(stream, axis, true),
    unsettled: Intervals.union(stream.unsettled, axis.unsettled)
  }
}

export const demandAgreement = (a: Stream.Stream, b: Stream.Stream, at: Span): void => {
  if (!agree(a.grid, b.grid)) fail("GridMismatch", at, gridMismatch(a.grid, b.grid))
}

const members = (a: Stream.Stream, b: Stream.Stream, wanted: boolean): Float64Array => {
  let j = 0
  return a.points.filter((point) => {
    while (j < b.points.length && (b.points[j] ?? 0) < point) j++
    return (b.points[j] === point) === wanted
  })
}
