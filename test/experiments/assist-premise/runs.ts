import * as fs from "node:fs"
import * as path from "node:path"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { assistPremise } from "../../../src/experiments/assist-premise/AssistPremise.js"
import * as SimulatedClient from "../../../src/llm/simulated/SimulatedClient.js"
import type { PlanSettings } from "../../../src/pipeline/Experiment.js"
import { plan } from "../../../src/pipeline/plan.js"
import { report } from "../../../src/pipeline/report.js"
import { run } from "../../../src/pipeline/run.js"
import { readProtocol } from "../../../src/pipeline/SavedRun.js"
import { score } from "../../../src/pipeline/score.js"
import { verify } from "../../../src/pipeline/verify.js"
import * as Shutdown from "../../../src/runner/Shutdown.js"
import { runServices, temporaryFolder } from "../../support/runs.js"

const settings: PlanSettings = {
  preset: "public",
  phase: "p0",
  configPath: null,
  model: null,
  replicates: null
}

/** A planned run of the benchmark in a folder of its own. */
export const plannedPremise = (changes: Partial<PlanSettings & { readonly baseUrl: string }> = {}) =>
  Effect.gen(function* () {
    const root = path.join(yield* temporaryFolder, "run")
    yield* plan(assistPremise, { ...settings, baseUrl: "https://x.example/v1", ...changes }).run.pipe(
      Effect.provide(runServices(root))
    )
    return root
  })

/** Lets a simulated assistant answer what is left of a run. */
export const answered = (root: string, profile: string, maxGenerationCalls: number | null = null) =>
  Effect.gen(function* () {
    const model = yield* assistPremise.simulatedModel(profile, yield* readProtocol)
    const mode = { type: "mock", profile, seed: "1", maxGenerationCalls } as const
    return yield* run(assistPremise, { mode, concurrency: 4 }).run.pipe(
      Effect.provide(Layer.merge(SimulatedClient.layer(model, 1), Shutdown.layer))
    )
  }).pipe(Effect.provide(runServices(root)))

/** Scores, reports and verifies; what `verify` complains of. */
export const finished = (root: string) =>
  Effect.gen(function* () {
    yield* score(assistPremise).run
    yield* report(assistPremise).run
    const { checks } = yield* verify(assistPremise).run
    return checks.flatMap(({ detail, name, passed }) => (passed ? [] : [`${name}: ${detail}`]))
  }).pipe(Effect.provide(runServices(root)))

export interface Row {
  readonly goldId: string
  readonly replicate: number
  readonly outcome: string
  readonly reason: string | null
  readonly attempts: number
  readonly diagnostics: Readonly<Record<string, string | number | null>>
  readonly usage: { readonly outputTokens: number }
}

export const rowsOf = (root: string): ReadonlyArray<Row> =>
  fs
    .readFileSync(path.join(root, "scores.jsonl"), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line))

export const textOf = (root: string, name: string): string => fs.readFileSync(path.join(root, name), "utf8")
