import { describe, expect, it } from "@effect/vitest"
import { drawFault } from "../../src/provider/drawFault.js"
import { faults } from "./support.js"

const plan = faults("503:0.2,generate.html:0.3,latency=5..9")

const draws = (seed: bigint, operation: "generate" | "count" = "generate", size = 4000) =>
  Array.from({ length: size }, (_, index) =>
    drawFault(plan, operation, { seed, requestSha256: `request ${index}`, seen: 1 })
  )

describe("chance", () => {
  it("meets the probabilities", () => {
    const drawn = draws(1n)
    const share = (name: string) => drawn.filter(({ fault }) => fault?.label === name).length / drawn.length
    // Four standard deviations of 4,000 draws.
    expect(Math.abs(share("503") - 0.2)).toBeLessThan(0.026)
    expect(Math.abs(share("generate.html") - 0.3)).toBeLessThan(0.03)
    expect(new Set(drawn.map(({ latencyMs }) => latencyMs))).toEqual(new Set([5, 6, 7, 8, 9]))
    expect(draws(1n, "count").some(({ fault }) => fault?.name === "html")).toBe(false)
  })

  it("depends on the seed, the request and how often it came, and on nothing else", () => {
    const key = { seed: 7n, requestSha256: "a", seen: 1 }
    const labels = (changed: (index: number) => object): ReadonlyArray<unknown> =>
      Array.from(
        { length: 200 },
        (_, index) => drawFault(plan, "generate", { ...key, ...changed(index) }).fault?.label
      )
    const same = labels(() => ({}))
    expect(new Set(same).size).toBe(1)
    expect(new Set(labels((seen) => ({ seen }))).size).toBe(3)
    expect(new Set(labels((index) => ({ seed: BigInt(index) }))).size).toBe(3)
    expect(new Set(labels((index) => ({ requestSha256: String(index) }))).size).toBe(3)
  })

  it("always strikes at probability 1, and never at 0", () => {
    const certain = faults("html:1,503:0")
    for (let seen = 1; seen < 200; seen++) {
      expect(drawFault(certain, "generate", { seed: 1n, requestSha256: "a", seen }).fault?.name).toBe("html")
    }
  })
})
