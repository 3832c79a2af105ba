import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { syntaxLocality } from "../../src/experiments/syntax-locality/SyntaxLocality.js"
import * as SimulatedClient from "../../src/llm/simulated/SimulatedClient.js"
import { compare } from "../../src/pipeline/compare.js"
import { plan } from "../../src/pipeline/plan.js"
import { run } from "../../src/pipeline/run.js"
import { score } from "../../src/pipeline/score.js"
import * as Disk from "../../src/records/Disk.js"
import * as Shutdown from "../../src/runner/Shutdown.js"
import { runServices, temporaryFolder } from "../support/runs.js"

/** A scored run of eight families against the simulated model. */
const scored = (folder: string, name: string, model: string, seed = 1, grid: object = {}) =>
  Effect.gen(function* () {
    const root = path.join(folder, name)
    const configPath = path.join(folder, `${name}.json`)
    fs.writeFileSync(
      configPath,
      JSON.stringify({
        version: 1,
        grid: { depth: [8], fillerStatements: [0], seedsPerCell: 8, ...grid }
      })
    )
    const profile = yield* Effect.provide(syntaxLocality.simulatedModel("noisy", null), Disk.layer)
    const mode = { type: "mock", profile: "noisy", seed: String(seed), maxGenerationCalls: null } as const
    const settings = { preset: "pilot", phase: "p0", configPath, model, replicates: null } as const
    yield* plan(syntaxLocality, { ...settings, baseUrl: "https://x.example/v1" }).run.pipe(
      Effect.zipRight(run(syntaxLocality, { mode, concurrency: 4 }).run),
      Effect.zipRight(score(syntaxLocality).run),
      Effect.provide(Layer.mergeAll(runServices(root), Shutdown.layer, SimulatedClient.layer(profile, seed)))
    )
    return root
  })

const compared = (roots: ReadonlyArray<string>, out: string) =>
  Effect.provide(compare(syntaxLocality, roots, out), Disk.layer)

describe("compare", () => {
  it.scoped("shows each run's own figures, and none of both", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const roots = [yield* scored(folder, "a", "model-a", 1), yield* scored(folder, "b", "model-<b>|", 2)]
      const out = path.join(folder, "out")
      const { headline } = yield* compared(roots, out)
      const [head = "", ...lines] = fs
        .readFileSync(path.join(out, "accuracy.csv"), "utf8")
        .trimEnd()
        .split("\n")
      const names = head.split(",")
      const cell = (line: string, name: string) => line.split(",")[names.indexOf(name)]
      expect(lines).toHaveLength(2 * 2 * 5)
      for (const root of roots) {
        const rows = fs
          .readFileSync(path.join(root, "scores.jsonl"), "utf8")
          .trimEnd()
          .split("\n")
          .map((line) => JSON.parse(line))
        for (const line of lines.filter((one) => one.startsWith(`${root},`))) {
          const own = rows.filter(
            ({ factors }) => factors.view === cell(line, "view") && factors.style === cell(line, "style")
          )
          expect(own).toHaveLength(16)
          expect(Number(cell(line, "correct"))).toBe(
            own.filter(({ outcome }) => outcome === "correct").length
          )
        }
      }
      expect(headline).toContain(`${roots[1]} (model-<b>|, low): D−B = `)
      expect(fs.readFileSync(path.join(out, "compare.md"), "utf8")).toContain("model-&lt;b&gt;\\|")
    })
  )

  it.scoped("refuses runs that ask other questions, and a folder that holds something", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const a = yield* scored(folder, "a", "m")
      const b = yield* scored(folder, "b", "m", 1, { depth: [4] })
      const c = path.join(folder, "c")
      fs.cpSync(a, c, { recursive: true })
      const differs = yield* Effect.flip(compared([a, b], path.join(folder, "out")))
      expect(differs.message).toContain("the datasets differ")
      const occupied = yield* Effect.flip(compared([a, c], b))
      expect(occupied._tag).toBe("OutputNotEmpty")
      const file = path.join(b, "manifest.json")
      expect((yield* Effect.flip(compared([a, c], file))).message).toContain(
        `${file} is a file, not a folder`
      )
      expect(fs.existsSync(path.join(folder, "out"))).toBe(false)
    })
  )
})
