import * as fs from "node:fs"
import * as path from "node:path"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { assistPremise } from "../../../src/experiments/assist-premise/AssistPremise.js"
import type { Problem } from "../../../src/experiments/assist-premise/problems/Problem.js"
import { repairsIn, requirementIn } from "../../../src/experiments/assist-premise/prompt/conversation.js"
import * as SimulatedClient from "../../../src/llm/simulated/SimulatedClient.js"
import type { SimulatedModel, SimulatedReply } from "../../../src/llm/simulated/SimulatedModel.js"
import { type PlanOptions, plan } from "../../../src/pipeline/plan.js"
import { report } from "../../../src/pipeline/report.js"
import { run } from "../../../src/pipeline/run.js"
import { readProtocol } from "../../../src/pipeline/SavedRun.js"
import { score } from "../../../src/pipeline/score.js"
import { verify } from "../../../src/pipeline/verify.js"
import * as Shutdown from "../../../src/runner/Shutdown.js"
import { runServices, temporaryFolder } from "../../support/runs.js"
import { publicSet, regressionSet } from "./data.js"

const settings = {
  preset: "public",
  phase: "p0",
  configPath: null,
  model: null,
  replicates: null
} as const

/** A planned run of the benchmark in a folder of its own. */
export const plannedPremise = (changes: Partial<PlanOptions> = {}) =>
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
    return yield* answeredBy(root, model, maxGenerationCalls)
  }).pipe(Effect.provide(runServices(root)))

/** As {@link answered}, by any stand-in. */
export const answeredBy = (root: string, model: SimulatedModel, maxGenerationCalls: number | null = null) => {
  const mode = { type: "mock", profile: model.profile, seed: "1", maxGenerationCalls } as const
  return run(assistPremise, { mode, concurrency: 4 }).run.pipe(
    Effect.provide(Layer.mergeAll(SimulatedClient.layer(model, 1), Shutdown.layer, runServices(root)))
  )
}

/** A stand-in that answers each problem, and each attempt to mend it, as `say` has it. */
export const sayingModel = (
  say: (problem: Problem, replies: number) => SimulatedReply | string
): SimulatedModel => ({
  profile: "saying",
  reply: ({ input }) => {
    const prompt = requirementIn(input[0]?.content ?? "")?.prompt
    const problem = [...publicSet.problems, ...regressionSet.problems].find((one) => one.prompt === prompt)
    if (problem === undefined) throw new Error(`nobody knows the requirement ${prompt}`)
    const said = say(problem, repairsIn(input))
    return typeof said === "string" ? { type: "answer", text: said, reasoningTokens: 64 } : said
  }
})

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
