import * as fc from "fast-check"
import { type Json, JsonNumber } from "../../src/json/Json.js"

/** Every character of Unicode, no lone surrogates. */
export const text = fc.string({ unit: "binary", maxLength: 12 })

const lexeme = fc
  .tuple(
    fc.constantFrom("", "-"),
    fc.constantFrom("0", "7", "10", "9007199254740993"),
    fc.constantFrom(".0", ".25", ".100", "e3", "E-7", "e+30", ".5e2")
  )
  .map((parts) => parts.join(""))

export const object = (entries: Iterable<readonly [string, Json]>): Json => {
  const empty: Record<string, Json> = Object.create(null)
  for (const [key, value] of entries) empty[key] = value
  return empty
}

/** Values as the parser would build them. */
export const json: fc.Arbitrary<Json> = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<Json>(null, true, false),
    text,
    fc.maxSafeInteger().map((n) => n + 0),
    lexeme.map((digits) => new JsonNumber(digits)),
    fc.array(tie("json"), { maxLength: 4 }),
    fc
      .array(fc.tuple(fc.oneof(text, fc.constantFrom("__proto__", "1", "constructor")), tie("json")), {
        maxLength: 4
      })
      .map(object)
  )
})).json
