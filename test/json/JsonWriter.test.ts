import { deepStrictEqual } from "node:assert/strict"
import { describe, expect, it } from "@effect/vitest"
import * as Either from "effect/Either"
import * as fc from "fast-check"
import { type Json, JsonNumber } from "../../src/json/Json.js"
import { parseJson } from "../../src/json/JsonParser.js"
import { canonicalJson, JsonWriteError, prettyJson, renderJson } from "../../src/json/JsonWriter.js"
import { Gold } from "../../src/pipeline/Gold.js"
import { json, object } from "./arbitraries.js"

const parsed = (text: string): Json => Either.getOrThrowWith(parseJson(text), (error) => error)

const writers = { renderJson, prettyJson, canonicalJson }

const refusal = (write: (value: Json) => string, value: unknown): string => {
  try {
    // The types forbid these values; the writers must refuse them all the same.
    return `wrote ${write(value as Json)}`
  } catch (error) {
    if (error instanceof JsonWriteError) return `${error.code} ${error.path}`
    throw error
  }
}

describe("renderJson", () => {
  it("is compact and keeps order and digits", () => {
    const value = parsed('{ "z" : [ 1 , -0 , 1.50 , 9007199254740993 ], "a" : { } }')
    expect(renderJson(value)).toBe('{"z":[1,-0,1.50,9007199254740993],"a":{}}')
  })

  it("escapes what RFC 8259 demands and nothing else", () => {
    expect(renderJson('"\\\b\f\n\r\t\u0001/\u007f日本語😀\u2028')).toBe(
      '"\\"\\\\\\b\\f\\n\\r\\t\\u0001/\u007f日本語😀\u2028"'
    )
  })

  it("escapes the same in texts of any length, also where all is ASCII", () => {
    const ascii = fc.string({ unit: "binary-ascii", maxLength: 100 })
    fc.assert(
      fc.property(ascii, (value) => {
        expect(renderJson({ [value]: value })).toBe(JSON.stringify({ [value]: value }))
      })
    )
    for (const special of ['"', "\\", "\u001f"])
      expect(renderJson(`ab${special}c`)).toBe(JSON.stringify(`ab${special}c`))
  })

  it("writes plain numbers by their shortest digits", () => {
    expect(renderJson([0.25, -0, 1e-7, -1234.5, 2 ** 53 - 1])).toBe("[0.25,0,1e-7,-1234.5,9007199254740991]")
  })

  it("writes __proto__ as the key that it is", () => {
    expect(renderJson(parsed('{"__proto__":1}'))).toBe('{"__proto__":1}')
  })

  it("parse(render(x)) = x", () => {
    fc.assert(
      fc.property(json, (value) => {
        // Not toStrictEqual, which takes a key named "constructor" for the class.
        deepStrictEqual(parsed(renderJson(value)), value)
      })
    )
  })
})

describe("prettyJson", () => {
  it("indents by two spaces, with LF", () => {
    expect(prettyJson({ a: [1, { b: "x" }], c: [], d: {} })).toBe(
      [
        "{",
        '  "a": [',
        "    1,",
        "    {",
        '      "b": "x"',
        "    }",
        "  ],",
        '  "c": [],',
        '  "d": {}',
        "}"
      ].join("\n")
    )
  })

  it("agrees with JSON.stringify where that loses nothing", () => {
    fc.assert(
      fc.property(fc.json({ stringUnit: "binary" }), (source) => {
        const value: unknown = JSON.parse(source)
        fc.pre(!/\d{16}|e\+/.test(source))
        expect(prettyJson(value as Json)).toBe(JSON.stringify(value, null, 2))
      })
    )
  })
})

describe("canonicalJson", () => {
  it("RFC 8785, 3.2.2: the sample", () => {
    const source = String.raw`{
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
      "literals": [null, true, false]
    }`
    expect(canonicalJson(parsed(source))).toBe(
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`
    )
  })

  it("sorts keys that JavaScript orders as numbers by their code units, too", () => {
    expect(canonicalJson({ a: [{ 9: 1, 10: 2 }] })).toBe('{"a":[{"10":2,"9":1}]}')
    expect(canonicalJson({ 1: true, 10: { x: 1, "": 0 }, 2: [] })).toBe('{"1":true,"10":{"":0,"x":1},"2":[]}')
  })

  it("writes the items of an array, whatever the array says of itself", () => {
    const items = Object.assign([1, 2], { toJSON: () => "something else" })
    for (const write of [canonicalJson, renderJson]) expect(write({ items })).toBe('{"items":[1,2]}')
  })

  it("RFC 8785, 3.2.3: keys sort by UTF-16 code units", () => {
    const source = String.raw`{
      "\u20ac": "Euro Sign",
      "\r": "Carriage Return",
      "\ufb33": "Hebrew Letter Dalet With Dagesh",
      "1": "One",
      "\ud83d\ude00": "Emoji: Grinning Face",
      "\u0080": "Control",
      "\u00f6": "Latin Small Letter O With Diaeresis"
    }`
    const values = [...canonicalJson(parsed(source)).matchAll(/:"([^"]*)"/g)].map((match) => match[1])
    expect(values).toEqual([
      "Carriage Return",
      "One",
      "Control",
      "Latin Small Letter O With Diaeresis",
      "Euro Sign",
      "Emoji: Grinning Face",
      "Hebrew Letter Dalet With Dagesh"
    ])
  })

  /** More digits than a double needs, so that the writer has to find the shortest ones. */
  const longLexeme = (bits: string): JsonNumber =>
    new JsonNumber(Buffer.from(bits, "hex").readDoubleBE(0).toExponential(20))

  it.each([
    ["0000000000000000", "0"],
    ["8000000000000000", "0"],
    ["0000000000000001", "5e-324"],
    ["8000000000000001", "-5e-324"],
    ["7fefffffffffffff", "1.7976931348623157e+308"],
    ["ffefffffffffffff", "-1.7976931348623157e+308"],
    ["44b52d02c7e14af5", "9.999999999999997e+22"],
    ["44b52d02c7e14af6", "1e+23"],
    ["44b52d02c7e14af7", "1.0000000000000001e+23"],
    ["444b1ae4d6e2ef50", "1e+21"],
    ["3eb0c6f7a0b5ed8c", "9.999999999999997e-7"],
    ["3eb0c6f7a0b5ed8d", "0.000001"],
    ["41b3de4355555553", "333333333.3333332"],
    ["41b3de4355555554", "333333333.33333325"],
    ["41b3de4355555555", "333333333.3333333"],
    ["41b3de4355555556", "333333333.3333334"],
    ["41b3de4355555557", "333333333.33333343"],
    ["becbf647612f3696", "-0.0000033333333333333333"],
    ["43143ff3c1cb0959", "1424953923781206.2"]
  ])("RFC 8785, appendix B: %s is %s", (bits, text) => {
    expect(canonicalJson(longLexeme(bits))).toBe(text)
  })

  it.each([
    "4340000000000000",
    "c340000000000000",
    "4430000000000000",
    "444b1ae4d6e2ef4e",
    "444b1ae4d6e2ef4f"
  ])("decision 3: %s of appendix B would print as digits beyond 2^53 - 1, and is refused", (bits) => {
    expect(refusal(canonicalJson, longLexeme(bits))).toBe("unsafe_integer $")
  })

  it.each(["9007199254740992", "-9007199254740993", "18446744073709551616", `1${"0".repeat(30)}`])(
    "decision 3: the integer %s is refused",
    (digits) => {
      expect(refusal(canonicalJson, [new JsonNumber(digits)])).toBe("unsafe_integer $[0]")
    }
  )

  it("refuses a number beyond the doubles", () => {
    expect(refusal(canonicalJson, { a: new JsonNumber("1e400") })).toBe("not_finite $.a")
  })

  it("is idempotent, and does not depend on the order of keys", () => {
    fc.assert(
      fc.property(json, (value) => {
        const text = refusal(canonicalJson, value)
        expect(refusal(canonicalJson, reversed(value))).toBe(text)
        if (text.startsWith("wrote ")) expect(refusal(canonicalJson, parsed(text.slice(6)))).toBe(text)
        else expect(text).toMatch(/^unsafe_integer/)
      })
    )
  })
})

/** The same value with its keys inserted in reverse. */
const reversed = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(reversed)
  if (value === null || typeof value !== "object" || value instanceof JsonNumber) return value
  return object(
    Object.entries(value)
      .reverse()
      .map(([key, item]) => [key, reversed(item)])
  )
}

for (const [name, write] of Object.entries(writers)) {
  describe(`${name} refuses`, () => {
    class Point {
      x = 1
    }
    it.each<[string, unknown, string]>([
      ["I7 NaN", { rate: [0, Number.NaN] }, "not_finite $.rate[1]"],
      ["I7 Infinity", Number.NEGATIVE_INFINITY, "not_finite $"],
      ["an integer that has lost its digits", [2 ** 53], "unsafe_integer $[0]"],
      ["undefined in an object", { a: undefined }, "not_json $.a"],
      ["undefined in an array", [undefined], "not_json $[0]"],
      ["a hole in an array", Object.assign([], { length: 1 }), "not_json $[0]"],
      ["a function", { "a b": () => 1 }, 'not_json $["a b"]'],
      ["a symbol", Symbol("s"), "not_json $"],
      ["a bigint", [1n], "not_json $[0]"],
      ["a class instance", new Point(), "not_json $"],
      ["a Date", { at: new Date(0) }, "not_json $.at"],
      ["a Map", new Map(), "not_json $"],
      ["a gold answer", { gold: Gold.seal("5916") }, "not_json $.gold"],
      ["a JsonNumber that is no number", new JsonNumber("NaN"), "invalid_number $"],
      ["a JsonNumber with a leading zero", new JsonNumber("01"), "invalid_number $"],
      ["a JsonNumber of 1025 characters", new JsonNumber("1".repeat(1025)), "invalid_number $"],
      ["I2 a lone high surrogate", ["a\ud800"], "unpaired_surrogate $[0]"],
      ["I2 a lone low surrogate", "\udc00", "unpaired_surrogate $"],
      ["I2 a reversed pair", "\ude00\ud83d", "unpaired_surrogate $"],
      ["I2 a lone surrogate in a key", { "\ud800": 1 }, 'unpaired_surrogate $["\\ud800"]']
    ])("%s", (_what, value, expected) => {
      expect(refusal(write, value)).toBe(expected)
    })

    it("more than 128 levels, and so a cycle", () => {
      const nested = (depth: number): unknown => (depth === 0 ? 0 : [nested(depth - 1)])
      expect(parsed(write(nested(128) as Json))).toStrictEqual(nested(128))
      expect(refusal(write, nested(129))).toBe(`too_deep $${"[0]".repeat(128)}`)
      const cycle: Array<unknown> = []
      cycle.push(cycle)
      expect(refusal(write, cycle)).toMatch(/^too_deep/)
    })
  })
}

describe("JsonWriteError", () => {
  it("names the place", () => {
    expect(() => renderJson({ a: [Number.NaN] })).toThrow(
      "cannot write JSON: at $.a[0] the number is not finite"
    )
  })
})
