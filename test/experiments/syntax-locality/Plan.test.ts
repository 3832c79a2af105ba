import { describe, expect, it } from "@effect/vitest"
import * as Either from "effect/Either"
import { derivePlan } from "../../../src/experiments/syntax-locality/Plan.js"
import { renderJson } from "../../../src/json/JsonWriter.js"
import { deriveSeed } from "../../../src/random/Seeds.js"
import { canonicalHash } from "../../../src/records/Identity.js"
import { casesOf, planFor, protocolFor, rowsOfPlan } from "./plans.js"

const styles = ["braces", "generic_end", "typed_end", "named_end", "padded_end"]

describe("derivePlan", () => {
  // Specification 7.2 to 7.4.
  for (const [preset, cases, families, blocks] of [
    ["smoke", 20, 4, 4],
    ["pilot", 720, 36, 144],
    ["main", 5120, 512, 1024]
  ] as const) {
    it(`${preset} has ${cases} requests from ${families} families in ${blocks} matched blocks`, () => {
      const plan = planFor(preset)
      const found = casesOf(plan)
      expect(found).toHaveLength(cases)
      expect(new Set(found.map(({ caseId }) => caseId)).size).toBe(cases)
      expect(rowsOfPlan(plan, "families.jsonl")).toHaveLength(families)
      const arms = new Map<string, Array<unknown>>()
      for (const { block, factors } of found) arms.set(block, [...(arms.get(block) ?? []), factors["style"]])
      expect(arms.size).toBe(blocks)
      for (const found of arms.values()) expect(found.toSorted()).toEqual(styles.toSorted())
    })
  }

  it("asks smoke in natural words only, and main after the closings only", () => {
    expect(new Set(casesOf(planFor("smoke")).map(({ factors }) => factors["regime"]))).toEqual(
      new Set(["natural"])
    )
    expect(new Set(casesOf(planFor("main")).map(({ factors }) => factors["view"]))).toEqual(
      new Set(["after_close"])
    )
  })

  it("gives the same bytes for the same protocol, and others for another master seed", () => {
    const bytes = (seed: string): string => {
      const plan = planFor("pilot", { masterSeed: seed })
      const lines = [
        ...plan.files.flatMap(({ rows }) => [...rows]).map(renderJson),
        ...[...plan.gold].map(({ goldId, answer }) => renderJson({ goldId, answer: answer.reveal() })),
        ...casesOf(plan).map(({ request }) => request.input[0]?.content ?? "")
      ]
      return lines.join("\n")
    }
    const first = bytes("20261005")
    expect(bytes("20261005") === first).toBe(true)
    expect(bytes("20261006") === first).toBe(false)
  })

  it("can be iterated more than once", () => {
    const plan = planFor("smoke")
    expect(casesOf(plan)).toEqual(casesOf(plan))
  })

  it("derives its seeds by decision 1 under the suite's own namespace, and writes them as decimal strings", () => {
    const [, second] = rowsOfPlan(planFor("pilot"), "families.jsonl")
    expect(second).toMatchObject({
      seeds: {
        structure: String(deriveSeed(20261005n, "pilot/structure", 1)),
        identifier: String(deriveSeed(20261005n, "pilot/identifier", 1)),
        value: String(deriveSeed(20261005n, "pilot/value", 1)),
        filler: String(deriveSeed(20261005n, "pilot/filler", 1))
      }
    })
    expect(planFor("pilot").scheduleSeed).toBe(deriveSeed(20261005n, "pilot/schedule", 0))
  })

  it("E7 another model, effort or output limit is another protocol and other requests", () => {
    const base = protocolFor("smoke")
    const request = (overlay: object) => casesOf(planFor("smoke", { ...overlay }))[0]?.request
    for (const overlay of [
      { model: "other" },
      { reasoningEffort: "high" },
      { maxOutputTokensReading: 4096 }
    ]) {
      expect(canonicalHash(protocolFor("smoke", overlay))).not.toBe(canonicalHash(base))
      expect(request(overlay)).not.toEqual(request({}))
    }
    expect(canonicalHash(protocolFor("smoke", { truncation: "omit" }))).not.toBe(canonicalHash(base))
  })

  it("sends neither temperature nor top_p, and the limit of reading tasks", () => {
    expect(Object.keys(casesOf(planFor("smoke"))[0]?.request ?? {}).toSorted()).toEqual([
      "input",
      "instructions",
      "maxOutputTokens",
      "model",
      "reasoningEffort"
    ])
    expect(casesOf(planFor("smoke"))[0]?.request).toMatchObject({
      model: "gpt-5.6-terra",
      reasoningEffort: "low",
      maxOutputTokens: 8192
    })
  })

  it("refuses a protocol of another generator, with another template, or beyond the limits", () => {
    const base = protocolFor("pilot")
    const refusal = (protocol: typeof base) =>
      Either.flip(derivePlan(protocol)).pipe(Either.getOrThrow).reason
    const versions = base["versions"] as typeof base
    expect(refusal({ ...base, versions: { ...versions, generator: 2 } })).toContain("versions.generator")
    const templates = { scope_lookup: { instructions: "0", user: "0", syntax: "0" } }
    expect(refusal({ ...base, templates })).toContain("templates.scope_lookup.instructions")
    const grid = { depth: [61], fillerStatements: [0], seedsPerCell: 1 }
    expect(refusal({ ...base, grid })).toContain(
      "grid.depth is [61]; it must be different integers from 2 to 60"
    )
    expect(refusal({ ...base, lexicalRegimes: ["nonce"], grid: null })).toContain("lexicalRegimes")
  })
})
