import * as Effect from "effect/Effect"
import { defaultProtocol } from "../../llm/Protocol.js"
import type { RunOptions, RunSummary } from "../../pipeline/run.js"
import { onRun } from "../common.js"
import { defaultProfileOf } from "../experiments.js"
import { UsageError } from "../UsageError.js"
import type * as Verb from "../Verb.js"
import type { RunValues } from "./flags.js"
import { plannedSettings } from "./plannedSettings.js"

/** Lets a simulated model answer; nothing leaves the process. */
export const runMock = (values: RunValues): Effect.Effect<RunSummary, Verb.Failure, Verb.CliServices> =>
  Effect.gen(function* () {
    const seed = values["mock-seed"] ?? 1
    const { endpoint, pace } = yield* plannedSettings(values.run)
    if (values["mock-profile"] === "fixture" && endpoint.protocol !== defaultProtocol) {
      return yield* new UsageError({
        problem: "--mock-profile fixture holds bodies of the responses protocol"
      })
    }
    const concurrency = values.concurrency ?? pace.concurrency
    const maxGenerationCalls = values["max-generation-calls"]
    return yield* onRun(values.run, (experiment) =>
      Effect.gen(function* () {
        const stages = yield* Effect.promise(() => import("../../pipeline/run.js"))
        const { layer } = yield* Effect.promise(() => import("../../llm/simulated/SimulatedClient.js"))
        const { readProtocol } = yield* Effect.promise(() => import("../../pipeline/SavedRun.js"))
        const profile = values["mock-profile"] ?? defaultProfileOf(experiment.id)
        const options: RunOptions = {
          mode: { type: "mock", profile, seed: String(seed), maxGenerationCalls },
          concurrency
        }
        const model = yield* experiment.simulatedModel(profile, yield* readProtocol)
        const stage = stages.run(experiment, options)
        return { ...stage, run: Effect.provide(stage.run, layer(model, seed)) }
      })
    )
  })
