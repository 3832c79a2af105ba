import { describe, expect, it } from "@effect/vitest"
import type { ScoreRow } from "../../../../src/records/ScoreRow.js"
import { fileOf, type Place, reportInput, runReport, schedule, scoreRow } from "./scores.js"

/** 40 families of one task and view: the first `b` of B and the first `d` of D are correct. 14 between them make a sure difference. */
const suite = (place: Place, b: number, d: number): ReadonlyArray<ScoreRow> =>
  Array.from({ length: 40 }, (_, index) => ({ ...place, family: `${place.task}-${index}` })).flatMap(
    (at, index) => [
      scoreRow({ ...at, style: "generic_end" }, index < b ? "correct" : "wrong_answer"),
      scoreRow({ ...at, style: "named_end" }, index < d ? "correct" : "wrong_answer")
    ]
  )

const lookup: Place = { task: "scope_lookup", view: "after_close" }
const stack: Place = { task: "active_stack", view: "after_close" }
const source: Place = { task: "ast_to_source", view: "complete" }

const better = (place: Place) => suite(place, 20, 34)
const worse = (place: Place) => suite(place, 34, 20)
/** Six families for D, seven for B. */
const tied = (place: Place) =>
  suite(place, 20, 26).map((row, index) =>
    index % 2 === 1 && index < 14 ? { ...row, outcome: "wrong_answer" as const, correct: 0 as const } : row
  )

const section = (rows: ReadonlyArray<ScoreRow>, preset = "main"): string => {
  const input = reportInput(schedule(rows), { protocol: { preset }, gold: () => undefined })
  const text = fileOf(runReport(input), "report.md")
  return text.slice(text.indexOf("## 8."), text.indexOf("## 9."))
}

describe("reading and generation together", () => {
  it("a cue for the reader and a burden for the writer, or the reverse", () => {
    const cue = section([...better(lookup), ...tied(stack), ...worse(source)])
    expect(cue).toContain("Exploratory: D is ahead of B in reading and behind it in generation.")
    expect(cue).toContain("Labels may help whoever reads them and burden whoever has to write them.")
    expect(cue).toMatch(/\| ast_to_source \/ complete +\| +-35\.0 pp \| +-50\.0 pp to -20\.0 pp \|/)
    expect(section([...worse(lookup), ...worse(stack), ...better(source)])).toContain(
      "D is behind B in reading and ahead of it in generation"
    )
  })

  it("the same direction, no difference, or one of each", () => {
    expect(section([...better(lookup), ...better(source)])).toContain(
      "D is ahead of B in reading and in generation alike."
    )
    expect(section([...tied(lookup), ...tied(source)])).toContain(
      "no difference between D and B was detected in reading or in generation, which does not show that there is none."
    )
    expect(section([...better(lookup), ...tied(source)])).toContain(
      "D is ahead of B in reading and statistically tied with B in generation. That one differs and the other is tied does not show that the two differ from each other."
    )
  })

  it("nothing where reading tasks disagree, or where an interval cannot be relied on", () => {
    const silence = "the intervals do not tell whether reading and generation go together"
    expect(section([...better(lookup), ...worse(stack), ...worse(source)])).toContain(silence)
    expect(section([...better(lookup), ...suite(source, 25, 20)])).toContain(silence)
    expect(section([...better(lookup), ...suite(source, 0, 40)])).toContain(silence)
  })

  it("nothing of simulated answers, of smoke, or without both kinds of tasks", () => {
    const rows = [...better(lookup), ...worse(source)]
    const simulated = rows.map((row) => ({ ...row, synthetic_mock: true }))
    for (const text of [section(simulated), section(rows, "smoke")]) {
      expect(text).toContain("ast_to_source / complete")
      expect(text).not.toMatch(/Exploratory|ahead|behind/)
    }
    expect(section([...better(lookup), ...better(stack)])).toContain(
      "Reading and generation were not both planned: nothing is said of one against the other."
    )
    expect(section(better(lookup))).toContain(
      "Only scope_lookup was planned: nothing is said about generation."
    )
  })
})
