import { describe, expect, it } from "@effect/vitest"
import { lexiconIds, lexiconOf } from "../../../../src/experiments/syntax-locality/lang/Lexicon.js"
import { styles } from "../../../../src/experiments/syntax-locality/lang/Syntax.js"
import { describeSyntax } from "../../../../src/experiments/syntax-locality/prompt/SyntaxDescription.js"

const natural = lexiconOf("natural")
const words = (text: string): ReadonlyArray<string> => text.split(/[^A-Za-z_{}]+/)

describe("describeSyntax", () => {
  it("gives the closing line of each style as specification 3.2 has it", () => {
    const closing = styles.map((style) =>
      describeSyntax(style, natural)
        .split("\n")
        .find((line) => line.startsWith("Close "))
    )
    expect(closing.map((line) => line?.slice(line.lastIndexOf(": ") + 2))).toEqual([
      "}",
      "end",
      "end KIND",
      "end KIND NAME",
      "end junk z_aaaaaaaa"
    ])
  })

  it("gives each word of the lexicon exactly one line", () => {
    for (const id of lexiconIds) {
      const lexicon = lexiconOf(id)
      for (const style of styles) {
        const lines = describeSyntax(style, lexicon).split("\n")
        for (const role of ["unit", "func", "area", "let", "nop", "end"] as const) {
          // In natural words "let" and "nop" are also said in the sentence about them, on the same line.
          const naming = lines.filter((line) => words(line).includes(lexicon[role]))
          expect(naming, `${id} ${style} ${role}`).toHaveLength(style === "braces" && role === "end" ? 0 : 1)
        }
      }
    }
  })

  it("differs between styles only where blocks open and close", () => {
    for (const id of lexiconIds) {
      const rest = styles.map((style) =>
        describeSyntax(style, lexiconOf(id))
          .split("\n")
          .filter((line) => !line.startsWith("Close "))
          .map((line) => line.replace(/ \{$/, ""))
      )
      expect(new Set(rest.map((lines) => lines.join("\n"))).size).toBe(1)
    }
  })

  it("names no style, no letter and no purpose", () => {
    for (const style of styles) {
      expect(describeSyntax(style, natural)).not.toMatch(
        /\b[B-E]\b|brace|generic|typed|named|padded|redundan|compar|condition/
      )
    }
  })
})
