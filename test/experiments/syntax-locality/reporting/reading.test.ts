import { describe, expect, it } from "@effect/vitest"
import type { ScoreRow } from "../../../../src/records/ScoreRow.js"
import { fileOf, reportInput, runReport, schedule, scoreRow } from "./scores.js"

const letters = { B: "generic_end", C: "typed_end", D: "named_end", E: "padded_end" } as const

/** One family a column: `{ B: "10", D: "11" }` has B right in f0 only and D right in both. */
const scoresOf = (results: Partial<Record<keyof typeof letters, string>>): ReadonlyArray<ScoreRow> =>
  schedule(
    (["B", "C", "D", "E"] as const).flatMap((letter) =>
      [...(results[letter] ?? "")].map((result, index) =>
        scoreRow({ family: `f${index}`, style: letters[letter] }, result === "1" ? "correct" : "wrong_answer")
      )
    )
  )

/** Section 1 of a main run. */
const summary = (scores: ReadonlyArray<ScoreRow>, preset = "main"): string => {
  const text = fileOf(runReport(reportInput(scores, { protocol: { preset } })), "report.md")
  return text.slice(text.indexOf("## 1."), text.indexOf("## 2."))
}

const more = "D was answered correctly more often than B in this sample"
const less = "D was answered correctly less often than B in this sample"
const equal = "No difference between D and B was observed"
const cause = "It does not show that shorter dependencies are the cause."

describe("what the primary comparison lets one say", () => {
  it("follows the sign, whichever way it falls, and claims no cause", () => {
    const up = summary(scoresOf({ B: "100", D: "110" }))
    expect(up).toContain(more)
    expect(up).toContain(cause)
    const down = summary(scoresOf({ B: "110", D: "100" }))
    expect(down).toContain(less)
    expect(down).toContain("No failure was removed.")
    const level = summary(scoresOf({ B: "100", D: "010" }))
    expect(level).toContain(equal)
    expect(level).toContain("That does not show that they are equivalent.")
    for (const [text, own] of [
      [up, more],
      [down, less],
      [level, equal]
    ] as const) {
      expect([more, less, equal].filter((sentence) => text.includes(sentence))).toEqual([own])
    }
  })

  it("without an interval says nothing on chance", () => {
    expect(summary(scoresOf({ B: "100", D: "110" }))).toContain(
      "without an interval, this report does not say whether that is more than chance"
    )
  })

  it("takes the controls into account", () => {
    const padded = "E, whose long endings name nothing, did at least as well as D"
    const named = "D was also ahead of C"
    expect(summary(scoresOf({ B: "100", D: "110", E: "110", C: "110" }))).toContain(padded)
    expect(summary(scoresOf({ B: "100", D: "110", E: "110", C: "110" }))).not.toContain(named)
    expect(summary(scoresOf({ B: "100", D: "110", E: "100", C: "100" }))).not.toContain(padded)
    expect(summary(scoresOf({ B: "100", D: "110", E: "100", C: "100" }))).toContain(named)
    expect(summary(scoresOf({ B: "110", D: "100", E: "110", C: "000" }))).not.toMatch(/E, whose|also ahead/)
  })

  it("tells ceiling and floor", () => {
    expect(summary(scoresOf({ B: "111", D: "111" }))).toContain("Every style is at the ceiling")
    expect(summary(scoresOf({ B: "000", D: "000" }))).toContain("Every style is at the floor")
    expect(summary(scoresOf({ B: "111", D: "110" }))).not.toMatch(/ceiling|floor/)
  })

  it("calls a pilot exploratory", () => {
    expect(summary(scoresOf({ B: "100", D: "110" }), "pilot")).toContain("A pilot is exploratory")
    expect(summary(scoresOf({ B: "100", D: "110" }))).not.toContain("exploratory")
  })

  it("asks to examine infrastructure missingness above 1 %", () => {
    const hundred = (missing: number) =>
      schedule(
        Array.from({ length: 50 }, (_, index) => `f${index}`).flatMap((family, index) => [
          scoreRow({ family, style: "generic_end" }, "correct"),
          scoreRow({ family, style: "named_end" }, index < missing ? "transport_failure" : "correct")
        ])
      )
    expect(summary(hundred(1))).not.toContain("missing by infrastructure")
    expect(summary(hundred(2))).toContain("More than 1 % of the planned trials are missing by infrastructure")
  })
})
