import { describe, expect, it } from "@effect/vitest"
import type { Task } from "../../../../src/experiments/syntax-locality/Factors.js"
import type { Style } from "../../../../src/experiments/syntax-locality/lang/Syntax.js"
import { expectedAnswer } from "../../../../src/experiments/syntax-locality/reporting/expectedAnswer.js"
import type { Json } from "../../../../src/json/Json.js"
import { Gold } from "../../../../src/pipeline/Gold.js"
import type { Outcome } from "../../../../src/records/Outcome.js"
import type { ScoreRow } from "../../../../src/records/ScoreRow.js"
import { fileOf, parseCsv, reportInput, runReport, schedule, scoreRow } from "./scores.js"

const program = {
  body: [
    { type: "let", variable: "x_a", value: 1048 },
    { type: "scope", kind: "unit", name: "n_qazwsxed", body: [] }
  ]
}

const answers: Readonly<Record<Task, Json>> = {
  scope_lookup: { value: 5916, activeScopes: [] },
  active_stack: { activeScopes: ["n_qazwsxed", "n_plmoknij"], closedScopes: ["n_uhbygvtf"] },
  ast_to_source: { program }
}

/** A row of another task than the handmade ones, in its one view here. */
const rowOf = (
  task: Task,
  place: Parameters<typeof scoreRow>[0],
  outcome: Outcome,
  rest: Partial<ScoreRow> = {}
) => {
  const row = scoreRow(place, outcome, rest)
  const view = task === "ast_to_source" ? "complete" : "after_close"
  return {
    ...row,
    trialId: `${task.length}${row.trialId.slice(2)}`,
    goldId: task,
    factors: { ...row.factors, task, view }
  }
}

const reportOf = (rows: ReadonlyArray<ScoreRow>) =>
  runReport({ ...reportInput(schedule(rows)), gold: (goldId) => Gold.seal(answers[goldId as Task]) })

/** The cells of the row of `style` in the table whose head begins with `head`. */
const cellsOf = (report: string, head: string, style: string): ReadonlyArray<string> => {
  const lines = report.split("\n")
  const table = lines.slice(lines.findIndex((line) => line.startsWith(`| ${head}`)))
  const row = table.find((line) => line.startsWith(`| ${style}`)) ?? ""
  return row
    .split("|")
    .slice(2, -1)
    .map((cell) => cell.trim())
}

describe("expectedAnswer", () => {
  const asked = (task: Task, style: Style, lexicon: "natural" | "nonce-1") => ({
    task,
    style,
    lexicon
  })

  it("writes each task's answer as a model should have written it", () => {
    expect(expectedAnswer(asked("scope_lookup", "braces", "natural"), Gold.seal(answers.scope_lookup))).toBe(
      "5916"
    )
    expect(expectedAnswer(asked("active_stack", "braces", "natural"), Gold.seal(answers.active_stack))).toBe(
      '["n_qazwsxed", "n_plmoknij"]'
    )
    expect(
      expectedAnswer(asked("ast_to_source", "named_end", "natural"), Gold.seal(answers.ast_to_source))
    ).toBe("let x_a 1048\nunit n_qazwsxed\nend unit n_qazwsxed")
    expect(
      expectedAnswer(asked("ast_to_source", "braces", "nonce-1"), Gold.seal(answers.ast_to_source))
    ).toBe("hjt x_a 1048\njxzl n_qazwsxed {\n}")
    expect(expectedAnswer(asked("ast_to_source", "braces", "natural"), undefined)).toBe(null)
  })
})

describe("the report of the tasks of p1", () => {
  it("counts, of stacks, the answers with a mistake of each sort, and the mean of names too many", () => {
    const none = {
      elementDifference: 0,
      missingNames: 0,
      closedNames: 0,
      unknownNames: 0,
      repeatedNames: 0,
      misordered: 0
    }
    const wrong = (family: string, diagnostics: object) =>
      rowOf("active_stack", { family }, "wrong_answer", { diagnostics: { ...none, ...diagnostics } })
    const rows = [
      rowOf("active_stack", { family: "f1" }, "correct", { diagnostics: none }),
      wrong("f2", { elementDifference: 3, closedNames: 2, unknownNames: 1 }),
      wrong("f3", { elementDifference: -1, missingNames: 2, closedNames: 1, misordered: 1 }),
      rowOf("active_stack", { family: "f4" }, "invalid_answer_format"),
      rowOf("active_stack", { family: "f5" }, "transport_failure"),
      rowOf("active_stack", { family: "f1", style: "generic_end" }, "refusal")
    ]
    const report = fileOf(reportOf(rows), "report.md")
    // arrays, mean difference (0 + 3 - 1) / 3, then missing, closed, unknown, repeated, out of order
    expect(cellsOf(report, "style         | arrays |", "D named_end")).toEqual([
      "3",
      "0.67",
      "1",
      "2",
      "1",
      "0",
      "1"
    ])
    expect(cellsOf(report, "style         | arrays |", "B generic_end")).toEqual([
      "0",
      "NA",
      "0",
      "0",
      "0",
      "0",
      "0"
    ])
  })

  it("tells, of programs, valid syntax apart from the right program, and the first errors", () => {
    const invalid = (family: string, parseErrorClass: string) =>
      rowOf("ast_to_source", { family }, "invalid_generated_syntax", { diagnostics: { parseErrorClass } })
    const rows = [
      rowOf("ast_to_source", { family: "f1" }, "correct"),
      rowOf("ast_to_source", { family: "f2" }, "valid_syntax_wrong_ast"),
      invalid("f3", "close_name"),
      invalid("f4", "close_name"),
      invalid("f5", "close_kind"),
      invalid("f6", "eof"),
      rowOf("ast_to_source", { family: "f7" }, "incomplete_output"),
      rowOf("ast_to_source", { family: "f8" }, "refusal"),
      rowOf("ast_to_source", { family: "f9" }, "api_rejected")
    ]
    const report = fileOf(reportOf(rows), "report.md")
    expect(cellsOf(report, "style       | valid syntax |", "D named_end")).toEqual([
      "25.0%",
      "12.5%",
      "1",
      "1",
      "2",
      "1",
      "0",
      "0",
      "0"
    ])
    expect(report).toContain("**ast_to_source / complete**")
  })

  it("shows with each failed program the correct one in its own notation", () => {
    const input = {
      ...reportInput(
        schedule([
          rowOf("ast_to_source", { style: "named_end" }, "invalid_generated_syntax", {
            answerExcerpt: "unit n_qazwsxed"
          }),
          rowOf("ast_to_source", { style: "generic_end" }, "correct")
        ])
      ),
      gold: () => Gold.seal(answers.ast_to_source),
      transcript: reportInput([]).transcript
    }
    const report = fileOf(runReport(input), "report.md")
    expect(report).toContain("the correct program stands with each answer, in its notation.")
    expect(report).toContain(
      "Correct program:\n\n```text\nlet x_a 1048\nunit n_qazwsxed\nend unit n_qazwsxed\n```"
    )
    expect(report).toContain("Correct program:\n\n```text\nlet x_a 1048\nunit n_qazwsxed\nend\n```")
  })

  it("writes a program into one cell of errors.csv", () => {
    const output = reportOf([rowOf("ast_to_source", { style: "typed_end" }, "refusal")])
    expect(parseCsv(fileOf(output, "errors.csv"))).toMatchObject([
      { task: "ast_to_source", view: "complete", expected: "let x_a 1048\nunit n_qazwsxed\nend unit" }
    ])
  })

  it("names the output limit of programs where programs are written, and only there", () => {
    const rows = [rowOf("ast_to_source", {}, "correct")]
    const protocol = { maxOutputTokensGeneration: 16384 }
    const withPrograms = runReport({
      ...reportInput(schedule(rows), { protocol }),
      gold: () => Gold.seal(answers.ast_to_source)
    })
    expect(fileOf(withPrograms, "report.md")).toMatch(/output limit of programs, tokens +\| 16384/)
    const lookups = fileOf(
      runReport(reportInput(schedule([scoreRow({}, "correct")]), { protocol })),
      "report.md"
    )
    expect(lookups).not.toContain("output limit of programs")
    expect(lookups).not.toContain("valid syntax")
  })

  it("has the same bytes for any order of the scores", () => {
    const rows = schedule([
      rowOf("ast_to_source", { family: "f1" }, "correct"),
      rowOf("active_stack", { family: "f1" }, "wrong_answer", { diagnostics: { elementDifference: 1 } }),
      rowOf("scope_lookup", { family: "f1" }, "correct")
    ])
    const input = { ...reportInput(rows), gold: (goldId: string) => Gold.seal(answers[goldId as Task]) }
    expect(runReport({ ...input, scores: rows.toReversed() })).toEqual(runReport(input))
  })
})
