import { describe, expect, it } from "@effect/vitest"
import * as Either from "effect/Either"
import * as fc from "fast-check"
import { decodeConfig } from "../../../../src/experiments/syntax-locality/Config.js"
import { styles } from "../../../../src/experiments/syntax-locality/lang/Syntax.js"
import { assess } from "../../../../src/experiments/syntax-locality/planning/assess.js"
import type { JsonObject } from "../../../../src/json/Json.js"
import type { ScoredRun } from "../../../../src/pipeline/Planning.js"
import { outcomes } from "../../../../src/records/Outcome.js"
import type { ScoreRow } from "../../../../src/records/ScoreRow.js"
import { page, tableUnder } from "../../../docs/pages.js"
import { settingsOf } from "../plans.js"
import { scoreRow } from "../reporting/scores.js"
import { block, gridOf, pilot } from "./pilots.js"

const found = (run: ScoredRun) => Either.getOrThrowWith(assess(run), (error) => error)
const verdictOf = (scores: ReadonlyArray<ScoreRow>, overlay: JsonObject = {}) =>
  found(pilot(scores, overlay)).json["verdict"]

/** The first `wrong` of 100 blocks have a mistake of one style. */
const mistakes = (wrong: number, answers: string): ReadonlyArray<ScoreRow> =>
  Array.from({ length: 100 }, (_, index) =>
    block({ family: `f${index}` }, index < wrong ? answers : "11111")
  ).flat()

describe("the rule of difficulty (specification 7.3a)", () => {
  it("is too easy where every style is right 98 % of the time or more, and not where one is below", () => {
    expect(verdictOf(mistakes(2, "00000"))).toBe("too_easy")
    expect(verdictOf(mistakes(2, "01111"))).toBe("too_easy")
    // 97 of 100 for A. Each of its 3 mistakes makes 4 discordant pairs of 1,000 in all: 1.2 %.
    expect(verdictOf(mistakes(3, "01111"))).toBe("few_disagreements")
  })

  it("finds few disagreements up to 2 % of the pairs, whatever the accuracy", () => {
    // 30 blocks that nobody answers; one of 5 right makes 4 of 10 pairs discordant: 5 blocks are 20 of 1,000, 6 are 24.
    const hard = (uneven: number) =>
      Array.from({ length: 100 }, (_, index) =>
        block({ family: `f${index}` }, index < 30 ? "00000" : index < 30 + uneven ? "00100" : "11111")
      ).flat()
    expect(verdictOf(hard(5))).toBe("few_disagreements")
    expect(verdictOf(hard(6))).toBe("suitable")
  })

  it("is too hard where every style is right 2 % of the time or less, and more difficulty is not advised there", () => {
    const run = pilot(
      Array.from({ length: 100 }, (_, index) =>
        block({ family: `f${index}` }, index < 2 ? "11111" : "00000")
      ).flat()
    )
    expect(found(run).json).toMatchObject({ verdict: "too_hard", next: null })
  })

  it("counts missing answers in no accuracy and no pair", () => {
    const { json } = found(pilot([...block({ family: "a" }, "1x10x"), ...block({ family: "b" }, "xxxxx")]))
    expect(json["suites"]).toMatchObject([
      { planned: 10, evaluable: 3, accuracy: 2 / 3, pairs: 3, discordantPairs: 2 }
    ])
    expect(verdictOf(block({ family: "b" }, "xxxxx"))).toBe("undecided")
  })

  it("advises the specification's next grid on new families, which a plan accepts", () => {
    const { json, lines } = found(pilot(mistakes(0, "")))
    const next = {
      seedNamespace: "pilot-harder",
      grid: { depth: [8, 16, 32], fillerStatements: [128, 512, 2048] }
    }
    expect(json["next"]).toEqual(next)
    expect(lines.at(-1)).toBe(JSON.stringify(next))
    const { grid } = settingsOf("pilot")
    const config = { version: 1, ...settingsOf("pilot"), ...next, grid: { ...grid, ...next.grid } }
    expect(Either.isRight(decodeConfig(config as unknown as JsonObject))).toBe(true)
  })

  it("keeps it as a result where the harder grid is too easy, too", () => {
    const grid = { depth: [8, 16, 32], fillerStatements: [128, 512, 2048], seedsPerCell: 4 }
    const { json, lines } = found(pilot(mistakes(0, ""), { grid, seedNamespace: "pilot-harder" }))
    expect(json).toMatchObject({
      verdict: "too_easy",
      next: null,
      tried: { grid, seedNamespace: "pilot-harder" }
    })
    expect(lines.join("\n")).toContain("a result to keep")
  })

  it("decides by scope_lookup after the closings, and leaves generation out", () => {
    const place = { family: "f" }
    const { json } = found(
      pilot([
        ...block({ ...place, view: "before_close" }, "01010"),
        ...block({ ...place, task: "ast_to_source", view: "complete" }, "01010"),
        ...block(place, "11111")
      ])
    )
    expect(json).toMatchObject({ verdict: "too_easy", decidedBy: "scope_lookup/after_close" })
    expect(json["suites"]).toMatchObject([
      { view: "after_close", difficulty: "too_easy" },
      { view: "before_close", difficulty: "suitable" }
    ])
  })

  it("is refused for smoke and main, and where nothing is read", () => {
    for (const preset of ["smoke", "main"] as const)
      expect(Either.isLeft(assess(pilot(mistakes(0, ""), {}, preset)))).toBe(true)
    const writing = block({ task: "ast_to_source", view: "complete" }, "11111")
    expect(assess(pilot(writing))).toMatchObject({ _tag: "Left", left: { _tag: "RunConflict" } })
  })

  it("writes the fields that docs/run-directory.md names", () => {
    const names = tableUnder(page("docs/run-directory.md"), "`assessment.json`")
    const { json } = found(pilot(mistakes(0, "")))
    expect([...names].sort()).toEqual(Object.keys(json).sort())
  })

  it("says synthetic_mock where a simulated model answered", () => {
    const simulated = mistakes(0, "").map((row) => ({ ...row, synthetic_mock: true }))
    expect(found(pilot(simulated))).toMatchObject({ json: { synthetic_mock: true } })
    expect(found(pilot(simulated)).lines[0]).toContain("synthetic_mock")
    expect(found(pilot(mistakes(0, ""))).json).toMatchObject({ synthetic_mock: false })
  })
})

describe("blindness of the rule", () => {
  const places = ["scope_lookup", "active_stack"].flatMap((task) =>
    (["before_close", "after_close"] as const).flatMap((view) =>
      Array.from({ length: 6 }, (_, index) => ({ task: task as "scope_lookup", view, family: `f${index}` }))
    )
  )
  const scores = fc
    .array(
      fc.array(fc.constantFrom(...outcomes.filter((one) => one !== "not_dispatched")), {
        minLength: 5,
        maxLength: 5
      }),
      {
        minLength: places.length,
        maxLength: places.length
      }
    )
    .map((drawn) =>
      places.flatMap((place, index) =>
        styles.map((style, arm) => scoreRow({ ...place, style }, drawn[index]?.[arm] ?? "refusal"))
      )
    )
  const mostlyRight = fc
    .array(fc.tuple(fc.nat(places.length - 1), fc.nat(4)), { maxLength: 4 })
    .map((wrong) =>
      places.flatMap((place, index) =>
        styles.map((style, arm) =>
          scoreRow(
            { ...place, style },
            wrong.some(([at, one]) => at === index && one === arm) ? "wrong_answer" : "correct"
          )
        )
      )
    )
  const permutation = fc.shuffledSubarray([...styles], { minLength: 5, maxLength: 5 })

  const relabel = (rows: ReadonlyArray<ScoreRow>, names: ReadonlyArray<string>): ReadonlyArray<ScoreRow> =>
    rows.map((row) => {
      const style = names[styles.map(String).indexOf(String(row.factors["style"]))] ?? ""
      return { ...row, factors: { ...row.factors, style } }
    })

  it("all that is found is the same when the styles change their names", () => {
    fc.assert(
      fc.property(fc.oneof(scores, mostlyRight), permutation, (rows, names) => {
        expect(found(pilot(relabel(rows, names)))).toEqual(found(pilot(rows)))
      })
    )
  })

  it("no style is named", () => {
    const { json, lines } = found(
      pilot(gridOf((_depth, _filler, _regime, number) => (number === 0 ? "01010" : "11111")))
    )
    expect(JSON.stringify(json) + lines.join("\n")).not.toMatch(new RegExp([...styles, "D−B"].join("|")))
  })
})
