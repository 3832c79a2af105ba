import { describe, expect, it } from "@effect/vitest"
import * as Either from "effect/Either"
import * as fc from "fast-check"
import { gradeProgram } from "../../../../src/experiments/syntax-locality/grading/gradeProgram.js"
import type { Program, Statement } from "../../../../src/experiments/syntax-locality/lang/Ast.js"
import { programEvents } from "../../../../src/experiments/syntax-locality/lang/Events.js"
import {
  lexiconIds,
  lexiconOf,
  naturalLexicon
} from "../../../../src/experiments/syntax-locality/lang/Lexicon.js"
import {
  programLines,
  type RenderSpec,
  renderProgram
} from "../../../../src/experiments/syntax-locality/lang/Renderer.js"
import { type Style, styles } from "../../../../src/experiments/syntax-locality/lang/Syntax.js"
import type { Json } from "../../../../src/json/Json.js"
import { parseJson } from "../../../../src/json/JsonParser.js"
import { renderJson } from "../../../../src/json/JsonWriter.js"
import type { LlmResponse } from "../../../../src/llm/LlmResponse.js"
import { Gold } from "../../../../src/pipeline/Gold.js"
import { arbitraryObserved } from "../lang/arbitraryProgram.js"
import { reply } from "./reply.js"

/** As it comes out of `gold.jsonl`. */
const goldOf = (program: Program): Gold<Json> => {
  // A program is plain data of the saved shape.
  const row = { program: { body: program.body as unknown as Json } }
  return Gold.seal(Either.getOrThrow(parseJson(renderJson(row))))
}

const specOf = (style: Style): RenderSpec => ({ style, lexicon: naturalLexicon })

/** Two blocks, one inside the other, and one after them. */
const program: Program = {
  body: [
    { type: "let", variable: "x_a", value: 1048 },
    {
      type: "scope",
      kind: "unit",
      name: "n_qazwsxed",
      body: [
        {
          type: "scope",
          kind: "func",
          name: "n_plmoknij",
          body: [{ type: "let", variable: "x_a", value: 5916 }]
        },
        { type: "nop", payload: "p_abcdefgh" },
        { type: "nop", payload: "p_ijklmnop" }
      ]
    },
    { type: "scope", kind: "area", name: "n_uhbygvtf", body: [] }
  ]
}

const graded = (style: Style, text: string, rest: Partial<LlmResponse> = {}) =>
  gradeProgram(goldOf(program), reply(text, rest), specOf(style))

/** The right source in `style` with one text in it replaced. */
const changed = (style: Style, from: string, to: string): string => {
  const source = renderProgram(program, specOf(style))
  expect(source).toContain(from)
  return source.replace(from, to)
}

describe("a program in the asked notation", () => {
  it.each(styles)(
    "%s: the expected source is correct, and the same source in another notation is not",
    (style) => {
      expect(graded(style, renderProgram(program, specOf(style)))).toEqual({
        outcome: "correct",
        reason: null,
        auxiliaryCorrect: null,
        diagnostics: {}
      })
      for (const other of styles.filter((one) => one !== style)) {
        expect(graded(style, renderProgram(program, specOf(other))).outcome).toBe("invalid_generated_syntax")
      }
    }
  )

  it("is written as 4.1 has it, read off by hand", () => {
    const source = [
      "let x_a 1048",
      "unit n_qazwsxed",
      "func n_plmoknij",
      "let x_a 5916",
      "end func n_plmoknij",
      "nop p_abcdefgh",
      "nop p_ijklmnop",
      "end unit n_qazwsxed",
      "area n_uhbygvtf",
      "end area n_uhbygvtf"
    ]
    expect(graded("named_end", source.join("\n")).outcome).toBe("correct")
    expect(graded("named_end", `  ${source.join("  \r\n\r\n\t")}\r\n\r\n`).outcome).toBe("correct")
  })

  it("is not trimmed: a form feed is an error, and places count from the first character of the answer", () => {
    const source = renderProgram(program, specOf("braces"))
    for (const blank of ["\v", "\f", "\u00a0", "\ufeff"]) {
      expect(graded("braces", `${blank}${source}`)).toMatchObject({
        outcome: "invalid_generated_syntax",
        diagnostics: { parseError: "stray_character", line: 1, column: 1 }
      })
    }
    expect(graded("braces", `\n\n \n${source}\n}`).diagnostics).toMatchObject({
      parseError: "underflow",
      line: source.split("\n").length + 4
    })
  })

  it("M4 CRLF and a cut CRLF say the same", () => {
    for (const style of styles) {
      const source = renderProgram(program, specOf(style))
      expect(graded(style, `${source.replaceAll("\n", "\r\n")}\r`).outcome).toBe("correct")
    }
  })

  it("A9 is graded as the joined parts stand, wherever they were split", () => {
    const source = renderProgram(program, specOf("named_end"))
    const parts = [source.slice(0, 20), source.slice(20, 61), source.slice(61)]
    const response = { textPartLengths: parts.map(({ length }) => length) }
    expect(graded("named_end", parts.join(""), response).outcome).toBe("correct")
    expect(graded("named_end", parts.join("\n"), response).outcome).toBe("invalid_generated_syntax")
  })
})

describe("a source that is no program: the first parse error (specification 10.1, 10.6)", () => {
  const diagnostics = (parseError: string, parseErrorClass: string, line: number, column: number) => ({
    parseError,
    parseErrorClass,
    line,
    column
  })

  it.each<[Style, string, string, ReturnType<typeof diagnostics>]>([
    [
      "named_end",
      "end func n_plmoknij",
      "end func n_plmoknik",
      diagnostics("name_mismatch", "close_name", 5, 10)
    ],
    [
      "named_end",
      "end func n_plmoknij",
      "end func n_qazwsxed",
      diagnostics("name_mismatch", "close_name", 5, 10)
    ],
    [
      "named_end",
      "end func n_plmoknij",
      "end unit n_plmoknij",
      diagnostics("kind_mismatch", "close_kind", 5, 5)
    ],
    ["typed_end", "end func", "end unit", diagnostics("kind_mismatch", "close_kind", 5, 5)],
    [
      "padded_end",
      "end junk z_aaaaaaaa",
      "end junk z_aaaaaaab",
      diagnostics("suffix_mismatch", "other", 5, 10)
    ],
    ["generic_end", "end", "end func", diagnostics("extra_word", "other", 5, 5)],
    ["braces", "}", "", diagnostics("unclosed_block", "eof", 10, 2)],
    ["generic_end", "end\nnop", "nop", diagnostics("unclosed_block", "eof", 9, 4)],
    ["generic_end", "end\nnop", "end\nend\nend\nnop", diagnostics("underflow", "underflow", 7, 1)],
    [
      "named_end",
      "let x_a 1048",
      "Here it is:\nlet x_a 1048",
      diagnostics("unknown_statement", "extra_source", 1, 1)
    ],
    [
      "named_end",
      "let x_a 1048",
      "```\nlet x_a 1048",
      diagnostics("unknown_statement", "extra_source", 1, 1)
    ],
    ["named_end", "let x_a 1048", "let x_a 1048 …", diagnostics("stray_character", "extra_source", 1, 14)],
    [
      "named_end",
      "let x_a 1048",
      "let x_a 1048\nprobe q_abcdefgh x_a",
      diagnostics("probe_in_program", "extra_source", 2, 1)
    ],
    ["named_end", "n_uhbygvtf", "n_plmoknij", diagnostics("duplicate_name", "other", 9, 6)],
    [
      "named_end",
      "let x_a 1048",
      "let x_a 1048\nlet x_a 1049",
      diagnostics("duplicate_binding", "other", 2, 5)
    ],
    ["named_end", "let x_a 1048", "let x_a 01048", diagnostics("malformed_value", "other", 1, 9)]
  ])("%s, %j for %j", (style, from, to, expected) => {
    const grade = graded(style, changed(style, from, to))
    expect(grade.outcome).toBe("invalid_generated_syntax")
    expect(grade.diagnostics).toEqual(expected)
    expect(grade.reason).toMatch(new RegExp(`^line ${expected.line}, column ${expected.column}: `))
  })

  it("an answer of white space alone is no program, though the empty program has no text", () => {
    for (const text of ["", " ", "\r\n\t\v\f"]) {
      expect(graded("braces", text)).toMatchObject({
        outcome: "invalid_answer_format",
        reason: "empty answer"
      })
    }
    const empty = gradeProgram(goldOf({ body: [] }), reply(""), specOf("braces"))
    expect(empty.outcome).toBe("invalid_answer_format")
  })
})

describe("a program that is another one: the first difference", () => {
  it.each<[string, string, string, string]>([
    ["value", "let x_a 5916", "let x_a 5917", "1.0.0"],
    ["variable", "let x_a 5916", "let x_b 5916", "1.0.0"],
    ["payload", "p_ijklmnop", "p_ijklmnoq", "1.2"],
    ["order", "nop p_abcdefgh\nnop p_ijklmnop", "nop p_ijklmnop\nnop p_abcdefgh", "1.1"],
    ["missing_statement", "\nnop p_ijklmnop", "", "1.2"],
    ["extra_statement", "nop p_ijklmnop", "nop p_ijklmnop\nnop p_zzzzzzzz", "1.3"],
    ["statement", "nop p_abcdefgh", "let x_b 1000", "1.1"],
    ["kind", "area n_uhbygvtf", "func n_uhbygvtf", "2"],
    ["name", "area n_uhbygvtf", "area n_uhbygvtg", "2"]
  ])("%s", (astDifference, from, to, astPath) => {
    expect(graded("generic_end", changed("generic_end", from, to))).toEqual({
      outcome: "valid_syntax_wrong_ast",
      reason: `first difference: ${astDifference} at ${astPath}`,
      auxiliaryCorrect: null,
      diagnostics: { astDifference, astPath }
    })
  })

  it("a statement in another block is not the same program", () => {
    const moved = changed("generic_end", "end\nnop p_abcdefgh", "nop p_abcdefgh\nend")
    expect(graded("generic_end", moved).diagnostics).toEqual({
      astDifference: "extra_statement",
      astPath: "1.0.1"
    })
  })
})

describe("auxiliary score and replies that are no completed answer", () => {
  const source = renderProgram(program, specOf("typed_end"))

  it.each([
    [`\`\`\`\n${source}\n\`\`\``, 1],
    [`\`\`\`text\r\n${source.replaceAll("\n", "\r\n")}\r\n\`\`\`\r\n`, 1],
    [`\`\`\`\n${source}\nend\n\`\`\``, 0],
    [`\`\`\`\n${source}`, null],
    [`Here:\n\`\`\`\n${source}\n\`\`\``, null]
  ])("%j gives %s, and the fence is an error", (text, expected) => {
    const grade = graded("typed_end", text)
    expect(grade.auxiliaryCorrect).toBe(expected)
    expect(grade).toMatchObject({
      outcome: "invalid_generated_syntax",
      diagnostics: { parseError: "unknown_statement", line: 1, column: 1 }
    })
  })

  it("A2 A3 refusal and incomplete output are what they are, whatever the text", () => {
    expect(graded("typed_end", source, { refusals: ["no"] })).toMatchObject({
      outcome: "refusal",
      auxiliaryCorrect: null
    })
    const incomplete = (text: string) =>
      graded("typed_end", text, { status: "incomplete", incompleteReason: "max_output_tokens" })
    expect(incomplete(source)).toMatchObject({ outcome: "incomplete_output", auxiliaryCorrect: 1 })
    expect(incomplete(source.slice(0, -4))).toMatchObject({
      outcome: "incomplete_output",
      auxiliaryCorrect: 0
    })
  })

  it("a damaged gold answer is a defect", () => {
    for (const damaged of [
      null,
      { value: 1 },
      { program: [] },
      { program: { body: [{ type: "let" }] } }
    ] as const) {
      expect(() => gradeProgram(Gold.seal<Json>(damaged), reply("x"), specOf("braces"))).toThrow(TypeError)
    }
  })
})

/** Every style with every lexicon. */
const specs: ReadonlyArray<RenderSpec> = lexiconIds.flatMap((id) =>
  styles.map((style) => ({ style, lexicon: lexiconOf(id) }))
)

describe("any program", () => {
  /** With something in it, so that there is something to say. */
  const written = arbitraryObserved.filter(({ program: { body } }) => body.length > 0)

  it("is correct as its perfect source, in all styles and lexicons", () => {
    fc.assert(
      fc.property(written, (observed) => {
        const gold = goldOf(observed.program)
        for (const spec of specs) {
          expect(gradeProgram(gold, reply(renderProgram(observed.program, spec)), spec).outcome).toBe(
            "correct"
          )
        }
      }),
      { numRuns: 200 }
    )
  })

  it("has the right outcome for any single change of a label, a value, a name or the order", () => {
    const seen = new Map<string, number>()
    fc.assert(
      fc.property(written, fc.constantFrom(...specs), fc.nat(), (observed, spec, choice) => {
        const lines = programLines(observed.program, spec)
        const events = programEvents(observed.program)
        const line = choice % lines.length
        const event = events[line]
        const text = lines[line] ?? ""
        const edited = (replacement: ReadonlyArray<string>, count = 1) =>
          gradeProgram(
            goldOf(observed.program),
            reply(lines.toSpliced(line, count, ...replacement).join("\n")),
            spec
          )
        const expectOutcome = (
          what: string,
          found: ReturnType<typeof edited>,
          outcome: string,
          detail: object
        ) => {
          seen.set(what, (seen.get(what) ?? 0) + 1)
          expect(found, `${what}: ${text}`).toMatchObject({ outcome, diagnostics: detail })
        }
        const otherKind = (word: string): string =>
          [spec.lexicon.unit, spec.lexicon.func, spec.lexicon.area].find((kind) => kind !== word) ?? ""

        if (event?.type === "close") {
          const [end = "", kind = "", name = ""] = text.split(" ")
          if (spec.style === "named_end") {
            const wrongName = edited([`${end} ${kind} n_zzzzzzzz`])
            expectOutcome("close name", wrongName, "invalid_generated_syntax", {
              parseErrorClass: "close_name"
            })
            const wrongKind = edited([`${end} ${otherKind(kind)} ${name}`])
            expectOutcome("close kind", wrongKind, "invalid_generated_syntax", {
              parseErrorClass: "close_kind"
            })
          }
          if (spec.style === "typed_end") {
            const wrongKind = edited([`${end} ${otherKind(kind)}`])
            expectOutcome("close kind", wrongKind, "invalid_generated_syntax", {
              parseErrorClass: "close_kind"
            })
          }
          if (spec.style === "padded_end") {
            const wrongSuffix = edited([`${end} junk z_aaaaaaab`])
            expectOutcome("suffix", wrongSuffix, "invalid_generated_syntax", {
              parseError: "suffix_mismatch"
            })
          }
          // One closing too few or too many shows at once under named endings, and by the end at the latest.
          expectOutcome("dropped", edited([]), "invalid_generated_syntax", {})
          expectOutcome("doubled", edited([text, text]), "invalid_generated_syntax", {})
        } else if (event?.type === "let") {
          const value = 1000 + ((event.value - 1000 + 1) % 9000)
          const found = edited([text.replace(/[0-9]+$/, String(value))])
          expectOutcome("value", found, "valid_syntax_wrong_ast", { astDifference: "value" })
        } else if (event?.type === "open" && spec.style !== "named_end") {
          const renamed = edited([text.replace(/n_[a-z]{8}/, "n_zzzzzzzz")])
          expectOutcome("name", renamed, "valid_syntax_wrong_ast", { astDifference: "name" })
        } else if (event?.type === "open") {
          const renamed = edited([text.replace(/n_[a-z]{8}/, "n_zzzzzzzz")])
          expectOutcome("open name", renamed, "invalid_generated_syntax", { parseErrorClass: "close_name" })
        }
        const next = events[line + 1]
        const simple = (one: typeof next) => one?.type === "let" || one?.type === "nop"
        if (simple(event) && simple(next) && text !== lines[line + 1]) {
          const found = edited([lines[line + 1] ?? "", text], 2)
          expectOutcome("order", found, "valid_syntax_wrong_ast", { astDifference: "order" })
        }
      }),
      { numRuns: 5_000 }
    )
    for (const what of [
      "close name",
      "close kind",
      "suffix",
      "dropped",
      "doubled",
      "value",
      "name",
      "open name",
      "order"
    ])
      expect(seen.get(what), what).toBeGreaterThan(20)
  })
})

describe("hostile answers", () => {
  const lines = (count: number, line: (index: number) => string): string =>
    Array.from({ length: count }, (_, index) => line(index)).join("\n")
  const letters = (index: number): string =>
    [...String(index).padStart(8, "0")].map((digit) => String.fromCharCode(97 + Number(digit))).join("")

  it.each([
    ["100,000 nested opens", lines(100_000, (index) => `unit n_${letters(index)}`)],
    ["100,000 closes", lines(100_000, () => "end")],
    ["100,000 blocks", lines(100_000, (index) => `unit n_${letters(index)}\nend`)],
    ["100,000 nops", lines(100_000, (index) => `nop p_${letters(index)}`)],
    ["one line of 200 kB", "a".repeat(200_000)],
    ["a line of 100,000 words", "unit ".repeat(100_000)],
    ["200 kB of line feeds", "\n".repeat(200_000)],
    ["200 kB that is not ASCII", "😀".repeat(50_000)],
    ["66,000 fences", "```\n".repeat(66_000)]
  ])("%s are graded at once", (_, text) => {
    const started = performance.now()
    const grade = graded("generic_end", text)
    expect(grade.outcome).toMatch(/^(invalid_generated_syntax|valid_syntax_wrong_ast|invalid_answer_format)$/)
    expect((grade.reason ?? "").length).toBeLessThan(300)
    expect(performance.now() - started).toBeLessThan(2_000)
  })

  it("100,000 siblings in another order are compared in reasonable time", () => {
    const body: ReadonlyArray<Statement> = Array.from({ length: 100_000 }, (_, index) => ({
      type: "nop",
      payload: `p_${letters(index)}`
    }))
    const source = renderProgram({ body: body.toReversed() }, specOf("braces"))
    const started = performance.now()
    expect(gradeProgram(goldOf({ body }), reply(source), specOf("braces")).diagnostics).toEqual({
      astDifference: "order",
      astPath: "0"
    })
    expect(performance.now() - started).toBeLessThan(5_000)
  })
})
