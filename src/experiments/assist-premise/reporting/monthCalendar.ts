import { element, type Html } from "../../../report/page/Html.js"
import type { Problem } from "../problems/Problem.js"
import {
  civilDateOf,
  dayNumberOf,
  daysInMonth,
  readDate,
  weekdayIndexOf,
  writeDate
} from "../schedule/civil.js"

/** Points under one mark, as text: `2026-01-31`, or with a time. */
export interface MarkedPoints {
  /** A letter or two: what tells the marks apart is not their colour. */
  readonly mark: string
  /** A class of `calendarStyle`. */
  readonly look: "reading" | "answer"
  readonly points: ReadonlyArray<string>
}

const weekdays = ["月", "火", "水", "木", "金", "土", "日"] as const

/** The months of a problem's range, a table each, with the marks of every day. Days outside of the range are grey. */
export const monthCalendars = (
  { from, to }: Pick<Problem, "from" | "to">,
  marked: ReadonlyArray<MarkedPoints>
): Html =>
  element(
    "div",
    { class: "months" },
    monthsOf(from, to).map((month) => monthTable(month, { from, to }, marksByDay(marked)))
  )

interface Mark {
  readonly text: string
  readonly look: MarkedPoints["look"]
}

const marksByDay = (marked: ReadonlyArray<MarkedPoints>): ReadonlyMap<string, ReadonlyArray<Mark>> => {
  const days = new Map<string, Array<Mark>>()
  for (const { look, mark, points } of marked) {
    for (const point of points) {
      const [day = "", time] = point.split("T")
      const marks = days.get(day) ?? []
      days.set(day, marks)
      marks.push({ look, text: time === undefined ? mark : `${mark} ${time}` })
    }
  }
  return days
}

interface Month {
  readonly year: number
  /** 1 to 12. */
  readonly month: number
}

/** A range can be of any length; what lies behind so many months is in the record, and not drawn. */
const mostMonths = 24

const monthsOf = (from: string, to: string): ReadonlyArray<Month> => {
  const last = civilDateOf((readDate(to) ?? 0) - 1)
  const months: Array<Month> = []
  let { month, year } = civilDateOf(readDate(from) ?? 0)
  while (months.length < mostMonths && (year < last.year || (year === last.year && month <= last.month))) {
    months.push({ year, month })
    year += month === 12 ? 1 : 0
    month = (month % 12) + 1
  }
  return months
}

const monthTable = (
  { month, year }: Month,
  { from, to }: Pick<Problem, "from" | "to">,
  marks: ReadonlyMap<string, ReadonlyArray<Mark>>
): Html => {
  const first = dayNumberOf(year, month, 1)
  const days = daysInMonth(year, month)
  const before = weekdayIndexOf(first)
  const weeks = Math.ceil((before + days) / 7)
  const cell = (place: number): Html => {
    const number = place - before + 1
    if (number < 1 || number > days) return element("td", {})
    const date = writeDate(first + number - 1)
    return element("td", { class: (date < from || date >= to) && "out" }, [
      element("time", { datetime: date }, String(number)),
      ...(marks.get(date) ?? []).map(({ look, text }) => element("span", { class: look }, text))
    ])
  }
  return element("table", { class: "month" }, [
    element("caption", {}, `${year}年${month}月`),
    element(
      "thead",
      {},
      element(
        "tr",
        {},
        weekdays.map((name) => element("th", { scope: "col" }, name))
      )
    ),
    element(
      "tbody",
      {},
      Array.from({ length: weeks }, (_, week) =>
        element(
          "tr",
          {},
          Array.from({ length: 7 }, (_, day) => cell(7 * week + day))
        )
      )
    )
  ])
}

/** The look of the months. */
export const calendarStyle = `
.months { display: flex; flex-wrap: wrap; gap: .8rem 1.2rem; align-items: flex-start; }
.month { font-size: .78rem; table-layout: fixed; } .month th, .month td { text-align: left; padding: .1rem .2rem; min-width: 2.4rem; height: 2.2rem; border: 1px solid var(--line); }
.month time { color: var(--faint); display: block; } .month .out { background: var(--shade); } .month thead th { height: auto; }
.month span { display: inline-block; margin-right: .2rem; white-space: nowrap; } .month .answer, .key .answer { color: var(--good); font-weight: 700; }
.problem { border-top: 1px solid var(--line); margin-top: 1.6rem; } .key { margin: .4rem 0; padding-left: 1.2rem; }
@media (max-width: 40rem) { .month { width: 100%; } .month th, .month td { min-width: 0; } .month span { white-space: normal; margin-right: .1rem; } }
.pass { color: var(--good); } .fail { color: var(--bad); }
`
