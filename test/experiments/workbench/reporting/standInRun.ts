import * as path from "node:path"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import {
  isJudgePrompt,
  judgeReply
} from "../../../../src/experiments/workbench/simulated-model/judgeReply.js"
import { workbench } from "../../../../src/experiments/workbench/Workbench.js"
import type { LlmRequest } from "../../../../src/llm/LlmRequest.js"
import * as SimulatedClient from "../../../../src/llm/simulated/SimulatedClient.js"
import type { SimulatedModel, SimulatedReply } from "../../../../src/llm/simulated/SimulatedModel.js"
import { plan } from "../../../../src/pipeline/plan.js"
import { report } from "../../../../src/pipeline/report.js"
import { run } from "../../../../src/pipeline/run.js"
import { readProtocol } from "../../../../src/pipeline/SavedRun.js"
import { score } from "../../../../src/pipeline/score.js"
import * as Shutdown from "../../../../src/runner/Shutdown.js"
import { runServices, temporaryFolder } from "../../../support/runs.js"

const local = (id: string) => ({
  kind: "local",
  id,
  digest: "0".repeat(64),
  quantization: "Q4_K_M",
  parameters: "8B",
  family: "stand-in",
  bytes: 5_000_000_000,
  contextLength: 40_960,
  capabilities: ["completion", "tools"],
  version: "0.0.0"
})

const cloud = (id: string) => ({ kind: "cloud", id, version: "0.0.0", startMs: 100, synthetic: true })

/** As `plan` would have found it on a laptop. */
const found = {
  subjects: [local("stand-in:8b"), local("stand-in:1b"), cloud("claude"), cloud("gemini")],
  absent: [{ id: "codex", reason: "there is no such program" }],
  machine: { platform: "linux x64", cpu: null, memoryMiB: null, gpus: null, environment: "laptop" },
  sandboxRefusal: null,
  cliConfigSha256: "0".repeat(64)
}

/** A question, one that a judge has a say in, and an agent's work. */
export const tasks = ["gijiroku/eigyou-teirei", "mail/seikyuu-kuichigai", "code-hozen/wareki-mojisuu"]

const planned = Effect.gen(function* () {
  const root = path.join(yield* temporaryFolder, "run")
  yield* plan(workbench, {
    preset: "all",
    phase: "p0",
    configPath: null,
    model: null,
    replicates: 1,
    baseUrl: "http://127.0.0.1:9",
    selection: { models: null, tasks, judge: "claude" },
    found
  }).run.pipe(Effect.provide(runServices(root)))
  return root
})

const finished = (root: string, model: SimulatedModel) =>
  Effect.gen(function* () {
    const mode = { type: "mock", profile: model.profile, seed: "1", maxGenerationCalls: null } as const
    yield* run(workbench, { mode, concurrency: 1 }).run.pipe(
      Effect.provide(Layer.mergeAll(SimulatedClient.layer(model, 1), Shutdown.layer))
    )
    yield* score(workbench).run
    yield* report(workbench).run
    return root
  }).pipe(Effect.provide(runServices(root)))

/** A reported run whose answers are drawn from the tasks' samples; its folder. */
export const sampleRun = Effect.gen(function* () {
  const root = yield* planned
  const protocol = yield* Effect.provide(readProtocol, runServices(root))
  const model = yield* Effect.provide(workbench.simulatedModel("mixed", protocol), runServices(root))
  return yield* finished(root, model)
})

/** A reported run in which every subject says the same, whatever it is asked, and the judge gives this reason. */
export const runSaying = (say: (request: LlmRequest) => SimulatedReply, reason: string) =>
  Effect.gen(function* () {
    const root = yield* planned
    return yield* finished(root, {
      profile: "saying",
      reply: (request, random) => {
        const prompt = request.input[0]
        if (prompt === undefined || !("content" in prompt) || !isJudgePrompt(prompt.content))
          return say(request)
        const judged = judgeReply(prompt.content, random)
        if (judged.type !== "answer") throw new Error("the judge answers")
        const { criteria } = JSON.parse(judged.text)
        return {
          ...judged,
          text: JSON.stringify({ criteria: criteria.map((one: object) => ({ ...one, reason })) })
        }
      }
    })
  })
