import * as Intervals from "../Intervals.js"
import type { Stream } from "../Stream.js"
import type { WindowSet } from "../WindowSet.js"

/** Which point of a window is wanted: the n-th from the front, or the last. */
export type Choice = number | "last"

/**
 * `first`, `last`, `nth`: one point of each interval of the window set at `depth` (0 is the outermost). That set and all inside it are used up.
 */
export const select = (stream: Stream, depth: number, choice: Choice): Stream => {
  const set = stream.windows[depth]?.set
  if (set === undefined) return stream
  const { points } = stream
  const chosen: Array<number> = []
  for (let i = 0; i < points.length; ) {
    const end = set.start(set.indexOf(points[i] ?? 0) + 1)
    let next = i
    while (next < points.length && (points[next] ?? end) < end) next++
    const wanted = choice === "last" ? next - 1 : i + choice - 1
    const point = wanted >= i && wanted < next ? points[wanted] : undefined
    if (point !== undefined) chosen.push(point)
    i = next
  }
  return {
    ...stream,
    points: Float64Array.from(chosen),
    windows: stream.windows.slice(0, depth),
    unsettled: Intervals.merge([...stream.unsettled, ...windowsMeeting(set, stream.unsettled)])
  }
}

/** The stretches that the windows meeting any of the intervals make up together. */
const windowsMeeting = (set: WindowSet, intervals: Intervals.Intervals): Intervals.Intervals =>
  intervals
    .filter(([from, to]) => from < set.end && to > set.start(0))
    .map(([from, to]) => {
      const first = Math.max(0, set.indexOf(from))
      const last = to >= set.end ? set.count - 1 : set.indexOf(to)
      // `to` itself is outside: the window that begins there is not met.
      const beyond = last > first && set.start(last) === to ? last : last + 1
      return [set.start(first), set.start(beyond)] as const
    })
