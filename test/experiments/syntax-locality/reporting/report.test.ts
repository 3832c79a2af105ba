import { readFileSync } from "node:fs"
import { describe, expect, it, vi } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import fc from "fast-check"
import { report } from "../../../../src/experiments/syntax-locality/reporting/report.js"
import type { ScoreRow } from "../../../../src/records/ScoreRow.js"
import { handmade } from "./handmade.js"
import { fileOf, reportInput, runReport, schedule, scoreRow } from "./scores.js"

const golden = readFileSync(new URL("../../../golden/syntax-locality-report.md", import.meta.url), "utf8")

const reportOf = (scores: ReadonlyArray<ScoreRow>, preset = "pilot"): string =>
  fileOf(runReport(reportInput(scores, { protocol: { preset } })), "report.md")

const headlineOf = (scores: ReadonlyArray<ScoreRow>, preset = "pilot"): string =>
  runReport(reportInput(scores, { protocol: { preset } })).headline

describe("the report of a small hand-made run", () => {
  it("is the golden file, whose figures the comment of handmade.ts computes", () => {
    expect(fileOf(runReport(reportInput(handmade)), "report.md")).toBe(golden)
  })

  it("has the ten sections of the specification in their order", () => {
    expect(golden.match(/^## .*$/gm)).toEqual([
      "## 1. Run state and summary",
      "## 2. Conditions, protocol hash, model, dates",
      "## 3. Planned, dispatched and evaluable trials, families, missing trials",
      "## 4. Primary comparison D−B and paired effect",
      "## 5. Accuracy, truncation and usage of the five notations",
      "## 6. By lexical regime, depth and filler",
      "## 7. Exploratory contrasts",
      "## 8. Reading and generation",
      "## 9. Failure examples",
      "## 10. Limits and candidates for the next experiment"
    ])
  })

  it("has a headline for a terminal", () => {
    expect(runReport(reportInput(handmade)).headline.split("\n")).toEqual([
      "accuracy       scope_lookup/after_close",
      "A braces       62.5% (5/8)",
      "B generic_end  50.0% (4/8)",
      "C typed_end    62.5% (5/8)",
      "D named_end    71.4% (5/7)",
      "E padded_end   57.1% (4/7)",
      "scope_lookup/after_close: D−B = +37.5 pp on 3 of 4 families; 95 % interval +25.0 pp to +50.0 pp (1 to 2 families per stratum, 3 discordant families); interval too narrow to trust"
    ])
  })

  it("H12 has the same bytes for any order of the scores", () => {
    const original = runReport(reportInput(handmade))
    fc.assert(
      fc.property(fc.shuffledSubarray([...handmade], { minLength: handmade.length }), (shuffled) => {
        expect(runReport(reportInput(shuffled))).toEqual(original)
      }),
      { numRuns: 20 }
    )
  })

  it("H12 asks nothing of time zone or locale", () => {
    const original = runReport(reportInput(handmade))
    const forbidden = () => {
      throw new Error("a report may not ask for this")
    }
    vi.stubEnv("TZ", "Asia/Tokyo")
    vi.spyOn(String.prototype, "localeCompare").mockImplementation(forbidden)
    vi.spyOn(String.prototype, "toLocaleUpperCase").mockImplementation(forbidden)
    vi.spyOn(Number.prototype, "toLocaleString").mockImplementation(forbidden)
    vi.spyOn(Date.prototype, "toString").mockImplementation(forbidden)
    vi.spyOn(Date.prototype, "getTimezoneOffset").mockImplementation(forbidden)
    vi.spyOn(Intl, "NumberFormat").mockImplementation(forbidden)
    vi.spyOn(Intl, "DateTimeFormat").mockImplementation(forbidden)
    vi.spyOn(Intl, "Collator").mockImplementation(forbidden)
    const again = runReport(reportInput(handmade))
    vi.restoreAllMocks()
    vi.unstubAllEnvs()
    expect(again).toEqual(original)
  })
})

describe("what must be said before any figure", () => {
  const complete = schedule(["generic_end", "named_end"].map((style) => scoreRow({ style }, "correct")))

  it("one synthetic row is enough for the banner, in the report and on the terminal", () => {
    const mixed = complete.map((row, index) => ({ ...row, synthetic_mock: index === 1 }))
    expect(reportOf(mixed)).toContain("> synthetic_mock=true.")
    expect(headlineOf(mixed)).toContain("synthetic_mock=true.")
    expect(reportOf(mixed)).toContain("No reading is offered: the answers are simulated.")
    expect(reportOf(complete)).not.toContain("synthetic_mock=true")
    expect(headlineOf(complete)).not.toContain("synthetic")
  })

  it("an unfinished run is provisional; what was not dispatched is missing and not wrong", () => {
    const unfinished = schedule([
      ...complete,
      scoreRow({ family: "f2", style: "generic_end" }, "not_dispatched"),
      scoreRow({ family: "f2", style: "named_end" }, "not_dispatched")
    ])
    const text = reportOf(unfinished, "main")
    expect(text).toContain("> Provisional. 2 of 4 planned trials were not dispatched;")
    expect(text).toContain(
      "2 of 4 planned trials were dispatched. 2 of them can be judged, 2 of those are correct."
    )
    expect(text).toContain("interval not_computed (the run is provisional)")
    expect(headlineOf(unfinished)).toContain("Provisional.")
    expect(reportOf(complete, "main")).not.toContain("rovisional")
  })

  it("smoke is not a sample for conclusions", () => {
    const text = reportOf(complete, "smoke")
    expect(text).toContain("> Smoke. ")
    expect(text).toContain("interval not_computed (smoke is not a sample for conclusions)")
    expect(text).toContain("No reading is offered: smoke is not a sample for conclusions.")
    expect(headlineOf(complete, "smoke")).toContain("Smoke. ")
  })

  it("its one link leads from a folder in runs/ to a section that exists", () => {
    const [, target = "", anchor = ""] = /\]\(([^)#]+)#([^)]+)\)/.exec(golden) ?? []
    const page = readFileSync(new URL(target, new URL("../../../../runs/some-run/", import.meta.url)), "utf8")
    const anchors = [...page.matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) =>
      title.toLowerCase().replaceAll(" ", "-")
    )
    expect(anchors).toContain(anchor)
  })

  it("no figure is ever less than a number", () => {
    expect(golden).not.toMatch(/NaN|Infinity|undefined/)
  })

  it("an undefined estimate says why", () => {
    const text = reportOf(
      schedule([
        ...complete,
        scoreRow({ family: "f2", depth: 4, style: "generic_end" }, "transport_failure"),
        scoreRow({ family: "f2", depth: 4, style: "named_end" }, "correct")
      ])
    )
    expect(text).toContain(
      "D−B is undefined on 1 of 2 families: 1 of 2 planned strata have no available family"
    )
  })

  it("a run without the primary view, or without D, says so", () => {
    const before = schedule(
      ["generic_end", "named_end"].map((style) => scoreRow({ style, view: "before_close" }, "correct"))
    )
    expect(reportOf(before)).toContain(
      "The primary comparison (scope_lookup, after_close, D−B) was not planned in this run."
    )
    expect(reportOf(before)).toContain("**scope_lookup / before_close** (exploratory)")
    const withoutD = schedule(["braces", "generic_end"].map((style) => scoreRow({ style }, "correct")))
    expect(reportOf(withoutD)).toContain("D and B were not both planned.")
    expect(reportOf(withoutD)).toContain("No other contrast was planned.")
  })

  it("an empty run has a report", () => {
    expect(reportOf([])).toContain("All 0 planned trials were dispatched.")
  })
})

describe("alarms", () => {
  const pairs = (b: Parameters<typeof scoreRow>[1], d: Parameters<typeof scoreRow>[1]) =>
    schedule(
      ["f1", "f2"].flatMap((family) => [
        scoreRow({ family, style: "generic_end" }, b),
        scoreRow({ family, style: "named_end" }, d)
      ])
    )

  it("M4 a condition without one correct answer raises an alarm", () => {
    const text = reportOf(pairs("correct", "invalid_answer_format"))
    expect(text).toContain(
      "**Alarm.** scope_lookup / after_close / natural / D named_end: none of 2 answers is correct"
    )
    expect(text).not.toContain("B generic_end: none of")
    expect(headlineOf(pairs("correct", "invalid_answer_format"))).toContain("ALARM scope_lookup")
  })

  it("M4 a condition without one answer to judge, and a view without one match, raise alarms", () => {
    const text = reportOf(pairs("correct", "decode_failure"))
    expect(text).toContain("D named_end: none of 2 dispatched trials has an answer to judge")
    expect(text).toContain("scope_lookup / after_close: no family has a D and a B answer to compare")
  })

  it("M4 one regime that fails as a whole is not hidden by the other", () => {
    const scores = schedule(
      (["natural", "nonce"] as const).flatMap((regime) =>
        ["generic_end", "named_end"].map((style) =>
          scoreRow(
            { regime, style },
            regime === "nonce" && style === "generic_end" ? "wrong_answer" : "correct"
          )
        )
      )
    )
    expect(headlineOf(scores).match(/^ALARM .*$/gm)).toEqual([
      "ALARM scope_lookup / after_close / nonce / B generic_end: none of 1 answers is correct; read some of them in errors.csv before taking this for the model's failure"
    ])
  })

  it("M4 trials that were not dispatched, and one correct answer, raise none", () => {
    expect(headlineOf(pairs("not_dispatched", "not_dispatched"))).not.toContain("ALARM")
    expect(headlineOf(handmade)).not.toContain("ALARM")
  })
})

it("a score of another experiment is a damaged record", () => {
  const [row] = schedule([scoreRow({}, "correct")])
  const result = Effect.runSync(
    Effect.either(report(reportInput(row === undefined ? [] : [{ ...row, factors: { problem: "p1" } }])))
  )
  expect(Either.isLeft(result) && result.left).toMatchObject({
    _tag: "DamagedRecord",
    path: "scores.jsonl",
    line: 1
  })
})
