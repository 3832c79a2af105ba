import { deepStrictEqual } from "node:assert/strict"
import { describe, expect, it } from "@effect/vitest"
import * as Either from "effect/Either"
import * as fc from "fast-check"
import { JsonLineReader, readJsonLines, renderJsonLine } from "../../src/json/JsonLines.js"
import { json, object } from "./arbitraries.js"

const read = (text: string) =>
  [...readJsonLines(Buffer.from(text))].map(({ line, offset, terminated, value }) => ({
    line,
    offset,
    terminated,
    value: Either.match(value, {
      onLeft: (error) => `${error.code} ${error.line}:${error.column}`,
      onRight: (right) => right
    })
  }))

describe("readJsonLines", () => {
  it("gives each line its number and its first byte", () => {
    expect(read('{"a":"日"}\n[1]\n')).toEqual([
      { line: 1, offset: 0, terminated: true, value: { a: "日" } },
      { line: 2, offset: 12, terminated: true, value: [1] }
    ])
  })

  it("no bytes are no lines", () => {
    expect(read("")).toEqual([])
  })

  it("shows a torn last line, even when it reads as JSON", () => {
    expect(read("12\n34")).toEqual([
      { line: 1, offset: 0, terminated: true, value: 12 },
      { line: 2, offset: 3, terminated: false, value: 34 }
    ])
    expect(read('{"a":1}\n{"a"').at(-1)).toEqual({
      line: 2,
      offset: 8,
      terminated: false,
      value: "unexpected_end 2:5"
    })
  })

  it("an empty line is an error with its number, and the next line is read", () => {
    expect(read("1\n\n \r\n2\n").map(({ line, value }) => [line, value])).toEqual([
      [1, 1],
      [2, "empty_line 2:1"],
      [3, "empty_line 3:3"],
      [4, 2]
    ])
  })

  it("a damaged line does not hide the others", () => {
    const damaged = Buffer.concat([Buffer.from("1\n"), Buffer.from([0x22, 0xff, 0x22]), Buffer.from("\n2\n")])
    const values = [...readJsonLines(damaged)].map(({ value }) => value)
    expect(values[0]).toEqual(Either.right(1))
    expect(values[1]).toMatchObject({ left: { code: "invalid_utf8", line: 2, offset: 1 } })
    expect(values[2]).toEqual(Either.right(2))
  })

  it("I6 a byte order mark is an error of the first line, not a lost line", () => {
    expect(read("\ufeff1\n2\n").map(({ value }) => value)).toEqual(["byte_order_mark 1:1", 2])
  })

  it("M4 CRLF line ends read as LF", () => {
    expect(read('{"a":1}\r\n2\r\n').map(({ value }) => value)).toEqual([{ a: 1 }, 2])
  })

  it("I4 U+2028, U+2029 and U+0085 do not split a record", () => {
    const answer = "a\u2028b\u2029c\u0085d\r\ne"
    expect(read(`{"answer":${JSON.stringify(answer)}}\n`).map(({ value }) => value)).toEqual([{ answer }])
  })

  it("is lazy, and can be walked twice", () => {
    const lines = readJsonLines(Buffer.from("1\n2\n3\n"))
    for (let walk = 0; walk < 2; walk++) {
      const iterator = lines[Symbol.iterator]()
      expect(iterator.next().value).toMatchObject({ line: 1 })
    }
  })
})

describe("JsonLineReader", () => {
  it("reads the same lines wherever the bytes are cut", () => {
    const cuts = fc.array(fc.nat({ max: 40 }), { maxLength: 4 })
    const text = fc.array(fc.constantFrom("\n", "1", "日", '"a"', "\r", " ", "{}"), { maxLength: 12 })
    fc.assert(
      fc.property(text, cuts, (parts, places) => {
        const bytes = Buffer.from(parts.join(""))
        const reader = new JsonLineReader()
        const lines = []
        let from = 0
        for (const place of [...places.sort((a, b) => a - b), bytes.length]) {
          const piece = Buffer.from(bytes.subarray(from, Math.max(from, place)))
          lines.push(...reader.push(piece))
          // The next piece may come in the same memory.
          piece.fill(0xff)
          from = Math.max(from, place)
        }
        lines.push(...reader.end())
        expect(lines).toEqual([...readJsonLines(bytes)])
      })
    )
  })
})

describe("renderJsonLine", () => {
  it("I4 escapes the line breaks that other tools split at", () => {
    const line = renderJsonLine(object([["a\u2028", "\u2029\u0085é"]]))
    expect(line).toBe('{"a\\u2028":"\\u2029\\u0085é"}\n')
  })

  it("lines read back as the values that were written", () => {
    fc.assert(
      fc.property(fc.array(json, { maxLength: 5 }), (values) => {
        const lines = [...readJsonLines(Buffer.from(values.map(renderJsonLine).join("")))]
        // Not toStrictEqual, which takes a key named "constructor" for the class.
        deepStrictEqual(
          lines.map(({ value }) => Either.getOrThrow(value)),
          values
        )
        expect(lines.every(({ terminated }) => terminated)).toBe(true)
      })
    )
  })
})
