import { describe, expect, it } from "@effect/vitest"
import * as fc from "fast-check"
import { excerpt, safeCell, safeLine, safeText } from "../../src/report/SafeText.js"

describe("safeText", () => {
  it.each([
    ["an ANSI colour", "\u001b[31mred\u001b[0m", "\\u{1b}[31mred\\u{1b}[0m"],
    ["an 8-bit control sequence", "\u009b2J", "\\u{9b}2J"],
    ["a backspace and a bell", "ab\b\u0007", "ab\\u{8}\\u{7}"],
    ["a bidirectional override", "\u202e5916\u202c", "\\u{202e}5916\\u{202c}"],
    ["bidirectional isolates and marks", "\u2066\u2069\u200f\u061c", "\\u{2066}\\u{2069}\\u{200f}\\u{61c}"],
    ["a zero-width space behind an answer", "5916\u200b", "5916\\u{200b}"],
    ["a byte order mark", "\ufeff5916", "\\u{feff}5916"],
    ["Unicode line breaks", "a\u0085b\u2028c\u2029", "a\\u{85}b\\u{2028}c\\u{2029}"],
    ["tag characters", "a\u{e0041}", "a\\u{e0041}"],
    ["a lone surrogate", "a\ud83d", "a\\u{d83d}"],
    ["M4 a carriage return", "end\r\nend\r", "end\\r\nend\\r"]
  ])("shows %s", (_what, text, shown) => {
    expect(safeText(text)).toBe(shown)
  })

  it("leaves ordinary text of every script alone", () => {
    const text = "let x = 1\n\tif (a) { b } \\ 日本語、ｶﾅ。é e\u0301 Ω א ا 𠮷 😀 – “quoted”"
    expect(safeText(text)).toBe(text)
  })
})

describe("safeLine", () => {
  it("keeps one line", () => {
    expect(safeLine("a\r\n\tb")).toBe("a\\r\\n\\tb")
  })

  it("lets nothing through that moves the cursor", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        for (const character of safeLine(text)) {
          const code = character.codePointAt(0) ?? 0
          expect(code < 0x20 || (code >= 0x7f && code <= 0x9f)).toBe(false)
        }
      })
    )
  })
})

describe("safeCell", () => {
  it("keeps the line breaks of its text", () => {
    expect(safeCell("a\r\nb\t\u001b")).toBe("a\r\nb\t\\u{1b}")
  })
})

describe("excerpt", () => {
  it.each([
    ["5916", 4, "5916"],
    ["59160", 4, "5916…"],
    ["a😀b", 2, "a…"],
    ["a😀b", 3, "a😀…"],
    ["😀", 1, "…"],
    ["", 0, ""],
    ["a", 0, "…"]
  ])("%j at %i", (text, units, expected) => {
    expect(excerpt(text, units)).toBe(expected)
  })

  it("never splits a pair", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.nat(20), (text, units) => {
        const short = excerpt(text, units)
        expect(short.isWellFormed()).toBe(true)
        expect(text.startsWith(short.replace(/…$/, ""))).toBe(true)
      })
    )
  })
})
