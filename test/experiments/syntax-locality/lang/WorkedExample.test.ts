import { describe, expect, it } from "@effect/vitest"
import * as Either from "effect/Either"
import type { CutPoint, Program } from "../../../../src/experiments/syntax-locality/lang/Ast.js"
import { observePrefix } from "../../../../src/experiments/syntax-locality/lang/EventOracle.js"
import { naturalLexicon } from "../../../../src/experiments/syntax-locality/lang/Lexicon.js"
import { parsePrefix } from "../../../../src/experiments/syntax-locality/lang/Parser.js"
import { observe } from "../../../../src/experiments/syntax-locality/lang/ReferenceOracle.js"
import { renderPrefix } from "../../../../src/experiments/syntax-locality/lang/Renderer.js"
import { styles } from "../../../../src/experiments/syntax-locality/lang/Syntax.js"

/** Specification 4.1, word for word. */
const source = `let x_a 1048
unit n_qazwsxed
  let x_a 7321
  func n_plmoknij
    let x_a 5916
    area n_uhbygvtf
      let x_a 8604
      nop p_abcdefgh
    end area n_uhbygvtf
    probe q_zxcvbnma x_a`

/** The same as a tree, with the blocks that the prefix leaves open closed. */
const program: Program = {
  body: [
    { type: "let", variable: "x_a", value: 1048 },
    {
      type: "scope",
      kind: "unit",
      name: "n_qazwsxed",
      body: [
        { type: "let", variable: "x_a", value: 7321 },
        {
          type: "scope",
          kind: "func",
          name: "n_plmoknij",
          body: [
            { type: "let", variable: "x_a", value: 5916 },
            {
              type: "scope",
              kind: "area",
              name: "n_uhbygvtf",
              body: [
                { type: "let", variable: "x_a", value: 8604 },
                { type: "nop", payload: "p_abcdefgh" }
              ]
            }
          ]
        }
      ]
    }
  ]
}

const afterClose: CutPoint = { eventCount: 9, probeId: "q_zxcvbnma", variable: "x_a" }
const beforeClose: CutPoint = { ...afterClose, eventCount: 8 }

const after = Either.right({ value: 5916, activeScopes: ["n_qazwsxed", "n_plmoknij"] })
const before = Either.right({ value: 8604, activeScopes: ["n_qazwsxed", "n_plmoknij", "n_uhbygvtf"] })

describe("the worked example of 4.1", () => {
  it("is read by the event oracle from its indented source", () => {
    const prefix = parsePrefix(source, { style: "named_end", lexicon: naturalLexicon })
    expect(Either.flatMap(prefix, observePrefix)).toEqual(after)
  })

  it("is read by the reference oracle from its tree, before and after the closing", () => {
    expect(observe(program, afterClose)).toEqual(after)
    expect(observe(program, beforeClose)).toEqual(before)
  })

  it("is the same in all five syntaxes", () => {
    for (const style of styles) {
      const spec = { style, lexicon: naturalLexicon }
      const read = (cut: CutPoint) =>
        Either.flatMap(parsePrefix(renderPrefix(program, cut, spec), spec), observePrefix)
      expect([read(afterClose), read(beforeClose)]).toEqual([after, before])
    }
  })

  it("is rendered as the specification writes it, without the indentation", () => {
    expect(renderPrefix(program, afterClose, { style: "named_end", lexicon: naturalLexicon })).toBe(
      source.replaceAll(/^ +/gm, "")
    )
  })
})
