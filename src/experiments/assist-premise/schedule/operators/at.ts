import type { Calendar } from "../Calendar.js"
import { dayLength } from "../civil.js"
import { clockGrid } from "../Grid.js"
import * as Intervals from "../Intervals.js"
import * as Stream from "../Stream.js"
import type { Zone } from "../Zone.js"

/**
 * `at(t)`: for every civil day with a settled point, the instant when its clock first shows t. With another `zone` the clock is that
 * zone's, and the grid is lost. Ticks before `notBefore` are none.
 */
export const at = (
  stream: Stream.Stream,
  calendar: Calendar,
  clock: number,
  notBefore: number,
  zone: Zone | null
): Stream.Stream => {
  const ticks: Array<number> = []
  const served = new Set<number>()
  for (const point of stream.points) {
    const index = calendar.day.indexOf(point)
    if (served.has(index) || Intervals.contains(stream.unsettled, point)) continue
    served.add(index)
    const tick = (zone ?? calendar.zone).first(calendar.dayNumberOf(point) * dayLength + clock)
    if (tick >= notBefore && calendar.holds(tick)) ticks.push(tick)
  }
  return Stream.make(
    Stream.ordered(ticks),
    zone === null ? clockGrid(1, 0, clock) : "none",
    undecidedDays(stream, calendar, served, notBefore)
  )
}

/** The days that meet unsettled time and hold no settled point, together with the intervals that they meet. */
const undecidedDays = (
  stream: Stream.Stream,
  { day }: Calendar,
  served: ReadonlySet<number>,
  notBefore: number
): Intervals.Intervals => {
  const found: Array<Intervals.Interval> = []
  const from = Math.max(0, day.indexOf(notBefore))
  for (const interval of stream.unsettled) {
    const first = Math.max(from, day.indexOf(interval[0]))
    const end = day.indexOf(interval[1])
    const last = Math.min(day.count - 1, end < day.count && day.start(end) === interval[1] ? end - 1 : end)
    // Days strictly inside an interval hold no settled point, so only those at its ends need a look.
    if (last - first > 1) found.push(interval)
    for (const edge of [first, last]) {
      if (edge < first || edge > last || served.has(edge)) continue
      found.push(interval, [day.start(edge), day.start(edge + 1)])
    }
  }
  return Intervals.merge(found)
}
