import { describe, expect, it } from "@effect/vitest"
import * as fc from "fast-check"
import { markdownFence, markdownTable, markdownText } from "../../src/report/Markdown.js"
import { safeLine } from "../../src/report/SafeText.js"

/** A row of a GFM table as a reader splits it: at every pipe that no backslash precedes. */
const cellsOf = (row: string): ReadonlyArray<string> =>
  row
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim())

/** Takes back backslash escapes and entities, as CommonMark reads them. */
const readBack = (markdown: string): string =>
  markdown
    .replace(/\\([!-/:-@[-`{-~])/g, "$1")
    .replaceAll("&#32;", " ")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&")

const hostile = fc.string({
  unit: fc.constantFrom(..."|`\\*_[]<>&~$#+-=.) \n\r\ta1日", "://", "www.", "\u202e")
})

describe("markdownTable", () => {
  it("is padded, and aligns where asked", () => {
    expect(
      markdownTable(
        [{ title: "style" }, { title: "accuracy", align: "right" }],
        [
          ["named_end", "93.8%"],
          ["D", "NA"]
        ]
      )
    ).toBe(
      [
        "| style     | accuracy |",
        "| --------- | -------: |",
        "| named_end |    93.8% |",
        "| D         |       NA |"
      ].join("\n")
    )
  })

  it("pipes, backslashes and line breaks stay in their cell", () => {
    const table = markdownTable([{ title: "a|b" }, { title: "n" }], [["x|y\\|z\r\n| w |", "1"]])
    const lines = table.split("\n")
    expect(lines).toHaveLength(3)
    expect(lines.map((line) => cellsOf(line).length)).toEqual([2, 2, 2])
    expect(cellsOf(lines[2] ?? "")[0]).toBe("x\\|y\\\\\\|z\\\\r\\\\n\\| w \\|")
  })

  it("any text reads as itself, in its cell", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(hostile, hostile), { maxLength: 4 }), (rows) => {
        const lines = markdownTable([{ title: "a" }, { title: "b", align: "right" }], rows).split("\n")
        expect(lines).toHaveLength(rows.length + 2)
        rows.forEach((row, index) => {
          expect(cellsOf(lines[index + 2] ?? "").map(readBack)).toEqual(
            row.map((text) => safeLine(text).trim())
          )
        })
      })
    )
  })

  it("works without rows", () => {
    expect(markdownTable([{ title: "a" }], [])).toBe("| a   |\n| --- |")
  })

  it("refuses a row of another width", () => {
    expect(() => markdownTable([{ title: "a" }, { title: "b" }], [["1"]])).toThrow(
      "a row has 1 cells, the table 2 columns"
    )
    expect(() => markdownTable([{ title: "a" }], [["1", "2"]])).toThrow(RangeError)
  })

  it("J5 takes very many rows", () => {
    const table = markdownTable(
      [{ title: "n" }],
      Array.from({ length: 200_000 }, (_, i) => [String(i)])
    )
    expect(table.endsWith("| 199999 |")).toBe(true)
  })
})

describe("markdownText", () => {
  it.each([
    ["a <script>alert(1)</script> & more", "a &lt;script&gt;alert(1)&lt;/script&gt; &amp; more"],
    ["![x](http://example.org)", "!\\[x\\](http\\://example.org)"],
    ["see www.example.org", "see www\\.example.org"],
    ["**bold** `code` ~~gone~~ $x$", "\\*\\*bold\\*\\* \\`code\\` \\~\\~gone\\~\\~ \\$x\\$"],
    ["scope_lookup and _this_", "scope_lookup and \\_this\\_"],
    ["# heading", "\\# heading"],
    ["- item", "\\- item"],
    ["12. item", "12\\. item"],
    ["1) item", "1\\) item"],
    ["=== ", "\\=== "],
    ["    code", "&#32;   code"],
    ["1234", "1234"],
    ["-", "\\-"],
    ["---", "\\---"],
    ["3.", "3\\."],
    ["3.5", "3.5"],
    ["-0.25", "-0.25"],
    ["2026-10-05", "2026-10-05"],
    ["two\nlines", "two\\\\nlines"],
    ["", ""]
  ])("%j", (text, markdown) => {
    expect(markdownText(text)).toBe(markdown)
  })

  it("any text reads as itself", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(readBack(markdownText(text))).toBe(safeLine(text))
      })
    )
  })
})

describe("markdownFence", () => {
  it("holds text as it is", () => {
    expect(markdownFence("let x = 1\n<b>|*")).toBe("```text\nlet x = 1\n<b>|*\n```")
    expect(markdownFence('{"a":1}', "json")).toBe('```json\n{"a":1}\n```')
  })

  it("cannot be closed by its text", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("`", "~", "\n", "a", " ", "\r") }), (text) => {
        const [open = "", ...rest] = markdownFence(text).split("\n")
        const ticks = open.slice(0, -"text".length)
        const closing = rest.findIndex((line) => new RegExp(`^ {0,3}\`{${ticks.length},} *$`).test(line))
        expect(closing).toBe(rest.length - 1)
      })
    )
  })

  it("M4 shows a carriage return", () => {
    expect(markdownFence("end\r\n")).toBe("```text\nend\\r\n\n```")
  })
})
