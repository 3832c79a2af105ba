import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import { verbs } from "../../src/cli.js"
import { contents, temporaryFolder } from "../support/runs.js"
import { icl, lastLine } from "./support.js"

/** A command line without the developer's own environment. */
const bench = (...argv: ReadonlyArray<string>) =>
  icl(verbs, argv).pipe(Effect.withConfigProvider(ConfigProvider.fromMap(new Map())))

/** A pilot of 2 strata with 2 families, 2 views, 2 regimes, 5 styles: 80 trials. */
const planned = Effect.gen(function* () {
  const folder = yield* temporaryFolder
  const config = path.join(folder, "small.json")
  const grid = { depth: [2], fillerStatements: [0, 8], seedsPerCell: 2 }
  fs.writeFileSync(config, JSON.stringify({ grid, seedNamespace: "small" }))
  const run = path.join(folder, "pilot")
  yield* bench("plan", "--preset", "pilot", "--config", config, "--out", run)
  return { config, folder, run }
})

const both = (run: string) => [
  ["power", "--run", run, "--preset", "main"],
  ["assess", "--run", run]
]

describe("planning from a pilot by command line", () => {
  it.effect("power and assess refuse a run that is not scored or not over, and write nothing", () =>
    Effect.gen(function* () {
      const { run } = yield* planned
      const unscored = contents(run)
      for (const words of both(run)) {
        const output = yield* bench(...words)
        expect(output).toMatchObject({ code: 2, stdout: "" })
        expect(output.stderr).toContain("score the run first")
      }
      expect(contents(run)).toEqual(unscored)

      expect(yield* bench("run", "--run", run, "--mock", "--max-generation-calls", "40")).toMatchObject({
        code: 3
      })
      expect(yield* bench("score", "--run", run)).toMatchObject({ code: 0 })
      const half = contents(run)
      for (const words of both(run)) {
        const output = yield* bench(...words)
        expect(output).toMatchObject({ code: 2, stdout: "" })
        expect(output.stderr).toContain("40 of 80 planned trials are not over")
      }
      expect(contents(run)).toEqual(half)
    }).pipe(Effect.scoped)
  )

  it.effect("power prints one object, labels a mock pilot, takes --config, and changes nothing", () =>
    Effect.gen(function* () {
      const { config, run } = yield* planned
      yield* bench("run", "--run", run, "--mock")
      yield* bench("score", "--run", run)
      const before = contents(run)
      const output = yield* bench("power", "--run", run, "--preset", "main", "--json")
      expect(output.code).toBe(0)
      expect(JSON.parse(output.stdout)).toMatchObject({
        syntheticMock: true,
        target: { preset: "main", strata: 16, familiesPerStratum: 32 }
      })
      const small = yield* bench("power", "--run", run, "--preset", "pilot", "--config", config)
      expect(small.stdout).toContain("synthetic_mock=true")
      expect(small.stdout).toContain("2 strata of 2 families")
      expect(small.stdout).toContain("Every stratum of the target is one of the pilot's.")
      expect(contents(run)).toEqual(before)
    }).pipe(Effect.scoped)
  )

  it.effect("assess writes the same canonical JSON each time, into the run or where it is told", () =>
    Effect.gen(function* () {
      const { folder, run } = yield* planned
      yield* bench("run", "--run", run, "--mock", "--mock-profile", "perfect")
      yield* bench("score", "--run", run)
      const output = yield* bench("assess", "--run", run)
      const file = path.join(run, "assessment.json")
      expect(output.code).toBe(0)
      expect(lastLine(output.stderr)).toBe(`exit 0, done; next: read ${file}`)
      expect(output.stdout).toContain("too_easy")
      expect(output.stdout).toContain("synthetic_mock=true")
      const saved = fs.readFileSync(file, "utf8")
      expect(JSON.parse(saved)).toMatchObject({ verdict: "too_easy", synthetic_mock: true })
      expect(Object.keys(JSON.parse(saved))).toEqual(Object.keys(JSON.parse(saved)).sort())

      const other = path.join(folder, "verdict.json")
      const again = yield* bench("assess", "--run", run, "--out", other, "--json")
      expect(JSON.parse(again.stdout)).toMatchObject({ verdict: "too_easy", written: other })
      expect(fs.readFileSync(other, "utf8")).toBe(saved)
      // A path that was mistyped must not cost a file.
      const scores = path.join(run, "scores.jsonl")
      const graded = fs.readFileSync(scores, "utf8")
      const refused = yield* bench("assess", "--run", run, "--out", scores)
      expect(refused).toMatchObject({ code: 2, stdout: "" })
      expect(refused.stderr).toContain("scores.jsonl' exists already")
      expect(fs.readFileSync(scores, "utf8")).toBe(graded)
      expect(yield* bench("report", "--run", run)).toMatchObject({ code: 0 })
      expect(yield* bench("verify", "--run", run)).toMatchObject({ code: 0 })
    }).pipe(Effect.scoped)
  )

  it.effect("smoke is no pilot: 2", () =>
    Effect.gen(function* () {
      const run = path.join(yield* temporaryFolder, "smoke")
      yield* bench("plan", "--preset", "smoke", "--out", run)
      yield* bench("run", "--run", run, "--mock")
      yield* bench("score", "--run", run)
      for (const words of both(run)) {
        const output = yield* bench(...words)
        expect(output).toMatchObject({ code: 2, stdout: "" })
        expect(output.stderr).toContain("planned from a pilot")
      }
    }).pipe(Effect.scoped)
  )
})
