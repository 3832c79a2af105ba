import { describe, expect, it } from "@effect/vitest"
import fc from "fast-check"
import { gradeLookup } from "../../../../src/experiments/syntax-locality/grading/gradeLookup.js"
import { type Json, JsonNumber } from "../../../../src/json/Json.js"
import { Gold } from "../../../../src/pipeline/Gold.js"
import { reply } from "./reply.js"

const gold = (value: Json) => Gold.seal<Json>({ value, activeScopes: ["n_qazwsxed", "n_plmoknij"] })

const outcomeOf = (text: string, value: Json = 5916) => gradeLookup(gold(value), reply(text)).outcome

describe("the whole answer is one decimal integer", () => {
  it.each([
    ["5916", "correct"],
    [" 5916\r\n", "correct"],
    ["\t\v\f\n5916 ", "correct"],
    ["8604", "wrong_answer"],
    ["-5916", "wrong_answer"],
    ["0", "wrong_answer"],
    ["answer: 5916", "invalid_answer_format"],
    ["5916.", "invalid_answer_format"],
    ["5916 5916", "invalid_answer_format"],
    ["5916\n5916", "invalid_answer_format"],
    ["+5916", "invalid_answer_format"],
    ["05916", "invalid_answer_format"],
    ["5916.0", "invalid_answer_format"],
    ["5,916", "invalid_answer_format"],
    ["5.916e3", "invalid_answer_format"],
    ["0x171c", "invalid_answer_format"],
    ["５９１６", "invalid_answer_format"],
    ["5916\u200b", "invalid_answer_format"],
    ["\u00a05916", "invalid_answer_format"],
    ["\ufeff5916", "invalid_answer_format"],
    ["5916\u2028", "invalid_answer_format"],
    ["-0", "invalid_answer_format"],
    ["- 5916", "invalid_answer_format"],
    ["**5916**", "invalid_answer_format"],
    ["`5916`", "invalid_answer_format"],
    ['"5916"', "invalid_answer_format"],
    ["", "invalid_answer_format"],
    [" \r\n", "invalid_answer_format"]
  ])("%j is %s", (text, outcome) => {
    expect(outcomeOf(text)).toBe(outcome)
  })

  it("says why an answer has no valid form", () => {
    const reasonOf = (text: string) => gradeLookup(gold(5916), reply(text)).reason
    expect(reasonOf(" ")).toBe("empty answer")
    expect(reasonOf("x")).toBe("not one decimal integer")
    expect(reasonOf("```\n5916\n```")).toBe("inside a code fence")
    expect(reasonOf("8604")).toBe(null)
  })

  it("compares integers of any length exactly, where floats would round", () => {
    // 2^53 and 2^53 + 1 are the same double.
    expect(outcomeOf("9007199254740993", new JsonNumber("9007199254740993"))).toBe("correct")
    expect(outcomeOf("9007199254740992", new JsonNumber("9007199254740993"))).toBe("wrong_answer")
    expect(outcomeOf(`1${"0".repeat(400)}`, 5916)).toBe("wrong_answer")
    expect(outcomeOf("0", 0)).toBe("correct")
    expect(outcomeOf("-17", -17)).toBe("correct")
  })

  it("agrees with integer equality for every canonical integer", () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.integer(), (answer, value) => {
        expect(outcomeOf(String(answer), value)).toBe(answer === BigInt(value) ? "correct" : "wrong_answer")
        expect(outcomeOf(String(value), value)).toBe("correct")
      })
    )
  })

  it("reads the end of a very long answer of white space in linear time", () => {
    expect(outcomeOf(`5916${" ".repeat(2_000_000)}x`)).toBe("invalid_answer_format")
  })
})

describe("auxiliary score: one code fence around the whole answer", () => {
  const auxiliary = (text: string) => gradeLookup(gold(5916), reply(text)).auxiliaryCorrect

  it.each([
    ["```\n5916\n```", 1],
    ["```text\n5916\n```", 1],
    ["\r\n```\r\n5916\r\n```\r\n", 1],
    ["````\n5916\n`````", 1],
    ["```\n\n 5916 \n\n```", 1],
    ["```\n8604\n```", 0],
    ["```\nanswer: 5916\n```", 0],
    ["```\n```", 0],
    ["5916", null],
    ["```5916```", null],
    ["`5916`", null],
    ["The answer:\n```\n5916\n```", null],
    ["```\n5916\n```\nDone.", null],
    ["```\n5916", null],
    ["````\n5916\n```", null],
    ["```\n5916\n```\n```\n5916\n```", null],
    ["~~~\n5916\n~~~", null],
    ["", null],
    ["```", null]
  ])("%j gives %s", (text, expected) => {
    expect(auxiliary(text)).toBe(expected)
  })

  it("never changes the strict outcome", () => {
    expect(outcomeOf("```\n5916\n```")).toBe("invalid_answer_format")
  })
})

describe("replies that are not a completed answer", () => {
  it("A2 a refusal is a refusal, whatever text stands beside it", () => {
    const grade = gradeLookup(gold(5916), reply("5916", { refusals: ["no"] }))
    expect(grade).toEqual({
      outcome: "refusal",
      reason: "refusal: no",
      auxiliaryCorrect: null,
      diagnostics: {}
    })
  })

  it("A3 incomplete output is never correct; its text has the auxiliary score", () => {
    const incomplete = (text: string) =>
      gradeLookup(gold(5916), reply(text, { status: "incomplete", incompleteReason: "max_output_tokens" }))
    expect(incomplete(" 5916\n")).toMatchObject({
      outcome: "incomplete_output",
      reason: "max_output_tokens",
      auxiliaryCorrect: 1
    })
    expect(incomplete("59").auxiliaryCorrect).toBe(0)
    expect(incomplete("").auxiliaryCorrect).toBe(0)
  })

  it("A3 refusal comes before incomplete", () => {
    expect(gradeLookup(gold(5916), reply("", { status: "incomplete", refusals: ["no"] })).outcome).toBe(
      "refusal"
    )
  })

  it("I1 cutting a quoted refusal leaves no half of a surrogate pair", () => {
    // The pair stands at code units 119 and 120, where the quotation is cut.
    const reason = gradeLookup(gold(5916), reply("", { refusals: [`${"a".repeat(119)}😀b`] })).reason ?? ""
    expect(reason).toBe(`refusal: ${"a".repeat(119)}…`)
    expect(reason.isWellFormed()).toBe(true)
  })

  it("A3 a failed response must not be graded", () => {
    expect(() => gradeLookup(gold(5916), reply("5916", { status: "failed" }))).toThrow(TypeError)
  })

  it("a gold answer that is not an integer is a defect", () => {
    for (const value of [null, "5916", 1.5, new JsonNumber("1.5"), [5916]]) {
      expect(() => gradeLookup(gold(value), reply("5916"))).toThrow(TypeError)
    }
    expect(() => gradeLookup(Gold.seal<Json>(5916), reply("5916"))).toThrow(TypeError)
  })
})
