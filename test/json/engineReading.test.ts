import { deepStrictEqual } from "node:assert/strict"
import { describe, expect, it } from "@effect/vitest"
import * as Either from "effect/Either"
import * as fc from "fast-check"
import { readByEngine } from "../../src/json/engineReading.js"
import { parseJson } from "../../src/json/JsonParser.js"
import { renderJson } from "../../src/json/JsonWriter.js"
import { json } from "./arbitraries.js"

describe("readByEngine", () => {
  it.each([['{"a":[1,"é日😀"],"b":{"c":null}}'], ['{"a":1}\n'], ["0"], ['"x"'], ["[]"], ["{}"]])(
    "reads %j",
    (text) => {
      expect(readByEngine(text)?.value).toEqual(JSON.parse(text))
    }
  )

  it.each([
    ["a repeated key", '{"a":1,"a":1}'],
    ["spaces", '{"a": 1}'],
    ["indentation", '{\n  "a": 1\n}'],
    ["two line feeds", "1\n\n"],
    ["a fraction", '{"a":0.5}'],
    ["an exponent", "1e+21"],
    ["a negative zero", "[-0]"],
    ["an integer that a double cannot hold", "9007199254740993"],
    ["an integer that it holds by chance", "[9007199254740992]"],
    ["keys that JavaScript orders", '{"b":1,"2":1}'],
    ["an escape", '{"a":"\\n"}'],
    ["half a pair as an escape", '["\\ud83d"]'],
    ["half a pair", '["\ud83d"]'],
    ["129 levels", `${"[".repeat(129)}${"]".repeat(129)}`],
    ["129 levels of objects", `${'{"a":'.repeat(129)}1${"}".repeat(129)}`],
    ["a depth without end", "[".repeat(1_000_000) + "]".repeat(1_000_000)],
    ["a byte order mark", "\ufeff1"],
    ["what is no JSON", "{a:1}"],
    ["nothing", ""]
  ])("leaves %s to the parser", (_, text) => {
    expect(readByEngine(text)).toBeNull()
  })

  it("reads 128 levels, and keys as they are", () => {
    expect(readByEngine(`${"[".repeat(128)}${"]".repeat(128)}`)).not.toBeNull()
    const value = readByEngine('{"__proto__":{"a":1},"toJSON":1,"constructor":2}')?.value ?? null
    expect(Object.getPrototypeOf(value)).toBeNull()
    expect(Object.keys(value ?? {})).toEqual(["__proto__", "toJSON", "constructor"])
  })

  it("changes nothing of what the parser makes of a text", () => {
    const texts = fc.oneof(
      json.map(renderJson),
      fc.json({ maxDepth: 3 }),
      fc
        .tuple(
          json.map(renderJson),
          fc.nat(),
          fc.constantFrom("", "\n", " ", ",", "0", '"', "}", "e1", "\u2028")
        )
        .map(
          ([text, at, more]) =>
            text.slice(0, at % (text.length + 1)) + more + text.slice(at % (text.length + 1))
        )
    )
    fc.assert(
      fc.property(texts, (text) => {
        // A blank in front is JSON, too, and nothing that the engine would write.
        const [found, strict] = [parseJson(text), parseJson(` ${text}`)]
        if (Either.isRight(found)) deepStrictEqual(found.right, Either.getOrThrow(strict))
        else expect(Either.getOrThrow(Either.flip(strict)).code).toBe(found.left.code)
      }),
      { numRuns: 2000 }
    )
  })
})
