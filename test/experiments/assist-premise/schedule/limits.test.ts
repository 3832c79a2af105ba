import { describe, expect, it } from "@effect/vitest"
import * as Either from "effect/Either"
import { limits } from "../../../../src/experiments/assist-premise/schedule/limits.js"
import { evaluate, pointsOf } from "./support.js"

/** Ends with an answer or a tagged error, and within a time that no honest body needs a tenth of. */
const outcome = (body: string, from?: string, to?: string): string => {
  const start = process.cpuUsage()
  const found = evaluate(body, from, to)
  const { system, user } = process.cpuUsage(start)
  expect((user + system) / 1_000).toBeLessThan(20_000)
  return Either.match(found, {
    onLeft: (error) => error.class,
    onRight: ({ points }) => `${points.length} points`
  })
}

const times = (count: number, part: (index: number) => string, separator = ""): string =>
  Array.from({ length: count }, (_, index) => part(index)).join(separator)

describe("a body within the limits", () => {
  it("may have exactly as many characters, tokens and definitions as they say", () => {
    const comment = (length: number) => `monthEnd#${"x".repeat(length - 9)}`
    expect(outcome(comment(limits.characters))).toBe("12 points")
    expect(outcome(comment(limits.characters + 1))).toBe("LimitExceeded")
    expect(outcome(`monthEnd#${"𠮷".repeat(limits.characters - 9)}`)).toBe("12 points")

    const separators = (tokens: number) => `monthEnd${";".repeat(tokens - 1)}`
    expect(outcome(separators(limits.tokens))).toBe("12 points")
    expect(outcome(separators(limits.tokens + 1))).toBe("LimitExceeded")

    const definitions = (count: number) => `${times(count, (i) => `a${i} = 1;`)} monthEnd`
    expect(outcome(definitions(limits.definitions))).toBe("12 points")
    expect(outcome(definitions(limits.definitions + 1))).toBe("LimitExceeded")
  })

  it.each(["(", "f("])("may nest %s as deep as they say", (open) => {
    const nested = (depth: number) => `f(x) = x\n${open.repeat(depth)}monthEnd${")".repeat(depth)}`
    expect(outcome(nested(limits.nesting))).toBe("12 points")
    expect(outcome(nested(limits.nesting + 1))).toBe("LimitExceeded")
  })

  it("may write long sums and long alternatives, which are not deep", () => {
    expect(outcome(`everyDay |> filter(d => dayNo(d) == ${times(500, () => "0", " + ")} + 1)`)).toBe(
      "12 points"
    )
    expect(outcome(`everyDay |> filter(d => ${times(100, (i) => `dayNo(d) == ${i}`, " or ")})`)).toBe(
      "365 points"
    )
    expect(outcome(times(300, () => "monthEnd", " | "))).toBe("12 points")
    expect(outcome(`monthEnd${times(200, () => " |> within(month) |> last")}`)).toBe("12 points")
  })
})

describe("a body beyond the limits is refused, and soon", () => {
  const hostile: ReadonlyArray<readonly [name: string, body: string]> = [
    ["brackets", "(".repeat(1_900)],
    ["lists", "[".repeat(1_900)],
    ["lambdas", `${"x => ".repeat(600)}1`],
    ["not", `everyDay |> filter(d => ${"not ".repeat(500)}d == d)`],
    ["signs", `everyDay |> filter(d => ${"- ".repeat(500)}1 == 1)`],
    ["choices", `everyDay |> filter(d => ${"d == d ? d == d : ".repeat(200)}d == d)`],
    ["calls of calls", `f = x => x\nf${"(f)".repeat(500)}`],
    [
      "functions that double the work",
      `f0(x) = x\n${times(60, (i) => `f${i + 1}(x) = f${i}(x) + f${i}(x)`, "\n")}\neveryDay |> filter(d => f60(1) == 0)`
    ],
    ["a filter in a filter", "everyDay |> filter(d => coincides((everyDay |> filter(e => e != d)), day, d))"],
    [
      "a schedule made anew for every day",
      "everyDay |> filter(d => coincides((everyDay |> stride(2, from: d)) | everyDay, day, d))"
    ],
    [
      "filters inside filters, through definitions",
      `a0 = monthEnd\n${times(110, (i) => `a${i + 1} = everyDay |> filter(d => coincides(a${i}, day, d))`, "\n")}\na110`
    ],
    ["a second's steps", "everyInstant |> strideBy(1s, from: 1970-01-01)"],
    [
      "many hours",
      `${times(80, (i) => `a${i} = hour |> within(day)`, "\n")}\n${times(80, (i) => `a${i}`, " | ")}`
    ],
    ["a range of all years", "[0001-01-01..9999-12-31]"],
    ["many zones", times(12, (i) => `@JP tz: "Etc/GMT+${i + 1}"\nmonthEnd`, "\n")],
    [
      "many week starts in many zones",
      times(
        4,
        (z) =>
          times(4, (i) => `@JP tz: "Etc/GMT+${z}" wkst: ${["Mon", "Tue", "Wed", "Thu"][i]}\nmonthEnd`, "\n"),
        "\n"
      )
    ]
  ]

  it.each(hostile)("%s", (_, body) => {
    expect(outcome(body)).toBe("LimitExceeded")
  })

  it("a result of more than ten thousand points", () => {
    expect(outcome("hour", "2026-01-01", "2027-01-01")).toBe("8760 points")
    expect(outcome("hour", "2026-01-01", "2028-01-01")).toBe("LimitExceeded")
  })

  it("long chains of definitions end in an answer or a refusal", () => {
    const chain = (count: number) =>
      `a0 = monthEnd\n${times(count, (i) => `a${i + 1} = (((((a${i}) | a${i}) & a${i}) \\ []covering: ..) |> roll(Following, on: a${i}))`, "\n")}\na${count}`
    expect(["12 points", "LimitExceeded"]).toContain(outcome(chain(40)))
    const steps = `a0 = last\n${times(190, (i) => `a${i + 1} = a${i}`, "\n")}\neveryDay |> within(month) |> a190`
    expect(outcome(steps)).toBe("12 points")
    const functions = `f0(x) = x\n${times(190, (i) => `f${i + 1}(x) = f${i}(x)`, "\n")}\nf190(monthEnd)`
    expect(["12 points", "LimitExceeded"]).toContain(outcome(functions))
  })
})

describe("numbers that no honest body has", () => {
  const digits = "9".repeat(400)
  it.each([
    [`everyDay |> stride(${digits}, from: 2026-01-05)`, "BadCount"],
    [`monthEnd |> shift(${digits}, unit: day)`, "BadCount"],
    [`monthEnd |> shift(${"9".repeat(30)}, unit: day)`, "0 points"],
    [`monthEnd |> shift(-${"9".repeat(30)}, unit: bizDay)`, "NotOnAxis"],
    [`everyDay |> shift(-${"9".repeat(30)}, unit: everyDay)`, "0 points"],
    [`everyDay |> take(${"9".repeat(30)}, from: 2026-12-01)`, "31 points"],
    [`everyInstant |> strideBy(${"9".repeat(30)}d, from: 2026-01-05)`, "1 points"],
    [`everyInstant |> strideBy(${digits}h, from: 2026-01-05)`, "BadCount"],
    [`everyInstant |> strideBy(${digits}d, from: 2026-01-05)`, "BadCount"],
    [`everyInstant |> strideBy(7d, from: 0000-01-01)`, "52 points"],
    [`everyInstant |> strideBy(30h, from: 0000-01-01)`, "292 points"],
    [`p = day span (_ => ${digits})\np |> first`, "BadCount"],
    [`p = day span (_ => ${"9".repeat(30)})\np |> first`, "0 points"],
    [`p = month span (_ => 1) phase: ${"9".repeat(30)}\np |> first`, "0 points"],
    [`everyDay |> within(month) |> nth(${"9".repeat(30)})`, "0 points"],
    [`[9999-12-31] |> shift(1, unit: day)`, "0 points"],
    [`everyDay |> filter(d => [1][0 / 0] == 1)`, "IndexOutOfRange"],
    [`everyDay |> filter(d => 1 / 0 == -1 / 0 or 0 / 0 == 0 / 0)`, "0 points"]
  ])("case %#", (body, expected) => {
    expect(outcome(body)).toBe(expected)
  })
})

it("the range may reach from 1970 to 2199", () => {
  expect(pointsOf("yearStart", "1970-01-01", "2199-12-31")).toHaveLength(230)
})
