import type { Calendar } from "../Calendar.js"
import { agree } from "../Grid.js"
import * as Intervals from "../Intervals.js"
import { fail } from "../ScheduleError.js"
import type { Span } from "../Span.js"
import * as Stream from "../Stream.js"
import { notOnAxis } from "../sayings/schedules.js"
import type { WindowSet } from "../WindowSet.js"
import { demandAgreement } from "./sets.js"

/** `shift(n, unit: windows)`: each point keeps its elapsed time from the start of its window. Nothing is clamped to the window's end. */
export const shiftByWindows = (stream: Stream.Stream, places: number, set: WindowSet): Stream.Stream => {
  const move = (instant: number): number => {
    const index = set.indexOf(instant)
    if (index < 0) return -Infinity
    if (index >= set.count) return Infinity
    if (index + places < 0) return -Infinity
    if (index + places >= set.count) return Infinity
    return set.start(index + places) + instant - set.start(index)
  }
  const moved: Array<number> = []
  for (const point of stream.points) {
    const landed = move(point)
    if (landed > -Infinity && landed < set.end) moved.push(landed)
  }
  const copies = stream.unsettled.map(([from, to]): Intervals.Interval => [move(from), move(to)])
  return {
    ...stream,
    points: Stream.ordered(moved),
    grid: agree(stream.grid, set.grid) ? stream.grid : "none",
    unsettled: Intervals.merge([...stream.unsettled, ...copies])
  }
}

/** `shift(n, unit: axis)`: every point must be one of the axis, unless the axis is in doubt there. */
export const shiftAlong = (
  stream: Stream.Stream,
  places: number,
  axis: Stream.Stream,
  calendar: Calendar,
  at: Span
): Stream.Stream => {
  demandAgreement(stream, axis, at)
  const { points } = axis
  const doubts: Array<Intervals.Interval> = []
  const doubtAt = (instant: number): boolean => {
    const found = Intervals.meeting(axis.unsettled, instant, instant + 1)
    if (found[0] !== undefined && found[0] !== doubts.at(-1)) doubts.push(found[0])
    return found.length > 0
  }
  const moved: Array<number> = []
  for (const point of stream.points) {
    const index = Stream.firstFrom(points, point)
    if (points[index] !== point) {
      if (!doubtAt(point)) fail("NotOnAxis", at, notOnAxis(calendar, point))
      continue
    }
    const landed = points[index + places]
    if (landed !== undefined) moved.push(landed)
    else if (places < 0) doubtAt((points[0] ?? 0) - 1)
    else doubtAt((points.at(-1) ?? 0) + 1)
  }
  const copies = stream.unsettled.map(([from, to]): Intervals.Interval => {
    const first = Stream.firstFrom(points, from) + places
    const last = Stream.firstFrom(points, to) - 1 + places
    return [edge(points, first, from), to === Infinity ? to : edge(points, last, to) + 1]
  })
  return {
    ...stream,
    points: Stream.ordered(moved),
    grid: axis.grid,
    unsettled: Intervals.merge([...stream.unsettled, ...doubts, ...copies])
  }
}

/** The axis point at `index`, infinite off the axis; an edge that is infinite already stays so. */
const edge = (points: Float64Array, index: number, given: number): number =>
  given === -Infinity || given === Infinity ? given : (points[index] ?? (index < 0 ? -Infinity : Infinity))
