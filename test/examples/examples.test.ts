import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import {
  audit,
  Disk,
  type Experiment,
  plan,
  RunDirectory,
  RunLock,
  report,
  run,
  Shutdown,
  Stage,
  score,
  syntaxLocality,
  verify
} from "syntax-locality-icl"
import { SimulatedClient } from "syntax-locality-icl/testing"
import { brackets } from "../../examples/brackets.js"
import { shadowing } from "../../examples/shadowing.js"
import { temporaryFolder } from "../support/runs.js"

/** From a plan to a report, against the simulated model `profile`. */
const whole = Effect.fnUntraced(function* (
  experiment: Experiment,
  preset: string,
  profile: string,
  configPath: string | null = null
) {
  const settings = { preset, phase: "p0", configPath, model: null, replicates: null } as const
  const model = yield* experiment.simulatedModel(profile, null)
  const stages = [
    plan(experiment, { ...settings, baseUrl: "https://api.example/v1" }),
    audit(experiment),
    run(experiment, {
      mode: { type: "mock", profile, seed: "1", maxGenerationCalls: null },
      concurrency: 4
    }),
    score(experiment)
  ] as const
  const [planned, audited, answered, scored] = stages
  return yield* Stage.andThen(
    Stage.andThen(Stage.andThen(planned, audited), answered),
    Stage.andThen(scored, report(experiment))
  ).run.pipe(Effect.provide(SimulatedClient.layer(model, 1)))
})

const services = (root: string) =>
  Layer.mergeAll(Disk.layer, RunDirectory.layer(root), RunLock.processesLayer, Shutdown.layer)

const inFolder = <A, E>(
  work: (root: string) => Effect.Effect<A, E, Layer.Layer.Success<ReturnType<typeof services>>>
) =>
  Effect.flatMap(temporaryFolder, (folder) =>
    Effect.provide(work(path.join(folder, "run")), services(path.join(folder, "run")))
  )

const scoresIn = (root: string): ReadonlyArray<{ outcome: string; factors: Record<string, unknown> }> =>
  fs
    .readFileSync(path.join(root, "scores.jsonl"), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line))

describe("examples/brackets.ts", () => {
  it.scoped("is a whole experiment: a perfect counter is always right", () =>
    inFolder((root) =>
      Effect.gen(function* () {
        const { headline } = yield* whole(brackets, "pilot", "perfect")
        expect(headline).toContain("plain: 100.0% (36 of 36)")
        expect(headline).toContain("numbered: 100.0% (36 of 36)")
        expect(headline).toContain("numbered−plain = 0.0 pp on 36 of 36 families")
        const comparisons = fs.readFileSync(path.join(root, "paired-comparisons.csv"), "utf8").split("\n")
        expect(comparisons.filter((line) => line.includes(",primary,"))).toEqual([
          expect.stringMatching(/^brackets,whole,numbered-plain,numbered,plain,primary,all,/)
        ])
        expect((yield* verify(brackets).run).checks.filter(({ passed }) => !passed)).toEqual([])
        expect(fs.readFileSync(path.join(root, "report.md"), "utf8")).toContain("synthetic_mock")
      })
    )
  )

  it.scoped("asks for what it grades: brackets are counted here once more", () =>
    inFolder((root) =>
      Effect.gen(function* () {
        yield* whole(brackets, "smoke", "careless")
        const gold = new Map(
          fs
            .readFileSync(path.join(root, "gold.jsonl"), "utf8")
            .trimEnd()
            .split("\n")
            .map((line) => JSON.parse(line))
            .map(({ answer, goldId }) => [goldId, answer])
        )
        const trials = fs
          .readFileSync(path.join(root, "schedule.jsonl"), "utf8")
          .trimEnd()
          .split("\n")
          .map((line) => JSON.parse(line))
        expect(trials).toHaveLength(12)
        for (const { goldId, trialId } of trials) {
          const { input } = JSON.parse(
            fs.readFileSync(path.join(root, "trials", trialId, "request.json"), "utf8")
          )
          const text: string = input[0].content
          const open = text.split("(").length - text.split(")").length
          expect(gold.get(goldId)).toBe(open)
        }
      })
    )
  )

  it.scoped("shows that a careless counter needs the numbers", () =>
    inFolder((root) =>
      Effect.gen(function* () {
        yield* whole(brackets, "pilot", "careless")
        const right = (style: string) =>
          scoresIn(root).filter(({ factors, outcome }) => factors["style"] === style && outcome === "correct")
            .length
        expect(right("numbered")).toBe(36)
        expect(right("plain")).toBeLessThan(30)
      })
    )
  )
})

describe("examples/shadowing.ts", () => {
  it.scoped("puts every wrong answer of a finished run into one of its two places", () =>
    inFolder((root) =>
      Effect.gen(function* () {
        const config = `${root}.json`
        const grid = { depth: [8], fillerStatements: [0], seedsPerCell: 8 }
        fs.writeFileSync(config, JSON.stringify({ version: 1, grid }))
        yield* whole(syntaxLocality, "pilot", "noisy", config)
        const counts = yield* shadowing.run
        const wrong = new Map<string, number>()
        for (const { factors, outcome } of scoresIn(root)) {
          const style = String(factors["style"])
          if (outcome === "wrong_answer") wrong.set(style, (wrong.get(style) ?? 0) + 1)
        }
        expect(wrong.size).toBeGreaterThan(0)
        expect(new Map([...counts].map(([style, { other, shadowed }]) => [style, other + shadowed]))).toEqual(
          wrong
        )
        const [head, ...rows] = fs
          .readFileSync(path.join(root, "shadowing.csv"), "utf8")
          .trimEnd()
          .split("\n")
        expect(head).toBe("style,shadowed,other")
        expect(rows).toHaveLength(wrong.size)
      })
    )
  )
})
