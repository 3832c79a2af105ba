import { describe, expect, it } from "@effect/vitest"
import * as Either from "effect/Either"
import { auditProblems } from "../../../src/experiments/assist-premise/problems/auditProblems.js"
import { findPoints, samePoints } from "../../../src/experiments/assist-premise/problems/findPoints.js"
import { Evaluator } from "../../../src/experiments/assist-premise/schedule/Evaluator.js"
import type { Prelude } from "../../../src/experiments/assist-premise/schedule/Prelude.js"
import { prelude2026 } from "../../../src/experiments/assist-premise/schedule/prelude2026.js"
import { bodyOf, publicSet } from "./data.js"

/**
 * What each requirement rests on, worked out by reading it with a calendar of 2026 beside: a change of the world must show in just these readings.
 */

const pairs = publicSet.problems.flatMap((problem) =>
  problem.interpretations.map(({ expected, key }) => ({
    problem,
    key,
    expected,
    name: `${problem.id} ${key}`
  }))
)

const failing = (
  prelude: Prelude,
  change: (body: string) => string = (body) => body
): ReadonlyArray<string> => {
  const evaluator = new Evaluator(prelude)
  return pairs.flatMap(({ expected, key, name, problem }) => {
    const points = findPoints(evaluator, problem, change(bodyOf(problem.id, key)))
    const same = Either.isRight(points) && samePoints(problem, points.right, expected)
    return same ? [] : [name]
  })
}

const without = (...dates: ReadonlyArray<string>): Prelude => ({
  ...prelude2026,
  holidays: {
    ...prelude2026.holidays,
    days: prelude2026.holidays.days.filter(({ date }) => !dates.includes(date))
  }
})

/** Readings that send, count or choose over a holiday within their range. */
const restingOnHolidays = [
  "P-02 incl-holidays", // 01-11 is a Sunday before a holiday, 02-11 and 08-11 are holidays
  "P-02 weekend-only", // 01-11 is sent over the holiday of 01-12
  "P-06 calendar-year", // 01-01
  "P-07 exclude-last", // 04-29 is among the last three working days of April
  "P-07 include-last",
  "P-09 three-or-more", // 05-02 to 05-06
  "P-09 two-or-more",
  "P-13 first-business-day", // 01-12 and 02-23 are Mondays
  "P-15 january-july", // 01-01
  "C-03 skip-holidays", // 01-12
  "C-04 first-business-day" // 01-01
]

describe("a change of the world shows in the readings that rest on it, and in no other", () => {
  it("nothing fails unchanged", () => {
    expect(failing(prelude2026)).toEqual([])
  })

  it("no holidays", () => {
    const none = without(...prelude2026.holidays.days.map(({ date }) => date))
    expect(failing(none)).toEqual(restingOnHolidays)
  })

  it("no holidays, by the audit: the same problems", () => {
    const none = new Evaluator({ ...prelude2026, holidays: { ...prelude2026.holidays, days: [] } })
    const { checks, headline } = auditProblems(publicSet, none)
    expect(headline).toBe("13/21 問 pass（46 組）")
    expect(checks.filter(({ passed }) => !passed).map(({ name }) => name)).toEqual([
      "every answer has the points of its interpretation"
    ])
  })

  it.each([
    ["2026-01-01", ["P-06 calendar-year", "P-15 january-july", "C-04 first-business-day"]],
    [
      "2026-01-12",
      ["P-02 incl-holidays", "P-02 weekend-only", "P-13 first-business-day", "C-03 skip-holidays"]
    ],
    ["2026-04-29", ["P-07 exclude-last", "P-07 include-last"]],
    // Then 05-04 is a working day behind two days off, and 05-07 one behind two.
    ["2026-05-04", ["P-09 three-or-more", "P-09 two-or-more"]],
    // A Friday before a weekend that nothing in the data touches.
    ["2026-03-20", []],
    // A Sunday is a day off in any case.
    ["2026-05-03", []],
    ["2026-09-22", []]
  ])("without the holiday of %s", (date, expected) => {
    expect(failing(without(date))).toEqual(expected)
  })

  it("no daylight saving time in New York", () => {
    const { scopes } = prelude2026
    const fixed = {
      ...prelude2026,
      scopes: { ...scopes, NY: { zone: "Etc/GMT+5", weekStart: "Mon", businessDays: false } as const }
    }
    expect(failing(fixed)).toEqual(["P-03 new-york"])
  })

  it("UTC taken for the zone of the prelude", () => {
    expect(failing(prelude2026, (body) => body.replace(', tz: "UTC"', ""))).toEqual(["P-14 utc"])
  })

  it("weeks that begin on Sunday", () => {
    const { scopes } = prelude2026
    const sunday = {
      ...prelude2026,
      scopes: { ...scopes, JP: { zone: "Asia/Tokyo", weekStart: "Sun", businessDays: true } as const }
    }
    // The first working day of a week is the same for both: Sunday is none, and Saturday ends either week.
    expect(failing(sunday)).toEqual(["P-04 week2-monday-start"])
  })

  it("years that begin in January where April is meant", () => {
    expect(failing(prelude2026, (body) => body.replaceAll(" phase: 3", ""))).toEqual([
      "P-06 april",
      "P-15 april-october"
    ])
  })
})

const shifted = (pattern: RegExp) => (body: string) =>
  body.replace(pattern, (_, before: string, count: string) => before + String(Number(count) + 1))

describe("a count that is off by one shows in the readings that count, and in no other", () => {
  it("days of the month and weekdays of the month", () => {
    expect(failing(prelude2026, shifted(/(nth\()(\d+)/g))).toEqual([
      "P-01 skip", // 31 日
      "P-02 incl-holidays", // 11 日
      "P-02 weekend-only",
      "P-04 second-tuesday", // 第 2
      "P-10 calendar-days", // 20 日
      "P-10 business-days",
      "P-10 calendar-preceding",
      "P-10 calendar-following",
      "P-17 preceding", // 15 日
      "P-17 following",
      "C-01 third-thursday", // 第 3
      "C-02 preceding" // 25 日
    ])
  })

  it("days before, and working days before", () => {
    expect(failing(prelude2026, shifted(/(shift\()(-?\d+)/g))).toEqual([
      "P-04 week2-monday-start", // the days from a week's begin to its Tuesday
      "P-04 week2-sunday-start",
      "P-07 exclude-last", // 3 営業日前
      "P-07 include-last",
      "P-09 three-or-more", // how many days off make a holiday
      "P-09 two-or-more",
      "P-10 calendar-days", // 5 日前
      "P-10 business-days",
      "P-10 calendar-preceding",
      "P-10 calendar-following"
    ])
  })

  it("the length of a period", () => {
    expect(failing(prelude2026, shifted(/(stride\()(\d+)/g))).toEqual([
      "P-05 phase-0", // 隔週
      "P-05 phase-1",
      "P-16 every-3-phase-0", // 3 日おき
      "P-16 every-3-phase-1",
      "P-16 every-3-phase-2",
      "P-16 every-4-phase-0",
      "P-16 every-4-phase-1",
      "P-16 every-4-phase-2",
      "P-16 every-4-phase-3"
    ])
  })

  it("how often", () => {
    expect(failing(prelude2026, shifted(/(take\()(\d+)/g))).toEqual(["P-11 this-month-once"])
  })
})
