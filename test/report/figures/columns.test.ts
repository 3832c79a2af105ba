import { describe, expect, it } from "@effect/vitest"
import * as fc from "fast-check"
import { columnsOf, wrapped } from "../../../src/report/figures/columns.js"

describe("text in columns", () => {
  it("counts kana, ideographs and full-width forms twice", () => {
    expect(columnsOf("abc")).toBe(3)
    expect(columnsOf("代替率 90%")).toBe(6 + 4)
    expect(columnsOf("（ア）")).toBe(6)
  })

  it("breaks Latin text at its spaces only", () => {
    expect(wrapped("one two three", 7)).toEqual(["one two", "three"])
    expect(wrapped("a-word-that-is-too-long x", 7)).toEqual(["a-word-that-is-too-long", "x"])
  })

  it("breaks Japanese between letters, and begins no line with a full stop or a closing bracket", () => {
    expect(wrapped("あいうえお", 4)).toEqual(["あい", "うえ", "お"])
    expect(wrapped("あい。うえ", 4)).toEqual(["あ", "い。", "うえ"])
    expect(wrapped("あ（い）う", 4)).toEqual(["あ", "（い）", "う"])
  })

  it("loses nothing but blanks", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("a", " ", "あ", "。", "（", "）", "9", "漢") }),
        fc.integer({ min: 1, max: 12 }),
        (text, columns) => {
          const squeezed = (one: string) => one.replaceAll(" ", "")
          expect(squeezed(wrapped(text, columns).join(""))).toBe(squeezed(text))
        }
      )
    )
  })
})
