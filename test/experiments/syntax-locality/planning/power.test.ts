import { writeFileSync } from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as fc from "fast-check"
import { power } from "../../../../src/experiments/syntax-locality/planning/power.js"
import type { JsonObject } from "../../../../src/json/Json.js"
import type { PlanSettings } from "../../../../src/pipeline/Experiment.js"
import type { ScoredRun } from "../../../../src/pipeline/Planning.js"
import * as Disk from "../../../../src/records/Disk.js"
import { temporaryFolder } from "../../../support/runs.js"
import { block, gridOf, pilot } from "./pilots.js"

const main: PlanSettings = { preset: "main", phase: "p1", configPath: null, model: null, replicates: null }

const run = (one: ScoredRun, settings: PlanSettings = main) =>
  power(one, settings).pipe(Effect.provide(Disk.layer))

interface Row extends JsonObject {
  readonly treatment: string
  readonly baseline: string
  readonly standardError: number | null
  readonly detectable: { readonly power80: number; readonly power90: number } | null
}

const rowsOf = (json: JsonObject) => json["contrasts"] as unknown as ReadonlyArray<Row>
const found = (one: ScoredRun, settings: PlanSettings = main) =>
  Effect.map(run(one, settings), ({ json, lines }) => ({ json, lines, rows: rowsOf(json) }))

/** In the first of four families D alone is right in natural and in nonce: d = 1 for it. */
const oneOfFour = gridOf((_depth, _filler, _regime, number) => (number === 0 ? "00010" : "11111"))

describe("power", () => {
  it.effect("of the main grid, by hand: a quarter of the families with d² = 1 in every stratum", () =>
    Effect.gen(function* () {
      const { json, rows } = yield* found(pilot(oneOfFour))
      expect(json["target"]).toEqual({ preset: "main", strata: 16, familiesPerStratum: 32 })
      const [primary] = rows
      expect([primary?.treatment, primary?.baseline]).toEqual(["named_end", "generic_end"])
      // √(0.25 / (16 × 32)) = 0.0220971; times 1.959964 + 0.841621 = 0.0619069, plus 1.281552 = 0.0716280.
      expect(primary?.standardError).toBeCloseTo(0.0220971, 7)
      expect(primary?.detectable?.power80).toBeCloseTo(0.0619069, 6)
      expect(primary?.detectable?.power90).toBeCloseTo(0.071628, 6)
      expect(primary).toMatchObject({
        families: { available: 36, planned: 36, discordant: 9 },
        largest: 0.25,
        asked: true
      })
      // Half and twice the variance: the figure over and times √2.
      const pooled = primary?.["pooled"] as unknown as ReadonlyArray<Row & { readonly factor: number }>
      expect(pooled.map(({ factor }) => factor)).toEqual([0.5, 1, 2])
      expect(pooled[0]?.detectable?.power80).toBeCloseTo(0.0619069 / Math.SQRT2, 6)
      expect(pooled[1]?.detectable?.power80).toBeCloseTo(0.0619069, 6)
      expect(pooled[2]?.detectable?.power80).toBeCloseTo(0.0619069 * Math.SQRT2, 6)
    })
  )

  it.effect("takes depth 16 and filler 512 from the nearest strata, and says so", () =>
    Effect.gen(function* () {
      // Only depth 8 × filler 128 tells the styles apart. It stands for itself and for (8, 512), (16, 128), (16, 512): 4 of 16 strata.
      const rows = gridOf((depth, filler) => (depth === 8 && filler === 128 ? "00010" : "11111"))
      const { lines, rows: contrasts } = yield* found(pilot(rows))
      expect(contrasts[0]?.standardError).toBeCloseTo(Math.sqrt(4 / 32) / 16, 12)
      const strata = contrasts[0]?.["strata"] as unknown as ReadonlyArray<JsonObject>
      expect(strata.filter(({ source }) => source === "own")).toHaveLength(9)
      expect(strata.at(-1)).toEqual({ levels: [16, 512], source: "nearest", from: [8, 128], meanSquare: 1 })
      expect(lines).toContain("depth 16 × filler 512 takes the nearest of the pilot, depth 8 × filler 128")
    })
  )

  it.effect("has no figure where no two styles ever disagree, rather than a perfect eye", () =>
    Effect.gen(function* () {
      const { rows, lines } = yield* found(pilot(gridOf(() => "11111")))
      expect(rows).toHaveLength(5)
      for (const row of rows)
        expect(row).toMatchObject({
          standardError: null,
          detectable: null,
          pooled: [],
          remarks: ["no discordance to go by"]
        })
      expect(lines.join("\n")).toContain("NA")
    })
  )

  it.effect("warns of few discordant families, and of what cannot be reached", () =>
    Effect.gen(function* () {
      const rows = gridOf((depth, _filler, regime, number) =>
        depth === 2 && regime === "natural" && number === 0 ? "00010" : "11111"
      )
      const [primary] = (yield* found(pilot(rows))).rows
      // d = 1/2 for 1 of 4 families in 4 of 16 strata (filler 512 as 128): all of it one way is 3.1 pp; what could be seen is 2.2 pp.
      expect(primary?.["largest"]).toBeCloseTo(1 / 32, 12)
      expect(primary?.["remarks"]).toEqual(["few discordant families"])
      const folder = yield* temporaryFolder
      const config = path.join(folder, "small.json")
      writeFileSync(config, JSON.stringify({ grid: { seedsPerCell: 2 }, seedNamespace: "small" }))
      const [small] = (yield* found(pilot(rows), { ...main, configPath: config })).rows
      // A sixteenth of the families: four times the error.
      expect(small?.standardError).toBeCloseTo(4 * (primary?.standardError ?? 0), 12)
      expect(small?.["remarks"]).toEqual([
        "few discordant families",
        "out of reach: all discordance in one direction is 3.1 pp"
      ])
    }).pipe(Effect.scoped)
  )

  it.effect("tells other settings of the target, tasks that it does not ask, and simulated answers", () =>
    Effect.gen(function* () {
      const stack = gridOf((_depth, _filler, _regime, number) => (number === 0 ? "00010" : "11111")).map(
        (row) => ({
          ...row,
          trialId: row.trialId.replace(/^./, "z"),
          factors: { ...row.factors, task: "active_stack" },
          synthetic_mock: true
        })
      )
      const { json, lines, rows } = yield* found(pilot([...oneOfFour, ...stack]), {
        ...main,
        model: "another"
      })
      expect(json).toMatchObject({ syntheticMock: true, differingSettings: ["model"] })
      expect(lines[0]).toContain("synthetic_mock=true")
      expect(lines).toContain(
        "The target has another model than the pilot, and may have another discordance."
      )
      expect(rows.map(({ task, asked }) => [task, asked])).toEqual([
        ...Array.from({ length: 5 }, () => ["scope_lookup", true]),
        ...Array.from({ length: 5 }, () => ["active_stack", false])
      ])
    })
  )

  it.effect(
    "is refused from smoke and from main, without a grid, and for words that the pilot did not use",
    () =>
      Effect.gen(function* () {
        for (const preset of ["smoke", "main"] as const)
          expect((yield* Effect.either(run(pilot(oneOfFour, {}, preset))))._tag).toBe("Left")
        const smoke = yield* Effect.either(run(pilot(oneOfFour), { ...main, preset: "smoke" }))
        expect(smoke).toMatchObject(Either.left({ _tag: "ConfigError" }))
        const natural = oneOfFour.filter(({ factors }) => factors["regime"] === "natural")
        const words = yield* Effect.either(run(pilot(natural)))
        expect(words).toMatchObject(Either.left({ _tag: "RunConflict" }))
      })
  )

  it("is the same when D and B change places, and prints no sign", () => {
    const answers = fc.array(fc.constantFrom("11111", "10111", "11101", "10101", "00000", "x1110"), {
      minLength: 24,
      maxLength: 24
    })
    fc.assert(
      fc.property(answers, (drawn) => {
        const rows = drawn.flatMap((one, index) =>
          block(
            {
              family: `f${index >> 1}`,
              depth: (index >> 1) % 3 === 0 ? 2 : 8,
              regime: index % 2 === 0 ? "natural" : "nonce"
            },
            one
          )
        )
        const swapped = rows.map((row) => {
          const { style } = row.factors
          const other = style === "named_end" ? "generic_end" : style === "generic_end" ? "named_end" : style
          return { ...row, factors: { ...row.factors, style: other ?? "" } }
        })
        const [before, after] = [rows, swapped].map((scores) => Effect.runSync(found(pilot(scores))))
        expect(after?.rows[0]).toEqual(before?.rows[0])
        expect(before?.lines.join("\n")).not.toMatch(/[+-][0-9]/)
      }),
      { numRuns: 30 }
    )
  })
})
