import { readFileSync } from "node:fs"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { resolve } from "../../../src/experiments/syntax-locality/resolve.js"
import type { PlanSettings } from "../../../src/pipeline/Experiment.js"
import { Disk, DiskError, type DiskService } from "../../../src/records/Disk.js"

const missing = (path: string) => new DiskError({ operation: "read", path, code: "ENOENT" })

/** The package's real files, and `files` in front of them. */
const diskWith = (files: Readonly<Record<string, string | Uint8Array>>): Layer.Layer<Disk> => {
  const readIfExists: DiskService["readIfExists"] = (file) => {
    const content = files[file]
    if (content !== undefined) return Effect.succeed(Option.some(Buffer.from(content)))
    return Effect.sync(() => Option.liftThrowable(readFileSync)(file) as Option.Option<Uint8Array>)
  }
  const service: Partial<DiskService> = {
    readIfExists,
    read: (file) =>
      Effect.flatMap(
        readIfExists(file),
        Effect.mapError(() => missing(file))
      )
  }
  // `resolve` reads and does nothing else; any other call of the stub is a failure of the test.
  return Layer.succeed(Disk, service as DiskService)
}

const settings = (overlay: Partial<PlanSettings>): PlanSettings => ({
  preset: "pilot",
  phase: "p0",
  configPath: null,
  model: null,
  replicates: null,
  ...overlay
})

const resolved = (
  overlay: Partial<PlanSettings>,
  files: Readonly<Record<string, string | Uint8Array>> = {}
) => resolve(settings(overlay)).pipe(Effect.provide(diskWith(files)))

const refused = (overlay: Partial<PlanSettings>, files: Readonly<Record<string, string | Uint8Array>> = {}) =>
  Effect.map(Effect.flip(resolved(overlay, files)), (error) => error.message)

describe("resolve", () => {
  it.effect("finds the presets from the sources", () =>
    Effect.gen(function* () {
      for (const preset of ["smoke", "pilot", "main"]) {
        expect(yield* resolved({ preset })).toMatchObject({
          experiment: "syntax-locality",
          preset,
          phase: "p0"
        })
      }
    })
  )

  it.effect("takes the flags before the file, and the file before the preset", () =>
    Effect.gen(function* () {
      const files = { "my.json": '{"model": "from-file", "fewShotCount": 4, "grid": {"depth": [8]}}' }
      const protocol = yield* resolved({ configPath: "my.json" }, files)
      expect(protocol).toMatchObject({
        model: "from-file",
        fewShotCount: 4,
        reasoningEffort: "low",
        grid: { depth: [8], fillerStatements: [0, 32, 128], seedsPerCell: 4 }
      })
      const flagged = yield* resolved({ configPath: "my.json", model: "from-flag", replicates: 3 }, files)
      expect(flagged).toMatchObject({ model: "from-flag", replicates: 3, fewShotCount: 4 })
    })
  )

  it.effect("checks what comes from flags and environment, too", () =>
    Effect.gen(function* () {
      expect(yield* refused({ model: "two words" })).toBe(
        '--model or OPENAI_MODEL: model is "two words"; it must be a model\'s name of 1 to 200 printable ASCII characters without spaces'
      )
      expect(yield* refused({ replicates: 0 })).toContain("replicates is 0")
    })
  )

  it.effect("I6 a byte order mark is refused and named, in UTF-8 and in UTF-16", () =>
    Effect.gen(function* () {
      expect(yield* refused({ configPath: "bom.json" }, { "bom.json": '\ufeff{"replicates": 2}' })).toMatch(
        /^bom\.json: .*byte order mark/
      )
      const utf16 = Buffer.from('\ufeff{"replicates": 2}', "utf16le")
      expect(yield* refused({ configPath: "wide.json" }, { "wide.json": utf16 })).toMatch(
        /^wide\.json: .*UTF-8/
      )
    })
  )

  it.effect("M4 a file with CRLF says the same", () =>
    Effect.gen(function* () {
      const file = '{\n  "replicates": 2,\n  "grid": {\n    "depth": [8]\n  }\n}\n'
      const unix = yield* resolved({ configPath: "a.json" }, { "a.json": file })
      const windows = yield* resolved({ configPath: "a.json" }, { "a.json": file.replaceAll("\n", "\r\n") })
      expect(windows).toEqual(unix)
    })
  )

  it.effect("refuses a file that is missing, no JSON, or no object, and keys that nobody knows", () =>
    Effect.gen(function* () {
      expect(yield* refused({ configPath: "none.json" })).toBe("cannot read none.json: ENOENT")
      expect(yield* refused({ configPath: "a.json" }, { "a.json": "{" })).toMatch(
        /^a\.json: .*line 1, column 2/
      )
      expect(yield* refused({ configPath: "a.json" }, { "a.json": "[]" })).toBe(
        "a.json: it must hold one JSON object"
      )
      expect(yield* refused({ configPath: "a.json" }, { "a.json": '{"modell": "x"}' })).toBe(
        "a.json: modell is not a key; did you mean model?"
      )
      expect(
        yield* refused({ configPath: "a.json" }, { "a.json": '{"__proto__": {"model": "x"}}' })
      ).toContain("__proto__ is not a key")
    })
  )

  it.effect("keeps each preset's families to itself", () =>
    Effect.gen(function* () {
      const files = { "a.json": '{"seedNamespace": "main"}', "b.json": '{"seedNamespace": "harder-grid"}' }
      expect(yield* refused({ configPath: "a.json" }, files)).toMatch(
        /^a\.json: seedNamespace is "main"; .* preset main$/
      )
      expect(yield* resolved({ preset: "main", configPath: "a.json" }, files)).toMatchObject({
        seedNamespace: "main"
      })
      expect(yield* resolved({ configPath: "b.json" }, files)).toMatchObject({ seedNamespace: "harder-grid" })
    })
  )

  it.effect("knows three presets", () =>
    Effect.gen(function* () {
      expect(yield* refused({ preset: "pilto" })).toBe(
        "--preset: there is no preset 'pilto'; did you mean pilot?"
      )
    })
  )

  it.effect("asks for values alone under p0, and for all tasks of the preset under p1", () =>
    Effect.gen(function* () {
      for (const preset of ["smoke", "pilot"]) {
        const early = yield* resolved({ preset })
        expect(early).not.toHaveProperty("tasks")
        expect(early).not.toHaveProperty("generationGrid")
        expect(Object.keys(early["templates"] ?? {})).toEqual(["scope_lookup"])
        const late = yield* resolved({ preset, phase: "p1" })
        expect(late["tasks"]).toEqual(["scope_lookup", "active_stack", "ast_to_source"])
        expect(Object.keys(late["templates"] ?? {})).toEqual(late["tasks"])
      }
    })
  )

  it.effect("plans the same main run in both phases", () =>
    Effect.gen(function* () {
      const { phase: _p0, ...early } = yield* resolved({ preset: "main" })
      const { phase: _p1, ...late } = yield* resolved({ preset: "main", phase: "p1" })
      expect(late).toEqual(early)
    })
  )

  it.effect(
    "takes other tasks from a file, in the order of the house, with a grid that is merged key by key",
    () =>
      Effect.gen(function* () {
        const files = {
          "a.json":
            '{"tasks": ["ast_to_source", "active_stack"], "generationGrid": {"depth": [8]}, "seedNamespace": "second"}',
          "b.json": '{"tasks": ["active_stack"]}',
          "c.json": '{"tasks": ["ast_to_source"], "generationGrid": null}'
        }
        const protocol = yield* resolved({ configPath: "a.json", phase: "p1" }, files)
        expect(protocol).toMatchObject({
          tasks: ["active_stack", "ast_to_source"],
          generationGrid: { depth: [8], fillerStatements: [0, 8, 32], seedsPerCell: 4 }
        })
        // A grid of a task that is not asked has no part in the plan.
        expect(yield* resolved({ configPath: "b.json", phase: "p1" }, files)).toMatchObject({
          tasks: ["active_stack"],
          generationGrid: null
        })
        expect(yield* refused({ configPath: "a.json" }, files)).toMatch(/^a\.json: tasks lacks scope_lookup/)
        expect(yield* refused({ configPath: "c.json", phase: "p1" }, files)).toMatch(
          /^c\.json: generationGrid is null; .* because tasks has ast_to_source$/
        )
      })
  )
})
