import { describe, expect, it } from "@effect/vitest"
import * as Either from "effect/Either"
import { smokeCases } from "../../../../src/experiments/syntax-locality/dataset/smokeCases.js"
import { observePrefix } from "../../../../src/experiments/syntax-locality/lang/EventOracle.js"
import { lexiconOf } from "../../../../src/experiments/syntax-locality/lang/Lexicon.js"
import { parsePrefix } from "../../../../src/experiments/syntax-locality/lang/Parser.js"
import { observe } from "../../../../src/experiments/syntax-locality/lang/ReferenceOracle.js"
import { renderPrefix } from "../../../../src/experiments/syntax-locality/lang/Renderer.js"
import { styles } from "../../../../src/experiments/syntax-locality/lang/Syntax.js"

describe("smokeCases", () => {
  for (const { family, expected } of smokeCases) {
    for (const view of ["before_close", "after_close"] as const) {
      it(`${family.familyId} ${view} is what its author read off it, by both oracles`, () => {
        const cut = family.cuts[view]
        expect(observe(family.program, cut)).toEqual(Either.right(expected[view]))
        for (const style of styles) {
          const spec = { style, lexicon: lexiconOf("natural") }
          const prefix = parsePrefix(renderPrefix(family.program, cut, spec), spec)
          expect(Either.flatMap(prefix, observePrefix)).toEqual(Either.right(expected[view]))
        }
      })
    }
  }

  it("are the four of specification 7.2", () => {
    expect(smokeCases.map(({ family }) => family.familyId)).toEqual([
      "smoke-outer-lookup",
      "smoke-shadowing",
      "smoke-multiple-close",
      "smoke-closed-sibling"
    ])
    const [outer, shadowing, multiple, sibling] = smokeCases.map(({ family }) => family)
    expect(outer?.outerLookup).toBe(true)
    expect(shadowing?.program.body.filter((s) => s.type === "let" && s.variable === "x_e")).toHaveLength(1)
    expect(multiple?.closings).toBeGreaterThan(2)
    expect(sibling?.siblings).toHaveLength(2)
  })
})
