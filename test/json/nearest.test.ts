import { describe, expect, it } from "@effect/vitest"
import { nearest } from "../../src/json/nearest.js"

const words = ["plan", "audit", "run", "resume", "score", "report", "show", "lang", "--max-generation-calls"]

describe("nearest", () => {
  it.each([
    ["pln", "plan"], // a letter missing
    ["plaan", "plan"], // one added
    ["plam", "plan"], // one changed
    ["paln", "plan"], // two swapped: one slip, so it wins over anything two slips away
    ["PLAN", "plan"],
    ["resum", "resume"],
    ["--max-gen", "--max-generation-calls"], // a beginning
    ["xyzzy", null],
    ["", null],
    ["r", null]
  ])("%s → %s", (given, expected) => {
    expect(nearest(given, words)).toBe(expected)
  })
})
