import { describe, expect, it } from "@effect/vitest"
import * as Either from "effect/Either"
import fc from "fast-check"
import { renderCsv } from "../../src/report/Csv.js"
import { readCsv } from "../../src/report/CsvReader.js"

const read = (text: string | Uint8Array) => readCsv(typeof text === "string" ? Buffer.from(text) : text)
const rowsOf = (text: string) =>
  Either.getOrThrow(read(text)).map(({ line, cells }) => [line, ...cells] as const)

describe("readCsv", () => {
  it("says on which line a row begins, whatever breaks lines inside and between rows", () => {
    expect(rowsOf('\uFEFFa,b\n\n\n"p\nq\r\nr",3\r\n4,"x,""y"""\r5,\n\n')).toEqual([
      [1, "a", "b"],
      [4, "p\nq\r\nr", "3"],
      [7, "4", 'x,"y"'],
      [8, "5", ""]
    ])
  })

  it.each([
    ["a,b\n1,2\n3\n", 3, "it has 1 cells, the header 2"],
    ['a\n"p\nq"\n"r\n', 4, "a quoted cell does not end"],
    ['a\n1\nx"y\n', 3, "there is a quote inside a cell that is not quoted"],
    ['a\n1\n\n"x"y\n', 4, "something follows the end of a quoted cell"]
  ])("refuses %j", (text, line, reason) => {
    expect(read(text)).toEqual(Either.left({ line, reason }))
  })

  it("names the line of bytes that are no UTF-8", () => {
    const bytes = Buffer.concat([Buffer.from("a\n日本\n"), Buffer.from([0xe3, 0x81]), Buffer.from("\n")])
    expect(read(bytes)).toEqual(Either.left({ line: 3, reason: "it is not UTF-8" }))
  })

  it("reads what our own tables say", () => {
    const cell = fc.string({ unit: fc.constantFrom("a", ",", '"', "\n", "\r", " ", "é", ";") })
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell)), (rows) => {
        const again = Either.getOrThrow(read(renderCsv(["x", "y"], rows)))
        // A cell that a spreadsheet might run has an apostrophe before it.
        const shown = (text: string) => (/^[\t\r\n]/.test(text) ? `'${text}` : text)
        expect(again.slice(1).map(({ cells }) => cells)).toEqual(rows.map((row) => row.map(shown)))
      })
    )
  })
})
