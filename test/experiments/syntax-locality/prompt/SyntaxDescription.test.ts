import { describe, expect, it } from "@effect/vitest"
import { tasks } from "../../../../src/experiments/syntax-locality/Factors.js"
import { lexiconIds, lexiconOf } from "../../../../src/experiments/syntax-locality/lang/Lexicon.js"
import { styles } from "../../../../src/experiments/syntax-locality/lang/Syntax.js"
import { describeSyntax } from "../../../../src/experiments/syntax-locality/prompt/SyntaxDescription.js"

const natural = lexiconOf("natural")
const words = (text: string): ReadonlyArray<string> => text.split(/[^A-Za-z_{}]+/)

describe("describeSyntax", () => {
  it("gives the closing line of each style as specification 3.2 has it", () => {
    const closing = styles.map((style) =>
      describeSyntax(style, natural, "scope_lookup")
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

  it.each(tasks)("%s: gives each word of the lexicon exactly one line", (task) => {
    for (const id of lexiconIds) {
      const lexicon = lexiconOf(id)
      for (const style of styles) {
        const lines = describeSyntax(style, lexicon, task).split("\n")
        for (const role of ["unit", "func", "area", "let", "nop", "end"] as const) {
          // In natural words "let" and "nop" are also said in the sentence about them, on the same line.
          const naming = lines.filter((line) => words(line).includes(lexicon[role]))
          expect(naming, `${id} ${style} ${role}`).toHaveLength(style === "braces" && role === "end" ? 0 : 1)
        }
      }
    }
  })

  it.each(tasks)("%s: differs between styles only where blocks open and close", (task) => {
    for (const id of lexiconIds) {
      const rest = styles.map((style) =>
        describeSyntax(style, lexiconOf(id), task)
          .split("\n")
          .filter((line) => !line.startsWith("Close "))
          .map((line) => line.replace(/ \{$/, ""))
      )
      expect(new Set(rest.map((lines) => lines.join("\n"))).size).toBe(1)
    }
  })

  it.each(tasks)("%s: names no style, no letter and no purpose", (task) => {
    for (const style of styles) {
      expect(describeSyntax(style, natural, task)).not.toMatch(
        /\b[B-E]\b|brace|generic|typed|named|padded|redundan|compar|condition/
      )
    }
  })

  it("is the same for both reading tasks, and of a whole program has no probe but the meaning of a kind", () => {
    for (const style of styles) {
      const prefix = describeSyntax(style, natural, "scope_lookup")
      expect(describeSyntax(style, natural, "active_stack")).toBe(prefix)
      const whole = describeSyntax(style, natural, "ast_to_source")
      expect(whole).not.toMatch(/probe|MARKER/i)
      const added = whole.split("\n").filter((line) => !prefix.includes(line.replace(/\.$/, "")))
      expect(added).toEqual(["The kind of a block in the syntax tree is the word that opens it."])
    }
  })
})
