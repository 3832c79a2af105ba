import { describe, expect, it } from "@effect/vitest"
import * as Either from "effect/Either"
import { evaluate, placeOf, pointsOf } from "./support.js"

describe("windows", () => {
  it("a selector uses up the named window and all inside it, and leaves those outside", () => {
    const nested = "everyDay |> within(year) |> within(quarter) |> within(month) |> first(of: quarter)"
    expect(pointsOf(`${nested} |> last`)).toEqual(["2026-10-01"])
    const spent = `${nested} |> last |> last`
    expect(placeOf(spent)).toBe(`1:${spent.lastIndexOf("last") + 1} NoWindow`)
  })

  it("of: means the outermost of two windows with the same name", () => {
    expect(
      pointsOf("everyDay |> within(month) |> within(week) |> within(month) |> last(of: month)")
    ).toHaveLength(12)
    const spent = "everyDay |> within(month) |> within(month) |> last(of: month) |> last"
    expect(placeOf(spent)).toBe(`1:${spent.lastIndexOf("last") + 1} NoWindow`)
  })

  it("the innermost window of a schedule can be entered by the schedule's name", () => {
    const body = "w = bizDay |> within(quarter)\neveryDay |> within(w) |> last(of: w)"
    expect(pointsOf(body)).toEqual(["2026-03-31", "2026-06-30", "2026-09-30", "2026-12-31"])
  })

  it("a window set as the head of a pipeline is its days, under its own name", () => {
    expect(pointsOf("half = month span (_ => 6)\nhalf |> nth(2) ", "2026-01-01", "2027-01-01")).toEqual([
      "2026-01-02",
      "2026-07-02"
    ])
    expect(pointsOf("w = quarter\nw |> within(month) |> first(of: w)", "2026-01-01", "2026-07-01")).toEqual([
      "2026-01-01",
      "2026-04-01"
    ])
    expect(pointsOf("hour |> within(day) |> nth(3)", "2026-01-01", "2026-01-03")).toEqual([
      "2026-01-01T02:00",
      "2026-01-02T02:00"
    ])
  })

  it("windows of irregular length are found like any others", () => {
    // Groups of 1, 700, 1, 700, … days from 1970-01-01 on, so that a guess by proportion is far off.
    const body = "p = day span (n => n mod 2 == 0 ? 1 : 700)\neveryDay |> within(p) |> first"
    const days = pointsOf(body, "2020-01-01", "2026-01-01").map((date) => Date.parse(date) / 86_400_000)
    expect(days.length).toBe(6)
    for (const day of days) expect([0, 1]).toContain(day % 701)
  })

  it("a week that begins on Thursday has a whole week 0", () => {
    // 1970-01-01 was a Thursday, and so is 2026-01-01, 20454 days or 2922 weeks later.
    const body = "@JP wkst: Thu\neveryDay |> filter(d => epochOrdinal(week, d) == 2922)"
    expect(pointsOf(body)).toEqual(Array.from({ length: 7 }, (_, day) => `2026-01-0${day + 1}`))
  })

  it("weeks may be asked for as points", () => {
    expect(pointsOf("weekStart", "2026-01-01", "2026-01-20")).toEqual([
      "2026-01-05",
      "2026-01-12",
      "2026-01-19"
    ])
  })
})

describe("names", () => {
  it("a parameter is seen where it was written, not where the function is called", () => {
    const body = "n = 1\nf(x) = x + n\ng(n) = f(n)\neveryDay |> filter(d => dayNo(d) == g(10))"
    expect(pointsOf(body, "2026-01-01", "2026-03-01")).toEqual(["2026-01-11", "2026-02-11"])
  })

  it("a schedule that depends on a parameter is made for each of its values", () => {
    const body = "everyDay |> filter(d => coincides((monthStart |> shift(dayNo(d) - 1, unit: day)), day, d))"
    expect(pointsOf(body, "2026-01-01", "2026-01-04")).toEqual(["2026-01-01", "2026-01-02", "2026-01-03"])
  })

  it("a redefinition holds for what is evaluated below it", () => {
    const body = "m = monthStart\nn = m\nm |> first(of: n)"
    expect(placeOf(body)).toBe("3:6 NoWindow")
    expect(pointsOf("m = monthStart\nn = m\nn\nm = monthEnd\nn", "2026-01-01", "2026-02-01")).toEqual([
      "2026-01-31"
    ])
  })

  it("a definition used in two scopes is evaluated in each", () => {
    expect(pointsOf("a = monthStart |> at(T09:00)\na\n@NY\na", "2026-01-01", "2026-02-01")).toEqual([
      "2026-01-01T23:00"
    ])
  })

  it("bizDay follows a new list of days off, also one of its weekends", () => {
    expect(pointsOf("satSun = [] covering: ..\nbizDay", "2026-01-01", "2026-01-06")).toEqual([
      "2026-01-02",
      "2026-01-03",
      "2026-01-04",
      "2026-01-05"
    ])
  })

  it("a label may be shadowed, a calendar word may not", () => {
    expect(
      pointsOf('Mon = "Tue"\neveryDay |> filter(d => weekday(d) == Mon)', "2026-01-01", "2026-01-08")
    ).toEqual(["2026-01-06"])
  })
})

describe("sections that the worked examples touch lightly", () => {
  it("shift by months never clamps and merges what lands together", () => {
    const body = "([2026-01-31, 2026-02-03] covering: ..) |> shift(1, unit: month)"
    expect(pointsOf(body)).toEqual(["2026-03-03"])
  })

  it("times of a day are kept to the second and the millisecond, and printed to the second", () => {
    const list = "[2026-01-05T09:00:30.5, 2026-01-05T09:00:30.75] covering: .."
    expect(pointsOf(list)).toEqual(["2026-01-05T09:00:30", "2026-01-05T09:00:30"])
    expect(pointsOf(`(${list}) |> snapTo(hour)`)).toEqual(["2026-01-05T09:00"])
  })

  it("a date with a clock anchors at", () => {
    expect(pointsOf("everyDay |> at(2026-01-02T09:00)", "2026-01-01", "2026-01-04")).toEqual([
      "2026-01-02T09:00",
      "2026-01-03T09:00"
    ])
  })

  it("far dates can still be compared with", () => {
    const body =
      "everyDay |> filter(d => epochOrdinal(day, d) < epochOrdinal(day, 2400-01-01)) |> within(year) |> first"
    expect(pointsOf(body)).toEqual(["2026-01-01"])
  })
})

describe("grids", () => {
  const every = (width: string, from: string) => `(everyInstant |> strideBy(${width}, from: ${from}))`

  it("of strides agree if width, phase and clock do", () => {
    expect(pointsOf(`${every("2d", "2026-01-05")} & ${every("2d", "2026-12-29")}`)).toEqual([
      "2026-12-29",
      "2026-12-31"
    ])
    expect(pointsOf(`${every("1d", "2026-12-30")} & everyDay`)).toEqual(["2026-12-30", "2026-12-31"])
    expect(pointsOf(`${every("1d", "2026-12-31T09:00")} & (everyDay |> at(T09:00))`)).toEqual([
      "2026-12-31T09:00"
    ])
    expect(pointsOf(`${every("36h", "2026-12-30")} & ${every("36h", "2026-12-27")}`)).toEqual([
      "2026-12-30",
      "2026-12-31T12:00"
    ])
    for (const [a, b] of [
      [every("2d", "2026-01-05"), every("2d", "2026-01-06")],
      [every("2d", "2026-01-05"), every("4d", "2026-01-05")],
      [every("1d", "2026-01-05T09:00"), every("1d", "2026-01-05T10:00")],
      [every("24h", "2026-01-05"), "everyDay"],
      [every("36h", "2026-01-05"), every("36h", "2026-01-06")]
    ])
      expect(placeOf(`${a} & ${b}`)).toBe(`1:${(a ?? "").length + 2} GridMismatch`)
  })

  it("a union of two different ones has none, and agrees with nothing", () => {
    const mixed = "((monthEnd |> at(T09:00)) | monthStart)"
    expect(placeOf(`${mixed} & ${mixed}`)).toBe(`1:${mixed.length + 2} GridMismatch`)
    expect(pointsOf(`(${mixed} |> snapTo(day)) & monthEnd`)).toHaveLength(12)
  })
})

describe("warnings", () => {
  const cases: ReadonlyArray<readonly [body: string, warning: string]> = [
    ["everyDay |> within(month) |> nth(-1)", "1:34 NthNeverMatches"],
    ["monthEnd = bizDay\nmonthEnd", "1:1 ShadowedDefinition"],
    ["everyDay |> filter(d => weekday(d) == 1)", "1:25 MixedComparison"],
    ["bizDay |> strideBy(7d, from: 2026-01-05)", "1:11 DiscardedInput"],
    ["monthEnd |> at(2026-01-02T09:00)", "1:16 AnchoredClock"],
    ["[2026-01-05]", "1:1 CoverageTouched"],
    ["monthEnd |> roll(Following, on: bizDay)", "1:1 CoverageTouched"],
    ["bizDay |> within(month) |> first", ""],
    ["everyInstant |> strideBy(7d, from: 2026-01-05)", ""]
  ]

  it.each(cases)("%j", (body, warning) => {
    const { warnings } = Either.getOrThrow(evaluate(body))
    expect(warnings.map(({ class: name, column, line }) => `${line}:${column} ${name}`).join()).toBe(warning)
    for (const { sentence } of warnings)
      expect([sentence.ja, sentence.en].every((text) => text.length > 10)).toBe(true)
  })

  it("are told once a place", () => {
    const { warnings } = Either.getOrThrow(evaluate("f(d) = d == 1\neveryDay |> filter(d => f(d) or f(d))"))
    expect(warnings).toHaveLength(1)
  })
})
