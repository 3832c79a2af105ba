import { describe, expect, it } from "@effect/vitest"
import * as Either from "effect/Either"
import { decodeConfig } from "../../../src/experiments/syntax-locality/Config.js"
import type { JsonObject } from "../../../src/json/Json.js"
import { parseJson } from "../../../src/json/JsonParser.js"
import { settingsOf } from "./plans.js"

const complete: JsonObject = { version: 1, ...(settingsOf("pilot") as unknown as JsonObject) }

const issuesWith = (overlay: JsonObject): ReadonlyArray<string> =>
  Either.match(decodeConfig({ ...complete, ...overlay }), { onLeft: (issues) => issues, onRight: () => [] })

const grid = (overlay: JsonObject): JsonObject => ({
  grid: { ...(complete["grid"] as JsonObject), ...overlay }
})

describe("decodeConfig", () => {
  it("takes the presets with the values of specification 7.1 to 7.4", () => {
    const shared = {
      model: "gpt-5.6-terra",
      reasoningEffort: "low",
      maxOutputTokensReading: 8192,
      maxOutputTokensGeneration: 16384,
      temperature: null,
      topP: null,
      fewShotCount: 8,
      indentation: "none",
      replicates: 1,
      masterSeed: "20261005",
      maxRpm: 60,
      maxTpm: 200000
    }
    expect(settingsOf("smoke")).toMatchObject({ ...shared, grid: null })
    expect(settingsOf("pilot")).toMatchObject({
      ...shared,
      grid: { depth: [2, 4, 8], fillerStatements: [0, 32, 128], seedsPerCell: 4 },
      generationGrid: { depth: [2, 4, 8], fillerStatements: [0, 8, 32], seedsPerCell: 4 },
      views: ["before_close", "after_close"]
    })
    expect(settingsOf("main")).toMatchObject({
      ...shared,
      grid: { depth: [2, 4, 8, 16], fillerStatements: [0, 32, 128, 512], seedsPerCell: 32 },
      views: ["after_close"]
    })
    const namespaces = (["smoke", "pilot", "main"] as const).map((preset) => settingsOf(preset).seedNamespace)
    expect(new Set(namespaces).size).toBe(3)
  })

  it("names the key, what was found and what would do, for all that is wrong at once", () => {
    expect(issuesWith({ reasoningEffort: "hgh", fewShotCount: 0, temperature: 1 })).toEqual([
      'reasoningEffort is "hgh"; it must be none, minimal, low, medium, high, xhigh, max, or null',
      "temperature is 1; it must be null, because it is never sent",
      "fewShotCount is 0; it must be an integer from 1 to 16"
    ])
  })

  it("names the limits of decision 30", () => {
    expect(issuesWith(grid({ depth: [2, 61] }))).toEqual([
      "grid.depth is [2,61]; it must be different integers from 2 to 60, the limit of nesting"
    ])
    expect(issuesWith(grid({ fillerStatements: [100001] }))).toEqual([
      "grid.fillerStatements is [100001]; it must be different integers from 0 to 100000, the limit of fillers"
    ])
    expect(issuesWith(grid({ depth: [60], fillerStatements: [100000] }))).toEqual([])
  })

  it("K1 an unknown key is refused with the near one", () => {
    expect(issuesWith({ replicate: 2 })).toEqual(["replicate is not a key; did you mean replicates?"])
    expect(issuesWith({ MaxRPM: 2 })).toEqual(["MaxRPM is not a key; did you mean maxRpm?"])
    expect(issuesWith({ colour: 2 })).toEqual(["colour is not a key"])
    expect(issuesWith(grid({ deph: [2] }))).toEqual(["grid.deph is not a key; did you mean grid.depth?"])
  })

  it("says what is missing", () => {
    const { model: _model, ...rest } = complete
    expect(Either.flip(decodeConfig(rest)).pipe(Either.getOrThrow)).toEqual([
      "model is missing; it must be a model's name of 1 to 200 printable ASCII characters without spaces"
    ])
  })

  it("I5 a fraction or an integer beyond 2^53 is not rounded into a valid one", () => {
    const json = Either.getOrThrow(parseJson('{"replicates": 1.0, "maxTpm": 9007199254740993}')) as JsonObject
    expect(issuesWith(json)).toEqual([
      "replicates is 1.0; it must be an integer from 1 to 100",
      "maxTpm is 9007199254740993; it must be an integer from 1 to 1000000000"
    ])
  })

  it("takes signed 64-bit master seeds as text only", () => {
    for (const seed of ["-9223372036854775808", "9223372036854775807", "0"]) {
      expect(issuesWith({ masterSeed: seed })).toEqual([])
    }
    for (const seed of ["9223372036854775808", "007", "-0", "1e3", "", 20261005]) {
      expect(issuesWith({ masterSeed: seed })[0]).toContain("masterSeed is")
    }
  })

  it("refuses empty and repeated lists, and the examples' own namespace", () => {
    for (const overlay of [
      { views: [] },
      { lexicalRegimes: ["natural", "natural"] },
      grid({ depth: [] }),
      grid({ depth: [2, 2] })
    ]) {
      expect(issuesWith(overlay)).toHaveLength(1)
    }
    expect(issuesWith({ seedNamespace: "example" })[0]).toContain("seedNamespace")
  })

  it("refuses nonce words for the hand-made families, which have none", () => {
    expect(issuesWith({ grid: null, generationGrid: null })).toEqual([
      'lexicalRegimes is ["natural","nonce"]; it must be one or both of natural, nonce; only natural where grid is null'
    ])
  })

  it("refuses programs to be written that are deeper than 8 or longer than 32 fillers (decision 30)", () => {
    const generation = (overlay: JsonObject): JsonObject => ({
      generationGrid: { ...(complete["generationGrid"] as JsonObject), ...overlay }
    })
    expect(issuesWith(generation({ depth: [2, 8], fillerStatements: [0, 32] }))).toEqual([])
    expect(issuesWith(generation({ depth: [9] }))).toEqual([
      "generationGrid.depth is [9]; it must be different integers from 2 to 8, the limit of nesting in programs to be written"
    ])
    expect(issuesWith(generation({ fillerStatements: [33] }))).toEqual([
      "generationGrid.fillerStatements is [33]; it must be different integers from 0 to 32, the limit of fillers in programs to be written"
    ])
  })

  it("wants a grid for programs to be written, which smoke's own serve for", () => {
    const needed =
      "generationGrid is null; it must be an object with depth, fillerStatements and seedsPerCell, because tasks has ast_to_source"
    expect(issuesWith({ generationGrid: null })).toEqual([needed])
    expect(issuesWith({ generationGrid: null, tasks: ["active_stack"] })).toEqual([])
    expect(settingsOf("smoke")).toMatchObject({
      generationGrid: null,
      tasks: expect.arrayContaining(["ast_to_source"])
    })
    const { generationGrid: _, ...missing } = complete
    expect(Either.flip(decodeConfig(missing)).pipe(Either.getOrThrow)).toEqual([
      "generationGrid is missing; it must be an object with depth, fillerStatements and seedsPerCell, or null; only null where grid is null"
    ])
  })

  it("refuses tasks that nobody knows, repeated ones, and none", () => {
    for (const tasks of [[], ["scope_lookup", "scope_lookup"], ["last_closed"]]) {
      expect(issuesWith({ tasks })[0]).toMatch(
        /^tasks is .*; it must be one or more of scope_lookup, active_stack, ast_to_source$/
      )
    }
    expect(issuesWith({ views: ["complete"] })[0]).toContain("views is")
  })
})
