import { createHash } from "node:crypto"
import { describe, expect, it } from "@effect/vitest"
import { casesOf, planFor, userText } from "../plans.js"

describe("caseRecord", () => {
  it("gives the sizes and places of a case, counted by hand", () => {
    const planned = casesOf(planFor("smoke")).find(
      ({ caseId }) => caseId === "smoke-outer-lookup/scope_lookup/after_close/natural/named_end"
    )
    const source = [
      "let x_c 4827", //             line 1, from 0
      "unit n_qmvtzkwe", //          line 2, from 13
      "let x_a 6150", //             line 3, from 29
      "func n_hdlypzro", //          line 4, from 42
      "let x_c 2963", //             line 5, from 58
      "nop p_wxkdjmqa", //           line 6, from 71
      "end func n_hdlypzro", //      line 7, from 86
      "probe q_rtnwopkz x_c" //      line 8, from 106, 20 characters
    ].join("\n")
    const content = planned === undefined ? "" : userText(planned.request)
    const start = content.length - "\nAnswer:".length - source.length
    expect(planned?.record["source"]).toEqual({ lines: 8, chars: 126, bytes: 126 })
    expect(planned?.record["positions"]).toEqual({
      focusOpeners: [{ line: 4, char: 42, byte: 42 }],
      bindingBefore: { line: 5, char: 58, byte: 58 },
      bindingAfter: { line: 1, char: 0, byte: 0 },
      closes: [{ line: 7, char: 86, byte: 86 }],
      probe: { line: 8, char: 106, byte: 106 }
    })
    expect(content.slice(start, start + source.length)).toBe(source)
    expect(planned?.record["prompt"]).toMatchObject({
      instructions: { chars: planned?.request.instructions.length },
      user: { chars: content.length, bytes: Buffer.byteLength(content) },
      openingSha256: createHash("sha256").update(content.slice(0, start)).digest("hex"),
      sourceAt: { char: start, byte: start }
    })
  })

  it("measures description and examples as they stand in the prompt", () => {
    for (const { request, record } of casesOf(planFor("smoke"))) {
      const content = userText(request)
      const syntax = content.slice("SYNTAX\n".length, content.indexOf("\n\nEXAMPLES\n"))
      const examples = content.slice(content.indexOf("Example 1\n"), content.indexOf("\n\nTEST\n"))
      expect(record["prompt"]).toMatchObject({
        syntax: { chars: syntax.length, bytes: syntax.length },
        examples: { chars: examples.length, bytes: examples.length }
      })
    }
  })
})
