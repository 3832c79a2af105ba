import { describe, expect, it } from "@effect/vitest"
import { errorClasses } from "../../../../src/experiments/assist-premise/schedule/ScheduleError.js"
import { errorOf, placeOf } from "./support.js"

/** Where each class is reported: columns counted by hand. */
const places: ReadonlyArray<readonly [body: string, place: string, text: string]> = [
  ["everyDay |> filter(d => !isOpen(d))", "1:25 BadCharacter", "!"],
  ["給料日 = monthEnd\n給料日　|> last", "2:4 BadCharacter", "　"],
  ["𠮷 = monthEnd; 𠮷 ¥ bizDay", "1:17 BadCharacter", "¥"],
  ["\ufeffmonthEnd", "1:1 BadCharacter", "\ufeff"],
  ["monthEnd\ud800", "1:9 BadCharacter", "\ud800"],
  ["monthEnd |> at(T09:5)", "1:16 BadLiteral", "T09:5"],
  ["monthEnd |> at(T09:000)", "1:16 BadLiteral", "T09:000"],
  ["everyInstant |> strideBy(1d12h, from: 2026-01-05)", "1:26 BadLiteral", "1d12h"],
  ["everyInstant |> strideBy(1.5d, from: 2026-01-05)", "1:26 BadLiteral", "1.5d"],
  ["everyInstant |> strideBy(10days, from: 2026-01-05)", "1:26 BadLiteral", "10d"],
  ['x = "a\nmonthEnd', "1:5 BadLiteral", '"a'],
  ["[2026-01-05] covering: 2026-01-01T09:00..", "1:24 BadLiteral", "2026-01-01T09:00"],
  ["everyDay & [2026-02-30]", "1:13 ImpossibleDate", "2026-02-30"],
  ["everyDay & [2026-13-01T00:00]", "1:13 ImpossibleDate", "2026-13-01T00:00"],
  ["monthEnd |> at(T24:00)", "1:16 ImpossibleDate", "T24:00"],
  ["monthEnd |> at(T23:60)", "1:16 ImpossibleDate", "T23:60"],
  ["everyDay |> filter(d => weekday(d) = Mon)", "1:36 UnexpectedToken", "="],
  ["everyDay |> filter(d => 1 < dayNo(d) < 3)", "1:38 UnexpectedToken", "<"],
  ["everyDay |> filter(d -> dayNo(d) == 1)", "1:23 UnexpectedToken", ">"],
  ["my_days = everyDay", "1:3 UnexpectedToken", "_"],
  ["everyDay |> within(month", "1:25 UnexpectedToken", ""],
  ["a = monthEnd b = monthStart", "1:14 UnexpectedToken", "b"],
  ["everyDay\nand monthEnd", "2:1 UnexpectedToken", "and"],
  ["everyDay |> 3", "1:13 UnexpectedToken", "3"],
  ["[2026-01-05] covering: 2026", "1:28 UnexpectedToken", ""],
  ["premise X = everyDay", "1:1 UnsupportedConstruct", "premise"],
  ["@JP { }", "1:5 UnsupportedConstruct", "{"],
  ["@JP calendar: x\nmonthEnd", "1:5 UnsupportedConstruct", "calendar"],
  ["a.b", "1:2 UnsupportedConstruct", "."],
  ["month grid 3", "1:7 UnsupportedConstruct", "grid"],
  ["x = monthEnd covering: 2026..", "1:14 UnsupportedConstruct", "covering"],
  ["everyDay |> segmentBy(monthEnd)", "1:13 UnsupportedConstruct", "segmentBy"],
  ["everyDay |> filter(d => isOpen(d))", "1:25 UnsupportedConstruct", "isOpen"],
  ["f(on: p) = p\nmonthEnd", "1:3 UnsupportedConstruct", "on"],
  ["x = everyDay\n", "2:1 NoResult", ""],
  ["", "1:1 NoResult", ""],
  ["everyDay |> filter(d =>\n  weekday(d) == Monday)", "2:17 UnknownName", "Monday"],
  ["@OSAKA\neveryDay", "1:2 UnknownName", "OSAKA"],
  ["m\nm = monthEnd", "1:1 UnknownName", "m"],
  ["@JP wkst: Monday\neveryDay |> within(week) |> first", "1:11 UnknownName", "Monday"],
  ["everyDay |> within(month) |> lst", "1:30 UnknownStage", "lst"],
  ["everyDay |> bizDay", "1:13 UnknownStage", "bizDay"],
  ["x = 3\neveryDay |> x", "2:13 UnknownStage", "x"],
  ["first = everyDay\nfirst", "1:1 ReservedName", "first"],
  ["everyDay |> filter(day => dayNo(day) == 1)", "1:20 ReservedName", "day"],
  ["f(bizDay) = 1\nmonthEnd", "1:3 ReservedName", "bizDay"],
  ["x = y\ny = x\nx", "2:5 CyclicDefinition", "x"],
  ["f(n) = f(n)\neveryDay |> filter(d => f(1) == 1)", "1:8 CyclicDefinition", "f"],
  ["s = s |> last\neveryDay |> s", "1:5 CyclicDefinition", "s"],
  ["everyDay |> stride(2)", "1:13 MissingArgument", "stride"],
  ["everyDay |> within(month) |> nth()", "1:30 MissingArgument", "nth"],
  ["isMon(d) = weekday(d) == Mon\neveryDay |> filter(isMon)", "2:20 MissingArgument", "isMon"],
  ["everyDay |> filter(d => ordinalIn(day, d) == 1)", "1:25 MissingArgument", "ordinalIn"],
  ["monthEnd |> at(T9:00)", "1:16 UnexpectedArgument", "T9:00"],
  ["monthEnd |> take(2, until: 2026-02-01)", "1:21 UnexpectedArgument", "until: 2026-02-01"],
  [
    "everyDay |> stride(2, from: 2026-01-05, from: 2026-01-06)",
    "1:41 UnexpectedArgument",
    "from: 2026-01-06"
  ],
  ["everyDay |> within(month) |> first(1)", "1:36 UnexpectedArgument", "1"],
  ["everyDay |> roll(on: bizDay, Following)", "1:30 UnexpectedArgument", "Following"],
  ["everyDay |> filter(d => d == d, on: bizDay)", "1:33 UnexpectedArgument", "on: bizDay"],
  ["everyDay |> filter(d => d < 2026-01-05)", "1:25 TypeMismatch", "d"],
  ["everyDay |> filter(d => d in [2026-01-05])", "1:30 TypeMismatch", "[2026-01-05]"],
  ["everyDay |> filter(d => weekday(d) == Mon or Tue)", "1:46 TypeMismatch", "Tue"],
  ["everyDay |> filter(d => dayNo(d))", "1:25 TypeMismatch", "dayNo(d)"],
  ["everyDay |> filter(d => dayNo(d) in [1..5])", "1:38 TypeMismatch", "1"],
  ["everyDay |> within(weekday) |> first", "1:20 TypeMismatch", "weekday"],
  ["everyDay |> filter(d => coincides(week, week, d))", "1:35 TypeMismatch", "week"],
  ["everyInstant", "1:1 TypeMismatch", "everyInstant"],
  ["everyDay |> filter(bizDay)", "1:20 TypeMismatch", "bizDay"],
  ["everyDay |> stride(0, from: 2026-01-05)", "1:20 BadCount", "0"],
  ["everyDay |> within(month) |> nth(1.5)", "1:34 BadCount", "1.5"],
  ["monthEnd |> shift(1 / 0, unit: day)", "1:19 BadCount", "1 / 0"],
  ["everyInstant |> strideBy(0h, from: 2026-01-05)", "1:26 BadCount", "0h"],
  ["p = month span (_ => 0)\np |> first", "1:17 BadCount", "_ => 0"],
  ["p = month span (_ => 6) phase: -1\np |> first", "1:32 BadCount", "-1"],
  ["monthEnd |> roll(ModifiedFollowing, on: bizDay)", "1:18 UnknownConvention", "ModifiedFollowing"],
  ["monthEnd |> roll(Mon, on: bizDay)", "1:18 UnknownConvention", "Mon"],
  ["monthEnd |> shift(1, unit: week)", "1:28 UnsupportedUnit", "week"],
  ["w = week\nmonthEnd |> shift(1, unit: w)", "2:28 UnsupportedUnit", "w"],
  ["p = week span (_ => 2)\np |> first", "1:5 UnsupportedUnit", "week"],
  ["everyDay |> filter(d => dayNo(d) == [1, 15][monthNo(d)])", "1:45 IndexOutOfRange", "monthNo(d)"],
  ["bizDay |> last", "1:11 NoWindow", "last"],
  ["everyDay |> within(month) |> first(of: year)", "1:30 NoWindow", "first"],
  ["bizDay |> within(month) |> take(1, from: 2026-01-05)", "1:28 WindowedInput", "take"],
  ["(monthEnd |> at(T09:00)) & bizDay", "1:26 GridMismatch", "&"],
  ["monthEnd |> at(T09:00) |> roll(Following, on: bizDay)", "1:27 GridMismatch", "roll"],
  ['@JP tz: "UTC"\nbizDay', "2:1 GridMismatch", "bizDay"],
  ["everyDay |> within(month) |> nth(15) |> shift(-3, unit: bizDay)", "1:41 NotOnAxis", "shift"],
  ["[2026-03-05, 2026-03-01]", "1:14 BadDateList", "2026-03-01"],
  ["[2026-03-01] covering: 2027..2027", "1:2 BadDateList", "2026-03-01"],
  ["[1, 2] covering: 2026..", "1:8 BadDateList", "covering: 2026.."],
  ["[] covering: 2026..2025", "1:14 BadDateList", "2026..2025"],
  ['@JP tz: "Mars/Olympus"\neveryDay', "1:9 UnknownZone", '"Mars/Olympus"'],
  ['@JP tz: "+09:00"\neveryDay', "1:9 UnknownZone", '"+09:00"'],
  ['monthEnd |> at(T09:00, tz: "JST9")', "1:28 UnknownZone", '"JST9"'],
  ["@NY\n[2026-03-08T02:30]", "2:2 NonexistentLocalTime", "2026-03-08T02:30"],
  ["@NY\n[2026-11-01T01:30]", "2:2 AmbiguousLocalTime", "2026-11-01T01:30"],
  [
    "x = coincides(bizDay, day, 2027-01-05)\nx ? monthStart : monthEnd",
    "1:5 UndecidedMembership",
    "coincides(bizDay, day, 2027-01-05)"
  ]
]

describe("the place of an error", () => {
  it.each(places)("%j", (body, place, text) => {
    const error = errorOf(body)
    expect([placeOf(body), error.text]).toEqual([place, text])
  })

  it("is tested for every class but the limits, which have a test of their own", () => {
    const tested = new Set(places.map(([, place]) => place.split(" ")[1]))
    expect(errorClasses.filter((name) => !tested.has(name))).toEqual(["LimitExceeded"])
  })
})

describe("which error is told", () => {
  it("tokens come before grammar, grammar before evaluation", () => {
    expect(placeOf("nope |> )\n'")).toBe("2:1 BadCharacter")
    expect(placeOf("nope |> )")).toBe("1:9 UnexpectedToken")
    expect(placeOf("nope |> last")).toBe("1:1 UnknownName")
  })

  it("names and number of arguments come before their values", () => {
    expect(placeOf("everyDay |> stride(nope, to: 1)")).toBe("1:26 UnexpectedArgument")
    expect(placeOf("everyDay |> stride(nope)")).toBe("1:13 MissingArgument")
    expect(placeOf("everyDay |> stride(nope, from: nada)")).toBe("1:20 UnknownName")
  })

  it("earlier expressions count, definitions that nobody uses do not", () => {
    expect(placeOf("nope\nmonthEnd")).toBe("1:1 UnknownName")
    expect(() => errorOf("x = nope\nmonthEnd")).toThrow("no error")
  })
})

describe("sentences and hints", () => {
  it("say what to write instead", () => {
    const hints: ReadonlyArray<readonly [string, RegExp]> = [
      ["everyDay |> filter(d => ! d)", /not/],
      ["everyDay ¥ bizDay", /\\/],
      ["everyDay |> within（month）", /\(/],
      ["everyDay & [2026-02-30]", /2026-02-28/],
      ["monthEnd |> at(T24:00)", /T00:00/],
      ["everyDays |> first", /everyDay/],
      ["everyDay |> filter(d => weekday(d) == Monday)", /Mon Tue Wed/],
      ["everyDay |> filter(d => weekday(d) = Mon)", /==/],
      ["everyDay |> filter(d => weekday(d) == Mon && d == d)", /and/],
      ["everyDay |> filter(d -> d == d)", /=>/],
      ["monthEnd |> at(T9:00)", /T09:00/],
      ["everyDay |> filter(d => d < 2026-01-05)", /epochOrdinal/],
      ["everyDay |> filter(d => d in [2026-01-05])", /filter\(on:/],
      ["everyDay \\ 2026-12-31", /\[2026-12-31\]/],
      ["monthEnd |> shift(1, unit: week)", /7 \* n/],
      ["bizDay |> last", /within\(month\)/]
    ]
    for (const [body, hint] of hints) {
      const error = errorOf(body)
      expect([body, error.hint.ja, error.hint.en]).toEqual([
        body,
        expect.stringMatching(hint),
        expect.stringMatching(hint)
      ])
    }
  })

  it("show a cycle, and the first date off the axis", () => {
    expect(errorOf("x = y\ny = x\nx").sentence.en).toContain("x → y → x")
    // 1970-02-15 is the first 15th that is no weekday, but lies where holidays are unknown: 2026-02-15 is the first settled one.
    const off = errorOf("everyDay |> within(month) |> nth(15) |> shift(-3, unit: bizDay)")
    expect(off.sentence.ja).toContain("2026-02-15")
  })

  it("are short and steer no terminal, whatever they quote", () => {
    for (const body of [`@JP tz: "\u001b[2J${"x".repeat(7_000)}"\nmonthEnd`, "x".repeat(7_000)]) {
      const { hint, sentence, text } = errorOf(body)
      expect(text.length).toBeLessThanOrEqual(80)
      for (const part of [sentence.ja, sentence.en, hint.ja, hint.en]) {
        expect(part.length).toBeLessThanOrEqual(401)
        expect(part).not.toMatch(/\p{Cc}/u)
      }
    }
  })
})
