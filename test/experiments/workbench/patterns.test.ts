import * as Either from "effect/Either"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { compilePattern, matches } from "../../../src/experiments/workbench/patterns/Pattern.js"

const found = (source: string, text: string): boolean =>
  matches(Either.getOrThrow(compilePattern(source)), text)

const atom = fc.constantFrom(
  "a",
  "b",
  "漢",
  "𠮷",
  ".",
  "\\d",
  "\\w",
  "\\W",
  "[ab]",
  "[^a]",
  "[\\]a-]",
  "\\p{Nd}",
  "\\P{L}",
  "\\.",
  "\\n",
  "^",
  "$",
  "\\b",
  "\\B",
  "\\u{20BB7}"
)
const source = fc.letrec((tie) => ({
  node: fc.oneof(
    { maxDepth: 4, depthSize: "small" },
    atom,
    fc.tuple(tie("node"), tie("node")).map(([a, b]) => `${a}${b}`),
    fc.tuple(tie("node"), tie("node")).map(([a, b]) => `(?:${a}|${b})`),
    fc
      .tuple(tie("node"), fc.constantFrom("*", "+", "?", "{2}", "{1,}", "{0,2}", "*?", "+?", "??", "{1,3}?"))
      .map(([a, q]) => `(${a})${q}`),
    fc
      .tuple(fc.constantFrom("?=", "?!", "?<=", "?<!", "?<name>"), tie("node"))
      .map(([look, a]) => (look === "?<name>" ? `(?:${a})` : `(${look}${a})`))
  )
})).node as fc.Arbitrary<string> // every branch makes text
const text = fc
  .array(fc.constantFrom("a", "b", "漢", "1", " ", "\n", "\r", "\u2028", ".", "]", "-", "_"), {
    maxLength: 12
  })
  .map((all) => all.join(""))

describe("patterns in linear time", () => {
  // The engine may begin a match in the middle of a surrogate pair: a negative look ahead can succeed there. So there is no pair in the texts of the next test.
  it("reads a character beyond the basic plane as one", () => {
    expect(found("^.$", "𠮷")).toBe(true)
    expect(found("^\\u{20BB7}$", "𠮷")).toBe(true)
    expect(found("^..$", "𠮷")).toBe(false)
    expect(found("(?<=^𠮷)野$", "𠮷野")).toBe(true)
  })

  it("finds what the engine's own regular expressions find", () => {
    fc.assert(
      fc.property(source, text, (pattern, within) => {
        expect(found(pattern, within)).toBe(new RegExp(pattern, "um").test(within))
      }),
      { numRuns: 10_000 }
    )
  })

  it.each([
    ["^(?:a+)+$"],
    ["(?:a|a)*b"],
    ["(?:.*a){8}c"],
    ["a.*b.*c.*d"],
    ["(?:a?){30}a{30}b"],
    ["a(?=(?:a*)*b)"],
    ["(?<!(?:a+)+)c"]
  ])("comes to an end on hostile text: %s", (pattern) => {
    const begun = process.hrtime.bigint()
    expect(found(pattern, "a".repeat(100_000) + "\u0000")).toBe(false)
    // Milliseconds where backtracking would take years; generous for a busy machine.
    expect(Number(process.hrtime.bigint() - begun) / 1e9).toBeLessThan(20)
  })

  it.each([
    ["(", "Unterminated"],
    ["a{2,1}", "out of order"],
    ["(a)\\1", "refers back"],
    ["(?<x>a)\\k<x>", "refers back"],
    ["(?:.{100}){100}", "too large"]
  ])("refuses %s", (pattern, why) => {
    expect(Either.getOrNull(Either.flip(compilePattern(pattern)))).toContain(why)
  })
})
