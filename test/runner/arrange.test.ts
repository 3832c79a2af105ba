import { describe, expect, it } from "@effect/vitest"
import fc from "fast-check"
import { arrange } from "../../src/runner/arrange.js"

const blocksOf = fc.array(fc.array(fc.nat(), { minLength: 1, maxLength: 5 }), { maxLength: 12 })

describe("arrange", () => {
  it("keeps every trial once and every block together", () => {
    fc.assert(
      fc.property(blocksOf, fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (sizes, seed) => {
        const blocks = sizes.map((block, index) => block.map((_, place) => `${index}/${place}`))
        const order = arrange(blocks, seed)
        expect([...order].sort()).toEqual(blocks.flat().sort())
        const starts = order.map((name) => name.split("/")[0]).filter((name, at, all) => name !== all[at - 1])
        expect(new Set(starts).size).toBe(starts.length)
      })
    )
  })

  it("puts each arm first about equally often", () => {
    const blocks = Array.from({ length: 5000 }, (_, index) =>
      ["A", "B", "C", "D", "E"].map((arm) => ({ arm, index }))
    )
    const order = arrange(blocks, 20261005n)
    const first = new Map<string, number>()
    for (let at = 0; at < order.length; at += 5) {
      const arm = order[at]?.arm ?? ""
      first.set(arm, (first.get(arm) ?? 0) + 1)
    }
    // 1,000 expected of each; five standard deviations are 141.
    for (const count of first.values()) expect(Math.abs(count - 1000)).toBeLessThan(141)
    expect(order.slice(0, 50).map(({ index }) => index)).not.toEqual(
      order
        .slice(0, 50)
        .map(({ index }) => index)
        .toSorted((a, b) => a - b)
    )
  })
})
