import * as Intervals from "../Intervals.js"
import * as Stream from "../Stream.js"
import type { WindowSet } from "../WindowSet.js"

/** `snapTo(windows)`: each point moves to the start of its window. */
export const snap = (stream: Stream.Stream, set: WindowSet): Stream.Stream => {
  const down = (instant: number): number => {
    const index = set.indexOf(instant)
    return index < 0 || index >= set.count ? instant : set.start(index)
  }
  return {
    ...stream,
    points: Stream.ordered(stream.points.map(down)),
    grid: set.grid,
    unsettled: Intervals.merge(
      stream.unsettled.map(([from, to]): Intervals.Interval => [down(from), down(to)])
    )
  }
}
