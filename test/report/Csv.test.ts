import { describe, expect, it } from "@effect/vitest"
import { parse } from "csv-parse/sync"
import * as fc from "fast-check"
import { type CsvCell, renderCsv } from "../../src/report/Csv.js"
import { safeCell } from "../../src/report/SafeText.js"

/** What an independent parser reads. */
const read = (csv: string): unknown => parse(csv, { relaxColumnCount: false, recordDelimiter: "\n" })

const one = (cell: CsvCell): string =>
  renderCsv(["x", "y"], [[cell, 0]]).slice("x,y\n".length, -",0\n".length)

describe("renderCsv", () => {
  it("writes a header, rows and nothing else", () => {
    expect(
      renderCsv(
        ["trial", "rate"],
        [
          ["a1", 0.5],
          ["b2", null]
        ]
      )
    ).toBe("trial,rate\na1,0.5\nb2,NA\n")
    expect(renderCsv(["trial"], [])).toBe("trial\n")
  })

  it("J1 quotes, commas, line breaks and outer spaces come back through another parser", () => {
    const answers = ['a,"b"\r\nc', "  leading", "trailing ", '"', "a\n", "a;b", "plain", "日本語、"]
    expect(
      read(
        renderCsv(
          ["answer", "n"],
          answers.map((answer) => [answer, 1])
        )
      )
    ).toEqual([["answer", "n"], ...answers.map((answer) => [answer, "1"])])
  })

  it("J1 a line break of any kind is quoted, which the other parser does not need", () => {
    expect(["a\nb", "a\rb", "a\r\nb"].map(one)).toEqual(['"a\nb"', '"a\rb"', '"a\r\nb"'])
  })

  it("J1 undefined, empty and the text NA differ", () => {
    expect([null, "", "NA"].map(one)).toEqual(["NA", '""', "'NA"])
  })

  it.each([
    "=1+1",
    "+1",
    "-1",
    "-0.25",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    "\n=1",
    "＝1+1",
    "＋1",
    "－1",
    "＠x",
    '=HYPERLINK("x","y")'
  ])("J2 the text %j is not a formula", (text) => {
    expect(read(renderCsv(["answer", "n"], [[text, 1]]))).toEqual([
      ["answer", "n"],
      [`'${text}`, "1"]
    ])
  })

  it("J2 numbers stay numbers", () => {
    expect([-0.25, 0, -0, 5916, 1e-7, 1 / 3].map(one)).toEqual([
      "-0.25",
      "0",
      "0",
      "5916",
      "1e-7",
      "0.3333333333333333"
    ])
  })

  it("J2 a heading is text too", () => {
    expect(renderCsv(["=1", "b"], [])).toBe("'=1,b\n")
  })

  it("shows what cannot be seen", () => {
    expect(one("5916\u200b\u001b[0m\u0000")).toBe("5916\\u{200b}\\u{1b}[0m\\u{0}")
  })

  it("M4 ends lines with LF alone", () => {
    expect(
      renderCsv(
        ["a", "b"],
        [
          ["x\ny", 1],
          ["z", 2]
        ]
      )
    ).not.toContain("\r")
  })

  it("I7 refuses numbers that are not finite", () => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      expect(() => one(value)).toThrow(RangeError)
    }
  })

  it("refuses a row of another width", () => {
    expect(() => renderCsv(["a", "b"], [["x", 1], ["y"]])).toThrow("row 2 has 1 cells, the header 2")
    expect(() => renderCsv(["a"], [["x", 1]])).toThrow(RangeError)
  })

  it("J1 any table comes back through another parser", () => {
    const cell = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.string({ unit: fc.constantFrom('"', ",", "\r", "\n", "=", "a", " ", ";") }),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.constant(null)
    )
    const expected = (value: CsvCell): string => {
      if (value === null) return "NA"
      if (typeof value === "number") return String(value)
      const text = safeCell(value)
      return "=+-@\t\r\n＝＋－＠".includes(text.charAt(0) || "a") || text === "NA" ? `'${text}` : text
    }
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { maxLength: 5 }), (rows) => {
        expect(read(renderCsv(["a", "b"], rows))).toEqual([
          ["a", "b"],
          ...rows.map((row) => row.map(expected))
        ])
      })
    )
  })

  it("J5 takes rows one by one, however many", () => {
    const rows = function* () {
      for (let i = 0; i < 200_000; i++) yield ["x".repeat(20), i]
    }
    const csv = renderCsv(["text", "n"], rows())
    expect(csv.endsWith(`${"x".repeat(20)},199999\n`)).toBe(true)
    expect(csv.split("\n")).toHaveLength(200_002)
  })
})
