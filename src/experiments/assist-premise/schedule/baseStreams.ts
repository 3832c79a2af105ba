import type { Calendar } from "./Calendar.js"
import { civilDateOf, daysInMonth, readDate, weekdayIndexOf } from "./civil.js"
import * as Intervals from "./Intervals.js"
import type { CalendarStream } from "./names.js"
import { subtract, unite } from "./operators/sets.js"
import type { Prelude } from "./Prelude.js"
import type { Span } from "./Span.js"
import * as Stream from "./Stream.js"

/** What the language and the prelude provide, made once for each calendar. */
const kept = (calendar: Calendar, name: string, make: () => Stream.Stream): Stream.Stream => {
  const known = calendar.kept.get(name)
  if (known !== undefined) return known
  const made = make()
  calendar.kept.set(name, made)
  return made
}

export const everyDay = (calendar: Calendar): Stream.Stream =>
  kept(calendar, "everyDay", () => Stream.make(calendar.day.starts, "day"))

const daysWhere = (calendar: Calendar, holds: (dayNumber: number) => boolean): Float64Array =>
  calendar.day.starts.filter((start) => holds(calendar.dayNumberOf(start)))

/** Every Saturday and Sunday. */
export const satSun = (calendar: Calendar): Stream.Stream =>
  kept(calendar, "satSun", () =>
    Stream.make(
      daysWhere(calendar, (day) => weekdayIndexOf(day) >= 5),
      "day"
    )
  )

export const holidays = (calendar: Calendar, prelude: Prelude): Stream.Stream =>
  kept(calendar, "holidays", () => {
    const start = (date: string, after = 0): number => calendar.zone.startOfDay((readDate(date) ?? 0) + after)
    const { from, to } = prelude.coverage
    return Stream.make(
      Float64Array.from(prelude.holidays.days, ({ date }) => start(date)).filter((at) => calendar.holds(at)),
      "day",
      Intervals.complement([[start(from), start(to, 1)]])
    )
  })

/** All days but the non-working ones. */
export const businessDays = (calendar: Calendar, nonWorking: Stream.Stream, at: Span): Stream.Stream =>
  subtract(everyDay(calendar), nonWorking, at)

export const ordinaryBusinessDays = (calendar: Calendar, prelude: Prelude, at: Span): Stream.Stream =>
  kept(calendar, "bizDay", () =>
    businessDays(calendar, unite(satSun(calendar), holidays(calendar, prelude)), at)
  )

export const calendarStream = (calendar: Calendar, name: CalendarStream): Stream.Stream =>
  kept(calendar, name, () => {
    switch (name) {
      case "monthStart":
        return Stream.make(
          daysWhere(calendar, (day) => civilDateOf(day).day === 1),
          "day"
        )
      case "monthEnd":
        return Stream.make(
          daysWhere(calendar, (number) => {
            const { day, month, year } = civilDateOf(number)
            return day === daysInMonth(year, month)
          }),
          "day"
        )
      case "yearStart":
        return Stream.make(calendar.windows("year")?.starts ?? Stream.noPoints, "day")
      case "weekStart":
        return Stream.make(calendar.windows("week")?.starts ?? Stream.noPoints, "day", Intervals.none, [
          { name: "day", set: calendar.day }
        ])
    }
  })
