import { readFileSync } from "node:fs"
import { describe, expect, it } from "@effect/vitest"
import * as Either from "effect/Either"
import type { Program } from "../../../../src/experiments/syntax-locality/lang/Ast.js"
import { observePrefix } from "../../../../src/experiments/syntax-locality/lang/EventOracle.js"
import { naturalLexicon, nonceLexicons } from "../../../../src/experiments/syntax-locality/lang/Lexicon.js"
import { parsePrefix, parseProgram } from "../../../../src/experiments/syntax-locality/lang/Parser.js"
import {
  prefixLines,
  programLines,
  type RenderSpec,
  renderPrefix,
  renderProgram
} from "../../../../src/experiments/syntax-locality/lang/Renderer.js"
import { styles } from "../../../../src/experiments/syntax-locality/lang/Syntax.js"

/** The files under test/golden/syntaxes were written by hand from specification 3.2. */
const golden = (name: string): string =>
  readFileSync(new URL(`../../../golden/syntaxes/${name}.txt`, import.meta.url), "utf8")

const program: Program = {
  body: [
    { type: "let", variable: "x_a", value: 1048 },
    {
      type: "scope",
      kind: "unit",
      name: "n_qazwsxed",
      body: [
        { type: "let", variable: "x_b", value: 7321 },
        {
          type: "scope",
          kind: "func",
          name: "n_plmoknij",
          body: [
            { type: "let", variable: "x_a", value: 5916 },
            { type: "nop", payload: "p_lokijuhy" },
            { type: "scope", kind: "area", name: "n_uhbygvtf", body: [] }
          ]
        },
        {
          type: "scope",
          kind: "area",
          name: "n_edcrfvtg",
          body: [{ type: "let", variable: "x_b", value: 1000 }]
        }
      ]
    },
    { type: "nop", payload: "p_abcdefgh" },
    { type: "let", variable: "x_f", value: 9999 }
  ]
}

const specs: ReadonlyArray<readonly [string, RenderSpec]> = [
  ...styles.map((style): readonly [string, RenderSpec] => [style, { style, lexicon: naturalLexicon }]),
  ["padded_end.nonce-1", { style: "padded_end", lexicon: nonceLexicons["nonce-1"] }]
]

describe.each(specs)("the program written by hand in %s", (name, spec) => {
  const text = golden(name)

  it("is what the renderer writes, without a final LF", () => {
    expect(`${renderProgram(program, spec)}\n`).toBe(text)
  })

  it("is read as the same program", () => {
    expect(parseProgram(text, spec)).toEqual(Either.right(program))
  })

  it("M4 CRLF reads as LF does, also with the last LF lost", () => {
    const crlf = text.replaceAll("\n", "\r\n")
    expect(parseProgram(crlf, spec)).toEqual(Either.right(program))
    expect(parseProgram(crlf.slice(0, -1), spec)).toEqual(Either.right(program))
    const prefix = `${text}probe q_abcdefgh x_a`
    const read = (source: string) => Either.flatMap(parsePrefix(source, spec), observePrefix)
    expect(read(prefix)).toEqual(Either.right({ value: 1048, activeScopes: [] }))
    expect(read(prefix.replaceAll("\n", "\r\n"))).toEqual(read(prefix))
    expect(read(`${prefix}\r`)).toEqual(read(prefix))
  })

  it("may be indented, trailed by blanks and spaced by blank lines", () => {
    const spaced = text
      .split("\n")
      .map((line, index) => `${"\t ".repeat(index % 3)}${line}${" \t".repeat(index % 2)}`)
      .join("\n \t\n\n")
    expect(parseProgram(`\n${spaced}\n\n`, spec)).toEqual(Either.right(program))
  })

  it("is refused under every other syntax", () => {
    for (const style of styles.filter((other) => other !== spec.style)) {
      expect(Either.isLeft(parseProgram(text, { ...spec, style }))).toBe(true)
    }
  })
})

describe("the renderer", () => {
  const spec: RenderSpec = { style: "typed_end", lexicon: naturalLexicon }

  it("writes one line for each event, and the probe on the line after the cut", () => {
    const lines = programLines(program, spec)
    expect(lines).toHaveLength(15)
    for (const [eventCount] of [...lines, "end"].entries()) {
      const cut = { eventCount, probeId: "q_zxcvbnma", variable: "x_c" }
      expect(prefixLines(program, cut, spec)).toEqual([...lines.slice(0, eventCount), "probe q_zxcvbnma x_c"])
    }
  })

  it("writes no text for the empty program, and reads it", () => {
    expect(renderProgram({ body: [] }, spec)).toBe("")
    expect(parseProgram("", spec)).toEqual(Either.right({ body: [] }))
  })

  it.each([-1, 0.5, 16, Number.NaN])("throws on a cut after %s events of 15", (eventCount) => {
    expect(() => renderPrefix(program, { eventCount, probeId: "q_zxcvbnma", variable: "x_a" }, spec)).toThrow(
      RangeError
    )
  })
})
