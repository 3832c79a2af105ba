import { describe, expect, it } from "@effect/vitest"
import * as Either from "effect/Either"
import * as fc from "fast-check"
import { type Json, JsonNumber } from "../../src/json/Json.js"
import { parseJson, parseJsonBytes } from "../../src/json/JsonParser.js"
import { object } from "./arbitraries.js"

const parsed = (text: string): Json => Either.getOrThrowWith(parseJson(text), (error) => error)

const refusal = (text: string): string => {
  const { code, offset } = Either.getOrThrow(Either.flip(parseJson(text)))
  return `${code} ${offset}`
}

const bytes = (...parts: ReadonlyArray<string | ReadonlyArray<number>>): Uint8Array =>
  Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : Buffer.from(part))))

/** The value as `JSON.parse` gives it: every number a double, objects ordinary. */
const rounded = (value: Json): unknown => {
  if (value instanceof JsonNumber) return value.toNumber()
  if (Array.isArray(value)) return value.map(rounded)
  if (value === null || typeof value !== "object") return value
  return object(Object.entries(value).map(([key, item]) => [key, rounded(item) as Json]))
}

describe("parseJson accepts", () => {
  it.each<[string, Json]>([
    ["null", null],
    [" true\r\n", true],
    ["\tfalse", false],
    ["[]", []],
    ["{ }", object([])],
    ["[[],{},[1 , 2]]", [[], object([]), [1, 2]]],
    [
      '{"a":{"b":[null]},"":0}',
      object([
        ["a", object([["b", [null]]])],
        ["", 0]
      ])
    ],
    [String.raw`"\"\\\/\b\f\n\r\t\u0041\u00e9"`, '"\\/\b\f\n\r\tAé'],
    ['"日本語 𠮷 😀"', "日本語 𠮷 😀"],
    [String.raw`"\ud83d\ude00\uD83D\uDE00"`, "😀😀"],
    ['"a\u2028\u2029\u0085\u007f\ufeffz"', "a\u2028\u2029\u0085\u007f\ufeffz"]
  ])("%s", (text, value) => {
    expect(parsed(text)).toStrictEqual(value)
  })
})

describe("parseJson keeps numbers", () => {
  it.each([
    ["0", 0],
    ["-7", -7],
    ["9007199254740991", 2 ** 53 - 1],
    ["-9007199254740991", 1 - 2 ** 53]
  ])("%s as a number", (text, value) => {
    expect(parsed(text)).toBe(value)
  })

  it.each([
    "-0",
    "1.0",
    "0.1",
    "1e3",
    "1E+3",
    "-2.50e-7",
    "1e400",
    "9007199254740992",
    "-9223372036854775808"
  ])("%s as its digits", (text) => {
    expect(parsed(text)).toStrictEqual(new JsonNumber(text))
  })

  it("I5 2^53 + 1 and 1e400 are not rounded", () => {
    expect(parsed("[9007199254740993,1e400]")).toStrictEqual([
      new JsonNumber("9007199254740993"),
      new JsonNumber("1e400")
    ])
  })

  it("I5 a number of 1024 characters is kept, one of 1025 refused", () => {
    expect(parsed("9".repeat(1024))).toStrictEqual(new JsonNumber("9".repeat(1024)))
    expect(refusal(`[${"9".repeat(1025)}]`)).toBe("number_too_long 1")
    expect(refusal(`-1.5e${"9".repeat(1020)}`)).toBe("number_too_long 0")
  })
})

describe("parseJson keeps objects", () => {
  it("I5 __proto__ is a key like any other", () => {
    const value = parsed('{"__proto__":{"polluted":1},"constructor":2}')
    expect(Object.keys(value as object)).toEqual(["__proto__", "constructor"])
    expect(Object.getPrototypeOf(value)).toBeNull()
    expect(Object.getPrototypeOf({})).not.toHaveProperty("polluted")
  })

  it("names of Object.prototype are no duplicates", () => {
    expect(parsed('{"toString":1,"hasOwnProperty":2}')).toStrictEqual(
      object([
        ["toString", 1],
        ["hasOwnProperty", 2]
      ])
    )
  })
})

describe("parseJson refuses", () => {
  it.each([
    ["", "unexpected_end 0"],
    ["  ", "unexpected_end 2"],
    ["[1", "unexpected_end 2"],
    ["[1,", "unexpected_end 3"],
    ['{"a"', "unexpected_end 4"],
    ['{"a":', "unexpected_end 5"],
    ['"abc', "unexpected_end 4"],
    ['"abc\\', "unexpected_end 4"],
    ['"\\u12', "unexpected_end 1"],
    ["tru", "unexpected_end 3"],
    ["-", "unexpected_end 0"],
    ["1.", "unexpected_end 0"],
    ["1e+", "unexpected_end 0"],
    ["nulL", "unexpected_character 3"],
    ["[1 2]", "unexpected_character 3"],
    ["[,1]", "unexpected_character 1"],
    ["{a:1}", "unexpected_character 1"],
    ["{'a':1}", "unexpected_character 1"],
    ['{"a" 1}', "unexpected_character 5"],
    ["[1}", "unexpected_character 2"],
    ["+1", "unexpected_character 0"],
    [".5", "unexpected_character 0"],
    ["NaN", "unexpected_character 0"],
    ["-Infinity", "invalid_number 0"],
    ["// no", "unexpected_character 0"],
    ["\u00a01", "unexpected_character 0"],
    ["\v1", "unexpected_character 0"],
    ["１", "unexpected_character 0"],
    ["1 2", "trailing_input 2"],
    ["{}]", "trailing_input 2"],
    ["truex", "trailing_input 4"],
    ["1e5.5", "trailing_input 3"],
    ["0x10", "trailing_input 1"],
    ["[1,]", "trailing_comma 2"],
    ['{"a":1 , }', "trailing_comma 7"],
    ["01", "invalid_number 0"],
    ["[-01]", "invalid_number 1"],
    ["1.x", "invalid_number 0"],
    ["1ex", "invalid_number 0"],
    ['{"a":1,"b":2,"a":1}', "duplicate_key 13"],
    ['{"a":1,"\\u0061":1}', "duplicate_key 7"],
    ['{"__proto__":1,"__proto__":1}', "duplicate_key 15"],
    ['"a\nb"', "control_character 2"],
    ['"\u0000"', "control_character 1"],
    [String.raw`"\x41"`, "invalid_escape 1"],
    [String.raw`"\u00g0"`, "invalid_escape 1"],
    [String.raw`"\U0041"`, "invalid_escape 1"],
    ["\ufeff1", "byte_order_mark 0"]
  ])("%j", (text, expected) => {
    expect(refusal(text)).toBe(expected)
  })

  it.each([
    [String.raw`"5916 \ud83d"`, "unpaired_surrogate 6"],
    [String.raw`"\ude00\ud83d"`, "unpaired_surrogate 1"],
    [String.raw`"\ud83d\ud83d"`, "unpaired_surrogate 1"],
    [String.raw`"\ude00\ude00"`, "unpaired_surrogate 1"],
    ['"\ud800"', "unpaired_surrogate 1"],
    ['"\udbff"', "unpaired_surrogate 1"],
    ['"\udc00"', "unpaired_surrogate 1"],
    ['"\udfff"', "unpaired_surrogate 1"],
    [String.raw`"\ud83dx"`, "unpaired_surrogate 1"],
    [String.raw`"\ud83d\n"`, "unpaired_surrogate 1"],
    ['"\ud83d"', "unpaired_surrogate 1"],
    ['"x\ude00"', "unpaired_surrogate 2"],
    ['"\ude00\ud83d"', "unpaired_surrogate 1"],
    ['"\ud83d\\ude00"', "unpaired_surrogate 1"],
    ['"\\ud83d\ude00"', "unpaired_surrogate 1"],
    [String.raw`{"\ud800":1}`, "unpaired_surrogate 2"]
  ])("I1 the unpaired surrogate in %j", (text, expected) => {
    expect(refusal(text)).toBe(expected)
  })

  it.each([
    ["\u0000", "control_character"],
    ["\u001f", "control_character"],
    ["\ud800", "unpaired_surrogate"],
    ["\udfff", "unpaired_surrogate"],
    ["\\q", "invalid_escape"],
    ["\\ud800", "unpaired_surrogate"]
  ])("%j deep inside a long string", (wrong, code) => {
    expect(refusal(`"${"x".repeat(100)}${wrong}${"y".repeat(100)}"`)).toBe(`${code} 101`)
    expect(refusal(`"${"é😀".repeat(33)}z${wrong}"`)).toBe(`${code} 101`)
  })

  it("I5 depth 129, not depth 128", () => {
    const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth)
    expect(Either.isRight(parseJson(nested(128)))).toBe(true)
    expect(refusal(nested(129))).toBe("too_deep 128")
    expect(refusal('{"a":'.repeat(129))).toBe(`too_deep ${128 * 5}`)
    expect(refusal("[".repeat(1_000_000))).toBe("too_deep 128")
  })

  it("depth counts nesting, not containers", () => {
    expect(Either.isRight(parseJson(`[${"[],{},".repeat(500)}0]`))).toBe(true)
  })
})

describe("JsonError", () => {
  it("says line and column, counted from 1 and by LF alone", () => {
    const error = Either.getOrThrow(Either.flip(parseJson('{\r\n  "😀\u2028": tru }')))
    expect([error.line, error.column, error.offset]).toEqual([2, 13, 15])
    expect(error.message).toBe("this character cannot stand here (line 2, column 13)")
  })

  it("is at line 1, column 1 for the first character", () => {
    expect(Either.flip(parseJson("\n"))).toMatchObject({ right: { line: 2, column: 1 } })
    expect(Either.flip(parseJson("?"))).toMatchObject({ right: { line: 1, column: 1 } })
  })
})

describe("parseJsonBytes", () => {
  it("reads UTF-8, also inside a larger buffer", () => {
    const whole = bytes("xx", '"日本語😀"', "xx")
    expect(parseJsonBytes(whole.subarray(2, whole.length - 2))).toStrictEqual(Either.right("日本語😀"))
  })

  it("I6 a byte order mark is a clear error", () => {
    const error = Either.getOrThrow(Either.flip(parseJsonBytes(bytes([0xef, 0xbb, 0xbf], "{}"))))
    expect(error.code).toBe("byte_order_mark")
    expect(error.message).toContain("byte order mark")
  })

  it.each<[string, Uint8Array, number, number]>([
    ["a lone continuation byte", bytes('"é', [0x80], '"'), 3, 3],
    ["an overlong form", bytes('"', [0xc0, 0xaf], '"'), 1, 2],
    ["a surrogate in UTF-8", bytes('"a', [0xed, 0xa0, 0x80], '"'), 2, 3],
    ["a cut sequence at the end", bytes('"😀', [0xf0, 0x9f, 0x98]), 5, 4],
    ["a cut U+FFFD", bytes('"', [0xef, 0xbf]), 1, 2],
    ["a bad byte behind a genuine U+FFFD", bytes('"\ufffd\ufffd', [0xff], '"'), 7, 4],
    ["UTF-16", bytes([0xff, 0xfe, 0x31, 0x00]), 0, 1]
  ])("refuses %s", (_what, input, offset, column) => {
    const error = Either.getOrThrow(Either.flip(parseJsonBytes(input)))
    expect([error.code, error.offset, error.line, error.column]).toEqual(["invalid_utf8", offset, 1, column])
  })

  it("accepts a genuine U+FFFD", () => {
    expect(parseJsonBytes(bytes('"\ufffd"'))).toStrictEqual(Either.right("\ufffd"))
  })
})

describe("parseJson against JSON.parse", () => {
  it("gives the same values", () => {
    fc.assert(
      fc.property(fc.json({ stringUnit: "binary" }), fc.constantFrom(0, 1, "\t"), (source, indent) => {
        const expected: unknown = JSON.parse(source)
        expect(rounded(parsed(JSON.stringify(expected, null, indent)))).toEqual(expected)
      })
    )
  })

  it("accepts nothing that it refuses, and refuses more only for the reasons of 8.7", () => {
    const stricter = ["duplicate_key", "unpaired_surrogate", "too_deep", "number_too_long"]
    const noise = fc.constantFrom(
      ...'{}[],:"\\0123456789-+.eEtrufalsn \n\t\u0001\u2028é\ud83d\ude00',
      "\\u",
      "\\ud83d",
      "00"
    )
    let accepted = 0
    fc.assert(
      fc.property(
        fc.json(),
        fc.array(fc.tuple(fc.nat(), fc.nat(2), noise), { maxLength: 2 }),
        (source, edits) => {
          let text = source
          for (const [place, removed, inserted] of edits) {
            const at = place % (text.length + 1)
            text = text.slice(0, at) + inserted + text.slice(at + removed)
          }
          let reference: { readonly value: unknown } | null
          try {
            reference = { value: JSON.parse(text) }
          } catch {
            reference = null
          }
          const ours = parseJson(text)
          if (Either.isLeft(ours)) {
            if (reference !== null) expect(stricter).toContain(ours.left.code)
          } else {
            accepted++
            expect(reference).not.toBeNull()
            expect(rounded(ours.right)).toEqual(reference?.value)
          }
        }
      ),
      { numRuns: 2000 }
    )
    expect(accepted).toBeGreaterThan(100)
  })
})
