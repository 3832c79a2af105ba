import { describe, expect, it } from "@effect/vitest"
import fc from "fast-check"
import { gradeStack } from "../../../../src/experiments/syntax-locality/grading/gradeStack.js"
import { stackText } from "../../../../src/experiments/syntax-locality/lang/stackText.js"
import type { Json } from "../../../../src/json/Json.js"
import type { LlmResponse } from "../../../../src/llm/LlmResponse.js"
import { Gold } from "../../../../src/pipeline/Gold.js"
import { reply } from "./reply.js"

/** The example of specification 4.2, where n_uhbygvtf is closed. */
const open = ["n_qazwsxed", "n_plmoknij"]
const gold = Gold.seal<Json>({ activeScopes: open, closedScopes: ["n_uhbygvtf"] })

const graded = (text: string, rest: Partial<LlmResponse> = {}) => gradeStack(gold, reply(text, rest))

const outcomeOf = (text: string): string => graded(text).outcome

describe("the whole answer is one JSON array of strings", () => {
  it.each([
    ['["n_qazwsxed", "n_plmoknij"]', "correct"],
    ['["n_qazwsxed","n_plmoknij"]', "correct"],
    ['\r\n\t\v\f [ "n_qazwsxed" ,\r\n"n_plmoknij" ] \n', "correct"],
    ['["n_qazwsxed", "n_plmokni\\u006a"]', "correct"],
    ['["n_plmoknij", "n_qazwsxed"]', "wrong_answer"],
    ['["n_qazwsxed", "n_plmoknij", "n_uhbygvtf"]', "wrong_answer"],
    ['["n_qazwsxed"]', "wrong_answer"],
    ["[]", "wrong_answer"],
    ['["n_qazwsxed", "n_plmoknij "]', "wrong_answer"],
    ['["n_qazwsxed", "N_PLMOKNIJ"]', "wrong_answer"],
    ['[""]', "wrong_answer"],
    ['["n_qazwsxed", "n_plmoknij",]', "invalid_answer_format"],
    ["['n_qazwsxed', 'n_plmoknij']", "invalid_answer_format"],
    ["[n_qazwsxed, n_plmoknij]", "invalid_answer_format"],
    ['"n_qazwsxed", "n_plmoknij"', "invalid_answer_format"],
    ['["n_qazwsxed", "n_plmoknij"] ["n_qazwsxed", "n_plmoknij"]', "invalid_answer_format"],
    ['The answer is ["n_qazwsxed", "n_plmoknij"]', "invalid_answer_format"],
    ['["n_qazwsxed", "n_plmoknij"].', "invalid_answer_format"],
    ['{"names": ["n_qazwsxed", "n_plmoknij"]}', "invalid_answer_format"],
    ['[["n_qazwsxed", "n_plmoknij"]]', "invalid_answer_format"],
    ['["n_qazwsxed", 1]', "invalid_answer_format"],
    ['["n_qazwsxed", null]', "invalid_answer_format"],
    ['"n_qazwsxed"', "invalid_answer_format"],
    ["n_qazwsxed\nn_plmoknij", "invalid_answer_format"],
    ["null", "invalid_answer_format"],
    ['\ufeff["n_qazwsxed", "n_plmoknij"]', "invalid_answer_format"],
    ['\u00a0["n_qazwsxed", "n_plmoknij"]', "invalid_answer_format"],
    ['["n_qazwsxed", "n_plmoknij"]\u200b', "invalid_answer_format"],
    ['["n_qazwsxed", "n_plmoknij\n"]', "invalid_answer_format"],
    ['["n_qazwsxed", "\\ud83d"]', "invalid_answer_format"],
    ['["n_qazwsxed", "n_plmoknij"', "invalid_answer_format"],
    ["", "invalid_answer_format"],
    [" \r\n\v", "invalid_answer_format"]
  ])("%j is %s", (text, outcome) => {
    expect(outcomeOf(text)).toBe(outcome)
  })

  it("an empty stack is an empty array and nothing else", () => {
    const empty = (text: string) =>
      gradeStack(Gold.seal<Json>({ activeScopes: [], closedScopes: [] }), reply(text)).outcome
    expect(empty("[]")).toBe("correct")
    expect(empty(" [ ] ")).toBe("correct")
    expect(empty("")).toBe("invalid_answer_format")
    expect(empty('["global"]')).toBe("wrong_answer")
  })

  it("says why an answer has no valid form, and never quotes it", () => {
    expect(graded(" ").reason).toBe("empty answer")
    expect(graded('["a",]').reason).toBe(
      "not JSON: a comma must be followed by another element (line 1, column 5)"
    )
    expect(graded('{"a": []}').reason).toBe("JSON, but not an array of strings")
    expect(graded("```json\n[]\n```").reason).toBe("inside a code fence")
  })
})

describe("diagnostics (specification 10.6)", () => {
  const diagnosticsOf = (...names: ReadonlyArray<string>) => graded(JSON.stringify(names)).diagnostics
  const none = {
    elementDifference: 0,
    missingNames: 0,
    closedNames: 0,
    unknownNames: 0,
    repeatedNames: 0,
    misordered: 0
  }

  it.each([
    ["right", ["n_qazwsxed", "n_plmoknij"], {}],
    [
      "a closed block more",
      ["n_qazwsxed", "n_plmoknij", "n_uhbygvtf"],
      { elementDifference: 1, closedNames: 1 }
    ],
    ["a closed for an open one", ["n_qazwsxed", "n_uhbygvtf"], { missingNames: 1, closedNames: 1 }],
    ["one too few", ["n_plmoknij"], { elementDifference: -1, missingNames: 1 }],
    ["none", [], { elementDifference: -2, missingNames: 2 }],
    ["the other way round", ["n_plmoknij", "n_qazwsxed"], { misordered: 1 }],
    ["an invented name", ["n_qazwsxed", "n_plmoknik"], { missingNames: 1, unknownNames: 1 }],
    ["global", ["global", "n_qazwsxed", "n_plmoknij"], { elementDifference: 1, unknownNames: 1 }],
    ["one twice", ["n_qazwsxed", "n_plmoknij", "n_qazwsxed"], { elementDifference: 1, repeatedNames: 1 }],
    [
      "everything at once",
      ["n_plmoknij", "n_plmoknij", "x", "n_uhbygvtf", "n_qazwsxed"],
      { elementDifference: 3, closedNames: 1, unknownNames: 1, repeatedNames: 1, misordered: 1 }
    ]
  ] as const)("%s", (_, names, expected) => {
    expect(diagnosticsOf(...names)).toEqual({ ...none, ...expected })
  })

  it("are told in the reason of a wrong answer, and are absent where no names were given", () => {
    expect(graded('["n_plmoknij", "n_uhbygvtf", "n_qazwsxed", "x", "x"]').reason).toBe(
      "1 closed, 2 unknown, out of order"
    )
    expect(graded('["n_plmoknij"]').reason).toBe("1 missing")
    expect(graded("x").diagnostics).toEqual({})
    expect(graded("", { refusals: ["no"] }).diagnostics).toEqual({})
  })

  it("are all zero exactly for the right answer, and add up, whatever the names", () => {
    const names = fc.constantFrom("n_aaaaaaaa", "n_bbbbbbbb", "n_cccccccc", "n_dddddddd", "n_eeeeeeee")
    fc.assert(
      fc.property(fc.array(names, { maxLength: 6 }), fc.uniqueArray(names), fc.nat(5), (answer, all, cut) => {
        const [active, closed] = [all.slice(0, cut), all.slice(cut)]
        const sealed = Gold.seal<Json>({ activeScopes: active, closedScopes: closed })
        const { outcome, diagnostics } = gradeStack(sealed, reply(stackText(answer)))
        const right = answer.join() === active.join()
        expect(outcome).toBe(right ? "correct" : "wrong_answer")
        const { elementDifference, missingNames, closedNames, unknownNames, repeatedNames } = diagnostics
        expect(Object.values(diagnostics).every((value) => value === 0)).toBe(right)
        expect(
          Number(closedNames) + Number(unknownNames) + Number(repeatedNames) - Number(missingNames)
        ).toBe(elementDifference)
        expect(closedNames).toBe(answer.filter((name) => closed.includes(name)).length)
        expect(unknownNames).toBe(answer.filter((name) => !all.includes(name)).length)
        expect(missingNames).toBe(active.filter((name) => !answer.includes(name)).length)
      }),
      { numRuns: 2_000 }
    )
  })
})

describe("auxiliary score and replies that are no completed answer", () => {
  it.each([
    ['```json\n["n_qazwsxed", "n_plmoknij"]\n```', 1],
    ['```\r\n["n_qazwsxed",\r\n"n_plmoknij"]\r\n```\r\n', 1],
    ['```json\n["n_plmoknij"]\n```', 0],
    ["```json\n```", 0],
    ['["n_qazwsxed", "n_plmoknij"]', null],
    ['Here:\n```json\n["n_qazwsxed", "n_plmoknij"]\n```', null]
  ])("%j gives %s, and never changes the outcome", (text, expected) => {
    expect(graded(text).auxiliaryCorrect).toBe(expected)
    if (expected !== null) expect(outcomeOf(text)).toBe("invalid_answer_format")
  })

  it("A2 a refusal is a refusal, whatever text stands beside it", () => {
    expect(graded(stackText(open), { refusals: ["no"] })).toEqual({
      outcome: "refusal",
      reason: "refusal: no",
      auxiliaryCorrect: null,
      diagnostics: {}
    })
  })

  it("A3 incomplete output is never correct; its text has the auxiliary score", () => {
    const incomplete = (text: string) =>
      graded(text, { status: "incomplete", incompleteReason: "max_output_tokens" })
    expect(incomplete(stackText(open))).toMatchObject({ outcome: "incomplete_output", auxiliaryCorrect: 1 })
    expect(incomplete('["n_qazwsxed", "n_pl').auxiliaryCorrect).toBe(0)
  })

  it("a damaged gold answer is a defect", () => {
    for (const damaged of [
      null,
      [],
      { activeScopes: open },
      { activeScopes: [1], closedScopes: [] }
    ] as const) {
      expect(() => gradeStack(Gold.seal<Json>(damaged), reply("[]"))).toThrow(TypeError)
    }
  })
})

describe("hostile answers", () => {
  it.each([
    ["100,000 nested arrays", "[".repeat(100_000)],
    ["200,000 unclosed strings", '["'.repeat(100_000)],
    ["40,000 names", stackText(Array.from({ length: 40_000 }, (_, index) => `n_${index}`))],
    ["one name of 200 kB", stackText(["n".repeat(200_000)])],
    ["200 kB of white space", `${" ".repeat(200_000)}x`],
    ["66,000 fences", "```\n".repeat(66_000)]
  ])("%s are graded at once", (_, text) => {
    const started = performance.now()
    expect(graded(text).outcome).toMatch(/^(wrong_answer|invalid_answer_format)$/)
    expect(performance.now() - started).toBeLessThan(1_000)
  })

  it("a name of the prototype is a name like any other", () => {
    expect(graded('["__proto__", "constructor", "n_qazwsxed"]').diagnostics).toMatchObject({
      unknownNames: 2,
      missingNames: 1
    })
  })
})
