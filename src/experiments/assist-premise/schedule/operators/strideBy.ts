import type { Calendar } from "../Calendar.js"
import { dayLength, mod } from "../civil.js"
import { clockGrid, elapsedGrid } from "../Grid.js"
import * as Stream from "../Stream.js"

/** `strideBy` with whole civil days: the clock reading of the anchor stays. `from` is a local day and a clock time. */
export const byDays = (
  calendar: Calendar,
  days: number,
  from: { readonly day: number; readonly clock: number },
  notBefore: number
): Stream.Stream => {
  const { zone } = calendar
  const lastDay = calendar.dayNumberOf(calendar.end - 1)
  const skipped = Math.max(0, Math.ceil((0 - from.day) / days))
  const ticks: Array<number> = []
  for (let day = from.day + skipped * days; day <= lastDay; day += days) {
    const tick = zone.first(day * dayLength + from.clock)
    if (tick >= notBefore && calendar.holds(tick)) ticks.push(tick)
  }
  return Stream.make(Stream.ordered(ticks), clockGrid(days, mod(from.day, days), from.clock))
}

/** `strideBy` with elapsed time. */
export const byElapsed = (calendar: Calendar, ms: number, from: number): Stream.Stream => {
  const first = from + Math.max(0, Math.ceil((calendar.start - from) / ms)) * ms
  const count = Math.max(0, Math.ceil((calendar.end - first) / ms))
  const points = Float64Array.from({ length: count }, (_, index) => first + index * ms)
  return Stream.make(points, elapsedGrid(ms, mod(from, ms)))
}
