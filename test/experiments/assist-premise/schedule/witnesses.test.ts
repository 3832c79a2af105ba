import { describe, expect, it } from "@effect/vitest"
import * as holidayJp from "@holiday-jp/holiday_jp"
import { getHolidaysOf } from "japanese-holidays"
import { datetime, RRule } from "rrule"
import { prelude2026 } from "../../../../src/experiments/assist-premise/schedule/prelude2026.js"
import { fixture, pointsOf } from "./support.js"

interface Holiday {
  readonly date: string
  readonly name: string
  readonly dow: string
}

const two = (value: number): string => String(value).padStart(2, "0")

describe("holidays", () => {
  const ours = prelude2026.holidays.days

  it("are the dates and names of the Act, as listed with their legal basis", () => {
    const listed = fixture<Holiday>("holidays.json").filter(({ date }) => date.startsWith("2026"))
    expect(ours).toEqual(listed.map(({ date, name }) => ({ date, name })))
    for (const { date, dow } of listed)
      expect("日月火水木金土"[new Date(`${date}T00:00Z`).getUTCDay()]).toBe(dow)
  })

  it("agree with @holiday-jp/holiday_jp", () => {
    const theirs = holidayJp.between(new Date("2026-01-01T00:00Z"), new Date("2026-12-31T00:00Z"))
    expect(theirs.map(({ date }) => date.toISOString().slice(0, 10))).toEqual(ours.map(({ date }) => date))
  })

  it("agree with japanese-holidays", () => {
    const theirs = getHolidaysOf(2026).map(({ date, month }) => `2026-${two(month)}-${two(date)}`)
    expect(theirs.toSorted()).toEqual(ours.map(({ date }) => date))
  })

  it("business days are Monday to Friday without them", () => {
    const holidays = new Set(getHolidaysOf(2026).map(({ date, month }) => `2026-${two(month)}-${two(date)}`))
    const expected = Array.from({ length: 365 }, (_, day) => new Date(Date.UTC(2026, 0, 1 + day)))
      .filter((date) => date.getUTCDay() % 6 !== 0 && !holidays.has(date.toISOString().slice(0, 10)))
      .map((date) => date.toISOString().slice(0, 10))
    expect(pointsOf("bizDay")).toEqual(expected)
  })
})

/** Recurrences that RFC 5545 can say, too; `dtstart` counts days from an anchor where the rule has an interval. */
const recurrences: ReadonlyArray<readonly [body: string, rule: string]> = [
  ["everyDay |> filter(d => weekday(d) in [Mon, Thu])", "FREQ=WEEKLY;BYDAY=MO,TH"],
  [
    "everyDay |> filter(d => weekday(d) == Fri) |> stride(2, from: 2025-01-03)",
    "FREQ=WEEKLY;INTERVAL=2;BYDAY=FR"
  ],
  ["everyDay |> within(month) |> last", "FREQ=MONTHLY;BYMONTHDAY=-1"],
  ["everyDay |> within(month) |> nth(31)", "FREQ=MONTHLY;BYMONTHDAY=31"],
  ["everyDay |> filter(d => weekday(d) == Tue) |> within(month) |> nth(2)", "FREQ=MONTHLY;BYDAY=+2TU"],
  ["everyDay |> filter(d => weekday(d) == Fri) |> within(month) |> last", "FREQ=MONTHLY;BYDAY=-1FR"],
  ["everyDay |> filter(d => weekday(d) == Thu) |> within(month) |> nth(5)", "FREQ=MONTHLY;BYDAY=+5TH"],
  ["everyDay |> stride(3, from: 2025-01-01)", "FREQ=DAILY;INTERVAL=3"],
  ["everyInstant |> strideBy(10d, from: 2025-01-01)", "FREQ=DAILY;INTERVAL=10"],
  ["everyDay |> filter(d => dayNo(d) == 29 and monthNo(d) == 2)", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29"],
  ["everyDay |> filter(d => ordinalIn(day, year, d) == 100)", "FREQ=YEARLY;BYYEARDAY=100"],
  ["everyDay |> within(year) |> last", "FREQ=YEARLY;BYYEARDAY=-1"],
  [
    "everyDay |> filter(d => dayNo(d) == 15 and (monthNo(d) - 1) mod 3 == 0)",
    "FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=15"
  ],
  ["(everyDay \\ satSun) |> within(month) |> last", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1"],
  ["(everyDay \\ satSun) |> within(month) |> nth(3)", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=3"],
  ["everyDay |> filter(d => dayNo(d) == 13 and weekday(d) == Fri)", "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13"]
]

describe("plain recurrences agree with rrule over four years", () => {
  it.each(recurrences)("%s", (body, rule) => {
    const start = datetime(2025, 1, 1)
    const theirs = new RRule({ ...RRule.parseString(rule), dtstart: start }).between(
      start,
      new Date(Date.UTC(2029, 0, 1) - 1),
      true
    )
    const dates = theirs.map((date) => date.toISOString().slice(0, 10))
    expect(dates.length).toBeGreaterThan(0)
    expect(pointsOf(body, "2025-01-01", "2029-01-01")).toEqual(dates)
  })
})
