import * as Intervals from "../Intervals.js"
import * as Stream from "../Stream.js"

/** `stride(n, from: p)`: every n-th point, counted from the first one at or after p. */
export const stride = (stream: Stream.Stream, n: number, from: number): Stream.Stream => {
  const first = Stream.firstFrom(stream.points, from)
  // One doubtful point makes every later number doubtful.
  const doubts = stream.unsettled
    .filter(([, to]) => to > from)
    .map(([start]): Intervals.Interval => [Math.max(start, from), Infinity])
  return {
    ...stream,
    points: stream.points.filter((_, index) => index >= first && (index - first) % n === 0),
    unsettled: Intervals.merge([...stream.unsettled, ...doubts])
  }
}

/** `take(n, from: p)` */
export const take = (stream: Stream.Stream, n: number, from: number): Stream.Stream => {
  const first = Stream.firstFrom(stream.points, from)
  const points = stream.points.slice(first, first + n)
  const end = points.length < n ? Infinity : (points.at(-1) ?? Infinity)
  const near = stream.unsettled.filter(([start]) => start <= end)
  const doubts = near
    .filter(([, to]) => to > from)
    .map(([start]): Intervals.Interval => [Math.max(start, from), Infinity])
  return { ...stream, points, unsettled: Intervals.merge([...near, ...doubts]) }
}

/** `takeLast(n, until: p)` */
export const takeLast = (stream: Stream.Stream, n: number, until: number): Stream.Stream => {
  const end = Stream.firstFrom(stream.points, until + 1)
  const points = stream.points.slice(Math.max(0, end - n), end)
  const start = points.length < n ? -Infinity : (points[0] ?? -Infinity)
  const near = stream.unsettled.filter(([, to]) => to >= start)
  const doubts = near
    .filter(([from]) => from <= until)
    .map(([, to]): Intervals.Interval => [-Infinity, Math.min(to, until)])
  return { ...stream, points, unsettled: Intervals.merge([...near, ...doubts]) }
}
