import { describe, expect, it } from "@effect/vitest"
import { caretLines, columnsOf } from "../../../../src/experiments/assist-premise/schedule/caret.js"
import { positionOf } from "../../../../src/experiments/assist-premise/schedule/Span.js"

describe("columns", () => {
  it("are two for wide characters, none for combining ones", () => {
    const widths: ReadonlyArray<readonly [string, number]> = [
      ["abc", 3],
      ["給料日", 6],
      ["カタカナ", 8],
      ["ｶﾅ", 2],
      ["（！）", 6],
      ["　", 2],
      ["￥¥", 3],
      ["한글", 4],
      ["𠮷", 2],
      ["e\u0301", 1],
      ["", 0]
    ]
    for (const [text, width] of widths) expect([text, columnsOf(text)]).toEqual([text, width])
  })
})

describe("positions", () => {
  it("count lines from LF only, and columns by code points", () => {
    expect(positionOf("a\nbc", 3)).toEqual({ line: 2, column: 2 })
    expect(positionOf("a\r\nb", 3)).toEqual({ line: 2, column: 1 })
    expect(positionOf("𠮷x", 2)).toEqual({ line: 1, column: 2 })
    expect(positionOf("", 0)).toEqual({ line: 1, column: 1 })
    expect(positionOf("a\n", 2)).toEqual({ line: 2, column: 1 })
  })
})

describe("the caret", () => {
  it("stands below the place, on its own line only", () => {
    expect(caretLines("x = 1\n  給料日 ¥ y\nz", { line: 2, column: 7 })).toEqual([
      "  給料日 ¥ y",
      "         ^"
    ])
    expect(caretLines("a", { line: 1, column: 2 })).toEqual(["a", " ^"])
    expect(caretLines("", { line: 1, column: 1 })).toEqual(["", "^"])
    expect(caretLines("a\t\tb\r\nc", { line: 1, column: 4 })).toEqual(["a  b", "   ^"])
  })

  it("shows what steers a terminal as an escape, and moves with it", () => {
    expect(caretLines("\u001b[2Jx!", { line: 1, column: 6 })).toEqual(["\\u{1b}[2Jx!", "          ^"])
  })

  it("shows a part of a long line", () => {
    const [line, caret] = caretLines(`${"x".repeat(500)}!${"y".repeat(500)}`, { line: 1, column: 501 })
    expect(line.length).toBeLessThan(160)
    expect(line[caret.length - 1]).toBe("!")
  })
})
