import { describe, expect, it } from "@effect/vitest"
import fc from "fast-check"
import { amountTick, percentageTick } from "../../../src/report/figures/ticks.js"

/** About `count` ticks at 1, 2 or 5 times a power of ten, as the plotting library chooses them. */
const ticks = (low: number, high: number, count: number): ReadonlyArray<number> => {
  const rough = (high - low) / count
  const power = Math.floor(Math.log10(rough))
  const error = rough / 10 ** power
  const factor = error >= Math.sqrt(50) ? 10 : error >= Math.sqrt(10) ? 5 : error >= Math.sqrt(2) ? 2 : 1
  // By division where the step is below 1, so that 3 steps of a tenth are 0.3.
  const at = (index: number) => (power < 0 ? (index * factor) / 10 ** -power : index * factor * 10 ** power)
  const step = at(1)
  const found = []
  for (let index = Math.ceil(low / step); index <= Math.floor(high / step); index++) found.push(at(index))
  return found
}

/** Whether no two ticks of an axis read the same. */
const distinct = (low: number, high: number, count: number, format: (value: number) => string): boolean => {
  const labels = ticks(low, high, count).map(format)
  return new Set(labels).size === labels.length
}

describe("ticks of one axis have different labels", () => {
  it("percentages, from the shortest axis that is drawn", () => {
    const axis = fc.tuple(fc.integer({ min: -1000, max: 0 }), fc.integer({ min: 0, max: 1000 }))
    fc.assert(
      fc.property(axis, ([from, to]) => {
        const [low, high] = [from / 1000 - 0.01, to / 1000 + 0.01]
        expect(distinct(low, high, 5, percentageTick(low, high))).toBe(true)
      })
    )
  })

  it("amounts", () => {
    fc.assert(
      fc.property(fc.nat(100_000), fc.integer({ min: 1, max: 1_000_000 }), (low, length) => {
        expect(distinct(low, low + length, 4, amountTick(low, low + length))).toBe(true)
      })
    )
  })

  it("and read as numbers do", () => {
    expect([0, 1500, 20_000].map(amountTick(0, 20_000))).toEqual(["0", "1.5k", "20k"])
    expect([1200, 1300].map(amountTick(1100, 1400))).toEqual(["1200", "1300"])
    expect([-0.1, 0.05].map(percentageTick(-0.1, 0.1))).toEqual(["-10", "5"])
    expect(percentageTick(-0.01, 0.01)(0.005)).toBe("0.5")
  })
})
