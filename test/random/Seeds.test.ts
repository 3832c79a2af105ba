import { describe, expect, it } from "@effect/vitest"
import { deriveSeed } from "../../src/random/Seeds.js"

describe("deriveSeed", () => {
  it.each([
    [20261005n, "structure", 0, 3102188980387978110n],
    [-1n, "例", 7, -320357842081276770n],
    [20261005n, "identifier", 511, 8361516028655011201n]
  ] as const)("decision 1: (%s, %s, %s)", (masterSeed, namespace, index, expected) => {
    expect(deriveSeed(masterSeed, namespace, index)).toBe(expected)
  })

  it("accepts the extremes of its types", () => {
    const low = deriveSeed(-(2n ** 63n), "", Number.MIN_SAFE_INTEGER)
    const high = deriveSeed(2n ** 63n - 1n, "", Number.MAX_SAFE_INTEGER)
    expect(low).not.toBe(high)
  })

  it.each([
    ["a master seed beyond 64 bits", 2n ** 63n, "value", 0],
    ["a fractional index", 0n, "value", 0.5],
    ["an index beyond 2^53 - 1", 0n, "value", 2 ** 53],
    ["a namespace with an unpaired surrogate", 0n, "value\ud800", 0]
  ] as const)("refuses %s", (_what, masterSeed, namespace, index) => {
    expect(() => deriveSeed(masterSeed, namespace, index)).toThrow(RangeError)
  })
})
