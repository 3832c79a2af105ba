import { describe, expect, it } from "@effect/vitest"
import * as fc from "fast-check"
import { exactInteger } from "../../src/json/ExactInteger.js"
import { type Json, JsonNumber } from "../../src/json/Json.js"

const huge = "9".repeat(400)

describe("exactInteger", () => {
  it.each([
    ["1e3", 1000],
    ["10.0", 10],
    ["-2.50e2", -250],
    ["0.001E+3", 1],
    ["120e-1", 12],
    ["0.0000000000000000000007e22", 7],
    ["-0", 0],
    ["0.000", 0],
    [`0e${huge}`, 0],
    [`0e-${huge}`, 0],
    ["9007199254740991.000", 2 ** 53 - 1],
    ["-9.007199254740991e15", 1 - 2 ** 53],
    [`1${"0".repeat(600)}e-600`, 1]
  ])("%s", (lexeme, value) => {
    expect(exactInteger(new JsonNumber(lexeme))).toBe(value)
  })

  it.each([
    "0.5",
    "1e-1",
    "10.01",
    `1e-${huge}`,
    "9007199254740991.5",
    "9007199254740992",
    "9007199254740993",
    "1e16",
    "1e400",
    `1e${huge}`
  ])("%s is none", (lexeme) => {
    expect(exactInteger(new JsonNumber(lexeme))).toBeNull()
  })

  it.each<[string, Json, number | null]>([
    ["a safe integer", 5916, 5916],
    ["a fraction of our own", 0.25, null],
    ["-0", -0, 0],
    ["2^53", 2 ** 53, null],
    ["NaN", Number.NaN, null],
    ["a string", "12", null],
    ["null", null, null],
    ["true", true, null],
    ["an array", [1], null],
    ["a JsonNumber that holds no number", new JsonNumber("0x10"), null]
  ])("%s", (_what, value, expected) => {
    expect(exactInteger(value)).toBe(expected)
  })

  it("agrees with BigInt arithmetic on mantissa and exponent", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }),
        fc.integer({ min: -20, max: 20 }),
        (mantissa, exponent) => {
          const power = 10n ** BigInt(Math.abs(exponent))
          const whole = exponent >= 0 || mantissa % power === 0n
          const value = exponent >= 0 ? mantissa * power : mantissa / power
          const safe = value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER)
          expect(exactInteger(new JsonNumber(`${mantissa}e${exponent}`))).toBe(
            whole && safe ? Number(value) : null
          )
        }
      )
    )
  })
})
