import { describe, expect, it } from "@effect/vitest"
import { pointsOf } from "./support.js"

/**
 * What nobody vouches for shows only in `at` and `coincides` (language, sections 9 and 11). The expectations follow from the table of section 11, with
 * the calendar of 2026 at hand: 02-01, 03-01 and 03-15 are Sundays, 02-28 is a Saturday, 2027-01-01 is a Friday.
 */
describe("unsettled time", () => {
  it("roll Following carries a doubt on to the next point of the axis", () => {
    // Nothing is known from 02-01 until 03-01; a point of that time could land on 03-02, beside the one from 03-01.
    const list = "[2026-01-05, 2026-03-01] covering: 2026-01-01..2026-01-31, 2026-03-01..2026-03-31"
    expect(pointsOf(`(${list}) |> roll(Following, on: bizDay)`)).toEqual(["2026-01-05", "2026-03-02"])
    expect(pointsOf(`(${list}) |> roll(Following, on: bizDay) |> at(T09:00)`)).toEqual(["2026-01-05T09:00"])
  })

  it("roll Preceding carries a doubt back to the previous point of the axis", () => {
    const list = "[2026-02-28, 2026-03-31] covering: 2026-02-01..2026-02-28, 2026-03-15..2026-03-31"
    expect(pointsOf(`(${list}) |> roll(Preceding, on: bizDay)`)).toEqual(["2026-02-27", "2026-03-31"])
    expect(pointsOf(`(${list}) |> roll(Preceding, on: bizDay) |> at(T09:00)`)).toEqual(["2026-03-31T09:00"])
  })

  it("an axis in doubt makes the days before its doubt doubtful for Following, those behind it for Preceding", () => {
    const lastDays = "everyDay |> filter(d => dayNo(d) >= 30)"
    expect(
      pointsOf(`${lastDays} |> roll(Following, on: bizDay) |> at(T09:00)`, "2026-12-01", "2027-02-01")
    ).toEqual(["2026-12-30T09:00"])
    const firstDays = "everyDay |> filter(d => dayNo(d) in [2, 5])"
    expect(
      pointsOf(`${firstDays} |> roll(Preceding, on: bizDay) |> at(T09:00)`, "2025-12-01", "2026-02-01")
    ).toEqual(["2026-01-05T09:00"])
  })

  it("stride, take and takeLast count through a doubt", () => {
    const days =
      "([2026-01-05, 2026-01-06, 2026-03-02, 2026-03-03] covering: 2026-01-01..2026-01-31, 2026-03-01..2026-03-31)"
    expect(pointsOf(`${days} |> stride(1, from: 2026-01-05) |> at(T09:00)`)).toEqual([
      "2026-01-05T09:00",
      "2026-01-06T09:00"
    ])
    // A doubt that ends before the anchor is none.
    expect(pointsOf(`${days} |> stride(1, from: 2026-03-01) |> at(T09:00)`)).toEqual([
      "2026-03-02T09:00",
      "2026-03-03T09:00"
    ])
    expect(pointsOf(`${days} |> take(2, from: 2026-01-01) |> at(T09:00)`)).toEqual([
      "2026-01-05T09:00",
      "2026-01-06T09:00"
    ])
    expect(pointsOf(`${days} |> take(3, from: 2026-01-01) |> at(T09:00)`)).toEqual([
      "2026-01-05T09:00",
      "2026-01-06T09:00"
    ])
    expect(pointsOf(`${days} |> takeLast(2, until: 2026-03-31) |> at(T09:00)`)).toEqual([
      "2026-03-02T09:00",
      "2026-03-03T09:00"
    ])
    expect(pointsOf(`${days} |> takeLast(3, until: 2026-03-31) |> at(T09:00)`)).toEqual([
      "2026-03-02T09:00",
      "2026-03-03T09:00"
    ])
    expect(pointsOf("bizDay |> takeLast(5, until: 2027-01-05)", "2026-12-01", "2027-02-01")).toEqual([
      "2026-12-30",
      "2026-12-31",
      "2027-01-01",
      "2027-01-04",
      "2027-01-05"
    ])
    // What 2027 has before 01-05 decides which days of 2026 are among the last five.
    expect(
      pointsOf("bizDay |> takeLast(5, until: 2027-01-05) |> at(T09:00)", "2026-12-01", "2027-01-04")
    ).toEqual([])
  })

  it("a shift copies a doubt to where its points would land", () => {
    const list = "([2026-01-05, 2026-03-02] covering: 2026-01-01..2026-01-31, 2026-03-01..2026-03-31)"
    // Known are January and March of the list, and of the copy January 2 to February 1 and March 2 to April 1.
    expect(pointsOf(`${list} |> shift(1, unit: day) |> at(T09:00)`)).toEqual([
      "2026-01-06T09:00",
      "2026-03-03T09:00"
    ])
    expect(pointsOf(`${list} |> shift(-5, unit: day) |> at(T09:00)`)).toEqual([])
    expect(pointsOf(`${list} |> shift(28, unit: day) |> at(T09:00)`)).toEqual(["2026-03-30T09:00"])
  })

  it("a shifted doubt also hides where nothing lies", () => {
    const list = "([2026-01-05, 2026-03-02] covering: 2026-01-01..2026-01-31, 2026-03-01..2026-03-31)"
    const free = `x = ${list} |> shift(1, unit: day)\neveryDay |> filter(d => not coincides(x, day, d))`
    // What is unknown of 02-28 is unknown of 03-01.
    expect(pointsOf(free, "2026-02-25", "2026-03-05")).toEqual(["2026-03-02", "2026-03-04"])
  })

  it("a point that the axis's doubt excuses leaves that doubt behind", () => {
    const shifted = "([2025-12-27, 2026-01-05] covering: ..) |> shift(1, unit: bizDay)"
    const lacking = `x = ${shifted}\neveryDay |> filter(d => not coincides(x, day, d))`
    expect(pointsOf(lacking, "2025-12-29", "2026-01-08")).toEqual([
      "2026-01-01",
      "2026-01-02",
      "2026-01-03",
      "2026-01-04",
      "2026-01-05",
      "2026-01-07"
    ])
  })

  it("a predicate without an answer leaves its window in doubt", () => {
    const quiet = "quiet = everyDay |> filter(d => not coincides(holidays2026, week, d))"
    const others = `${quiet}\neveryDay |> filter(d => not coincides(quiet, day, d))`
    // The week of 11-23 has a holiday; the one of 12-28 reaches into 2027, of which nothing is known.
    expect(pointsOf(others, "2026-11-20", "2027-01-10")).toEqual([
      "2026-11-23",
      "2026-11-24",
      "2026-11-25",
      "2026-11-26",
      "2026-11-27",
      "2026-11-28",
      "2026-11-29"
    ])
  })

  it("days that at had to leave out stay in doubt, the others are free", () => {
    const free = "x = bizDay |> at(T09:00)\neveryDay |> filter(d => not coincides(x, day, d))"
    expect(pointsOf(free, "2026-12-25", "2027-01-10")).toEqual(["2026-12-26", "2026-12-27"])
  })

  it("a selector is in doubt for the whole of a window that meets one", () => {
    const months = "([2026-01-05, 2026-02-02, 2026-03-02] covering: 2026-01-01..2026-02-15)"
    expect(() => pointsOf(months)).toThrow("BadDateList")
    const known = "([2026-01-05, 2026-02-02] covering: 2026-01-01..2026-02-15)"
    expect(pointsOf(`${known} |> at(T09:00)`)).toEqual(["2026-01-05T09:00", "2026-02-02T09:00"])
    expect(pointsOf(`${known} |> within(month) |> first |> at(T09:00)`)).toEqual(["2026-01-05T09:00"])
    expect(pointsOf(`${known} |> snapTo(month) |> at(T09:00)`)).toEqual(["2026-01-01T09:00"])
  })
})
