import * as Intervals from "../Intervals.js"
import type { Span } from "../Span.js"
import * as Stream from "../Stream.js"
import { demandAgreement } from "./sets.js"

/** `roll(Following | Preceding, on: axis)`: a point off the axis moves to the next or the previous point of it. */
export const roll = (
  stream: Stream.Stream,
  convention: "Following" | "Preceding",
  axis: Stream.Stream,
  at: Span
): Stream.Stream => {
  demandAgreement(stream, axis, at)
  const following = convention === "Following"
  const moved: Array<number> = []
  for (const point of stream.points) {
    const landed = following ? nextFrom(axis.points, point) : previousUpTo(axis.points, point)
    if (landed !== undefined) moved.push(landed)
  }
  const unsettled = following
    ? [
        ...stream.unsettled.map((interval) => followed(axis.points, interval)),
        ...axis.unsettled.map((interval) => reachedBackFrom(axis.points, interval))
      ]
    : [
        ...stream.unsettled.map((interval) => preceded(axis.points, interval)),
        ...axis.unsettled.map((interval) => reachedOnFrom(axis.points, interval))
      ]
  return { ...stream, points: Stream.ordered(moved), unsettled: Intervals.merge(unsettled) }
}

const nextFrom = (axis: Float64Array, instant: number): number | undefined =>
  axis[Stream.firstFrom(axis, instant)]

const previousBefore = (axis: Float64Array, instant: number): number | undefined =>
  axis[Stream.firstFrom(axis, instant) - 1]

const previousUpTo = (axis: Float64Array, instant: number): number | undefined =>
  previousBefore(axis, instant + 1)

/** A doubtful point may land as late as the first axis point behind the doubt. */
const followed = (axis: Float64Array, [from, to]: Intervals.Interval): Intervals.Interval =>
  axis.length === 0 || to === Infinity
    ? [from, to]
    : [from, Math.max(to, (nextFrom(axis, to) ?? Infinity) + 1)]

/** Any point since the last certain axis point may have found its landing place in the axis's doubt. */
const reachedBackFrom = (axis: Float64Array, [from, to]: Intervals.Interval): Intervals.Interval =>
  from === -Infinity ? [from, to] : [previousBefore(axis, from) ?? -Infinity, to]

const preceded = (axis: Float64Array, [from, to]: Intervals.Interval): Intervals.Interval =>
  axis.length === 0 || from === -Infinity ? [from, to] : [previousUpTo(axis, from) ?? -Infinity, to]

const reachedOnFrom = (axis: Float64Array, [from, to]: Intervals.Interval): Intervals.Interval =>
  to === Infinity ? [from, to] : [from, (nextFrom(axis, to) ?? Infinity) + 1]
