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

  // Specification 7.2 to 7.4 and Task 9.
  for (const [preset, requests, families, blocks] of [
    ["smoke", { scope_lookup: 20, active_stack: 20, ast_to_source: 20 }, 4, 12],
    ["pilot", { scope_lookup: 720, active_stack: 720, ast_to_source: 360 }, 36, 360],
    ["main", { scope_lookup: 5120 }, 512, 1024]
  ] as const) {
    it(`${preset} of p1 has ${Object.values(requests).join(" + ")} requests in ${blocks} matched blocks`, () => {
      const plan = planFor(preset, {}, "p1")
      const found = casesOf(plan)
      const counts: Record<string, number> = {}
      for (const { factors } of found)
        counts[factors["task"] ?? ""] = (counts[factors["task"] ?? ""] ?? 0) + 1
      expect(counts).toEqual(requests)
      expect(new Set(found.map(({ caseId }) => caseId)).size).toBe(found.length)
      expect(rowsOfPlan(plan, "families.jsonl")).toHaveLength(families)
      expect(rowsOfPlan(plan, "generation-families.jsonl")).toHaveLength(preset === "main" ? 0 : families)
      const arms = new Map<string, Array<unknown>>()
      for (const { block, factors } of found) arms.set(block, [...(arms.get(block) ?? []), factors["style"]])
      expect(arms.size).toBe(blocks)
      for (const found of arms.values()) expect(found.toSorted()).toEqual(styles.toSorted())
    })
  }

  it("main has 10,240 requests where both views are planned, and shares the families of one", () => {
    const views = ["before_close", "after_close"]
    for (const phase of ["p0", "p1"] as const) {
      const plan = planFor("main", { views }, phase)
      expect(casesOf(plan)).toHaveLength(10_240)
      expect(rowsOfPlan(plan, "families.jsonl")).toEqual(rowsOfPlan(planFor("main"), "families.jsonl"))
    }
  })

  it("asks of scope_lookup under p1 what it asks under p0: the same requests and answers", () => {
    for (const preset of ["smoke", "pilot"] as const) {
      const [early, late] = [planFor(preset), planFor(preset, {}, "p1")]
      const lookups = casesOf(late).filter(({ factors }) => factors["task"] === "scope_lookup")
      expect(lookups).toEqual(casesOf(early))
      const answers = (plan: typeof early) =>
        [...plan.gold].flatMap(({ goldId, answer }) =>
          goldId.includes("/scope_lookup/") ? [renderJson({ goldId, answer: answer.reveal() })] : []
        )
      expect(answers(late)).toEqual(answers(early))
    }
  })

  it("writes programs of pilot in families of their own, within 8 deep and 32 fillers", () => {
    const plan = planFor("pilot", {}, "p1")
    const written = casesOf(plan).filter(({ factors }) => factors["task"] === "ast_to_source")
    const cells = new Map<string, Set<unknown>>()
    for (const { factors } of written) {
      expect(factors["view"]).toBe("complete")
      expect(factors["familyId"]).toMatch(/^t3-/)
      const cell = `${factors["depth"]} ${factors["filler"]}`
      cells.set(cell, (cells.get(cell) ?? new Set()).add(factors["familyId"]))
    }
    expect([...cells].map(([cell, families]) => [cell, families.size])).toEqual(
      [2, 4, 8].flatMap((depth) => [0, 8, 32].map((filler) => [`${depth} ${filler}`, 4]))
    )
    expect(new Set(written.map(({ factors }) => factors["regime"]))).toEqual(new Set(["natural", "nonce"]))
    const [, second] = rowsOfPlan(plan, "generation-families.jsonl")
    expect(second).toMatchObject({
      tableSeed: String(deriveSeed(20261005n, "pilot/t3/table", 1)),
      family: {
        familyId: "t3-d02-f000-02",
        seeds: { structure: String(deriveSeed(20261005n, "pilot/t3/structure", 1)) }
      }
    })
  })

  it("writes the hand-made programs of smoke, and the bank of each task from a name space of its own", () => {
    const plan = planFor("smoke", {}, "p1")
    const familyOf = (row: unknown) => (row as { readonly family: unknown }).family
    expect(rowsOfPlan(plan, "generation-families.jsonl").map(familyOf)).toEqual(
      rowsOfPlan(plan, "families.jsonl")
    )
    const examples = rowsOfPlan(plan, "examples.jsonl") as unknown as ReadonlyArray<{
      readonly task: string
      readonly family: { readonly familyId: string; readonly seeds: { readonly structure: string } }
    }>
    const banks = { scope_lookup: "example", active_stack: "example/t2", ast_to_source: "example/t3" }
    for (const [task, namespace] of Object.entries(banks)) {
      const bank = examples.filter((example) => example.task === task)
      expect(bank.map(({ family }) => family.seeds.structure)).toEqual(
        Array.from({ length: 8 }, (_, index) =>
          String(deriveSeed(20261005n, `${namespace}/structure`, index))
        )
      )
    }
  })

  it("gives every style of a task the same output limit: reading tasks theirs, writing its own", () => {
    const limits = new Map<unknown, Set<number>>()
    for (const { factors, request } of casesOf(planFor("smoke", { maxOutputTokensReading: 5000 }, "p1"))) {
      const found = limits.get(factors["task"]) ?? new Set()
      limits.set(factors["task"], found.add(request.maxOutputTokens))
    }
    expect([...limits].map(([task, found]) => [task, ...found])).toEqual([
      ["scope_lookup", 5000],
      ["active_stack", 5000],
      ["ast_to_source", 16384]
    ])
  })

  it("can ask one task alone", () => {
    const stack = planFor("main", { tasks: ["active_stack"] }, "p1")
    expect(casesOf(stack)).toHaveLength(5120)
    expect(stack.files.map(({ name }) => name)).toEqual(["families.jsonl", "examples.jsonl"])
    const programs = planFor("pilot", { tasks: ["ast_to_source"] }, "p1")
    expect(casesOf(programs)).toHaveLength(360)
    expect(programs.files.map(({ name }) => name)).toEqual(["generation-families.jsonl", "examples.jsonl"])
  })

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
    const late = protocolFor("pilot", {}, "p1")
    expect(refusal({ ...late, templates: base["templates"] ?? null })).toContain("templates")
    const { ast_to_source, ...others } = late["templates"] as typeof base
    const swapped = { scope_lookup: others["scope_lookup"] ?? null, ast_to_source: ast_to_source ?? null }
    expect(refusal({ ...late, tasks: ["scope_lookup", "active_stack"], templates: swapped })).toContain(
      "templates are not those of the tasks"
    )
    const { tasks: _, ...untold } = late
    expect(refusal(untold)).toContain("templates")
    expect(
      refusal({ ...late, generationGrid: { depth: [9], fillerStatements: [0], seedsPerCell: 1 } })
    ).toContain("generationGrid.depth is [9]; it must be different integers from 2 to 8")
    const grid = { depth: [61], fillerStatements: [0], seedsPerCell: 1 }
    expect(refusal({ ...base, grid })).toContain(
      "grid.depth is [61]; it must be different integers from 2 to 60"
    )
    expect(refusal({ ...base, lexicalRegimes: ["nonce"], grid: null })).toContain("lexicalRegimes")
  })
})
