import { describe, expect, it } from "@effect/vitest"
import * as Either from "effect/Either"
import { faultKinds } from "../../src/provider/Fault.js"
import { parseFaults } from "../../src/provider/FaultSpec.js"
import { faults } from "./support.js"

const names = Object.keys(faultKinds).filter((name) => name !== "status")

describe("the specification of faults", () => {
  it("reads the items with their endpoints, options and probabilities", () => {
    const plan = faults(
      "503:0.05, 429/retry-after=2:0.1,count.404:0.5,generate.stall-body/for=300:.25,latency=50..200"
    )
    const seen = (operation: "generate" | "count") =>
      plan[operation].map(({ fault, probability }) => [
        fault.label,
        fault.name,
        fault.httpStatus,
        probability
      ])
    expect(seen("generate")).toEqual([
      ["503", "status", 503, 0.05],
      ["429/retry-after=2", "status", 429, 0.1],
      ["generate.stall-body/for=300", "stall-body", 0, 0.25]
    ])
    expect(seen("count")).toEqual([
      ["503", "status", 503, 0.05],
      ["429/retry-after=2", "status", 429, 0.1],
      ["count.404", "status", 404, 0.5]
    ])
    expect(plan.generate[2]?.fault.forMs).toBe(300)
    expect(plan.latencyMs).toEqual({ min: 50, max: 200 })
    expect(faults("latency=7").latencyMs).toEqual({ min: 7, max: 7 })
  })

  it("puts a fault where it makes sense when no endpoint is named", () => {
    const plan = faults("missing-usage:0.1,wrong-count:0.1")
    expect(plan.generate.map(({ fault }) => fault.name)).toEqual(["missing-usage"])
    expect(plan.count.map(({ fault }) => fault.name)).toEqual(["wrong-count"])
  })

  it.each(names)("knows %s", (name) => {
    const plan = faults(`${name}:0.5`)
    expect(plan.generate.length + plan.count.length).toBeGreaterThan(0)
  })

  it("names every fault when one is not known", () => {
    const problem = Either.getOrThrow(Either.flip(parseFaults("tornado:0.1")))
    expect(problem).toContain("'tornado'")
    for (const name of names) expect(problem).toContain(name)
  })

  it.each([
    ["", "''"],
    ["503", "'503'"],
    ["503", "as in '503:0.1'"],
    ["503:", "probability"],
    ["503:1.5", "probability"],
    ["503:-0.1", "probability"],
    ["503:1e-1", "probability"],
    ["503:NaN", "probability"],
    ["503:0.1,", "''"],
    ["600:0.1", "'600'"],
    ["399:0.1", "'399'"],
    ["status:0.1", "'status'"],
    ["constructor:0.1", "'constructor'"],
    ["count.missing-usage:0.1", "generate only"],
    ["generate.wrong-count:0.1", "count only"],
    ["503/for=5:0.1", "'/for=5'"],
    ["stall-body/for=soon:0.1", "for=MS"],
    ["429/retry-after=later:0.1", "'later'"],
    ["429/retry-after:0.1", "retry-after="],
    ["latency=", "latency"],
    ["latency=9..3", "latency"],
    ["latency=1..2..3", "latency"],
    ["latency=1.5", "latency"],
    ["generate.503:0.6,generate.500:0.6", "more than 1"]
  ])("refuses %j, and says why", (spec, why) => {
    expect(Either.getOrThrow(Either.flip(parseFaults(spec)))).toContain(why)
  })

  it("takes ten tenths for one", () => {
    expect(faults(Array(10).fill("503:0.1").join(",")).generate).toHaveLength(10)
  })
})
