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

/** The first `right` of 40 families. */
const many = (right: number): string => "1".repeat(right) + "0".repeat(40 - right)

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

  it("H3 says nothing on chance where the interval is too narrow, or where no draw differs from another", () => {
    expect(summary(scoresOf({ B: "100", D: "110" }))).toContain(
      "the interval is too narrow to trust, so this report does not say whether that is more than chance"
    )
    const identical = summary(scoresOf({ B: "000", D: "111" }))
    expect(identical).toContain(
      "D−B = +100.0 pp on 3 of 3 families; no interval, because every bootstrap draw gave the same difference (3 families per stratum, 3 discordant families)"
    )
    expect(identical).toContain(
      "every bootstrap draw gave the same difference, which shows a lack of evidence, so this report does not say whether that is more than chance"
    )
  })

  it("takes the controls into account where D is ahead of B", () => {
    const tiedWithE = "D and E, whose long endings name nothing, are statistically tied"
    const behindE = "E, whose long endings name nothing, did better than D"
    const named = "D was also ahead of C"
    const ahead = { B: many(20), D: many(34) }
    // E right in 6 others and wrong in 6: 12 discordant families, no difference.
    const asE = `${"0".repeat(6)}${"1".repeat(34)}`
    expect(summary(scoresOf({ ...ahead, E: asE, C: many(20) }))).toContain(tiedWithE)
    expect(summary(scoresOf({ ...ahead, E: asE, C: many(20) }))).toContain(named)
    expect(summary(scoresOf({ B: many(0), D: many(20), E: many(40), C: asE }))).toContain(behindE)
    expect(summary(scoresOf({ ...ahead, E: many(20), C: asE }))).not.toMatch(/E, whose|also ahead/)
    // The same where D is not ahead of B: nothing to explain.
    expect(summary(scoresOf({ B: many(34), D: many(34), E: asE, C: many(20) }))).not.toMatch(
      /E, whose|also ahead/
    )
  })

  it("says better, worse or tied by where the interval lies", () => {
    const up = summary(scoresOf({ B: many(20), D: many(34) }))
    expect(up).toContain(`${more}, and the whole interval of D−B lies above 0.`)
    const down = summary(scoresOf({ B: many(34), D: many(20) }))
    expect(down).toContain(`${less}, and the whole interval of D−B lies below 0.`)
    // D is right where B is wrong in 6 families, and wrong where B is right in 7.
    const tied = summary(scoresOf({ B: many(20), D: `${"0".repeat(7)}${"1".repeat(19)}${"0".repeat(14)}` }))
    expect(tied).toContain("D and B are statistically tied: the interval of D−B holds 0.")
    expect(tied).toContain("That does not show that they are equivalent.")
    for (const text of [up, down, tied]) {
      expect(text).not.toMatch(/more than chance|too narrow/)
      expect([more, less, "statistically tied"].filter((words) => text.includes(words))).toHaveLength(1)
    }
  })

  it("says so where missing trials could turn the sign, or stand before a claim", () => {
    // B right in 20, D in 34 of 40: 14 families for D. With 20 more that lost their D answer the bounds are (14 − 20)/60 and 14/60.
    const lost = schedule([
      ...scoresOf({ B: many(20), D: many(34) }),
      ...Array.from({ length: 20 }, (_, index) => `lost${index}`).flatMap((family) => [
        scoreRow({ family, style: "generic_end" }, "correct"),
        scoreRow({ family, style: "named_end" }, "transport_failure")
      ])
    ])
    expect(summary(lost)).toContain(
      "The missing trials by themselves could turn the sign of D−B: over all planned families it lies between -10.0 pp and +23.3 pp."
    )
    expect(summary(lost)).toContain("lies above 0, as far as the missing trials allow that to be said.")
    expect(summary(scoresOf({ B: many(20), D: many(34) }))).not.toContain("missing trials")
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
