import * as Effect from "effect/Effect"
import type { Experiment } from "../pipeline/Experiment.js"
import type { Disk, DiskError } from "../records/Disk.js"
import type { DamagedRecord, NotARun } from "../records/RecordError.js"
import type { RunDirectory } from "../records/RunDirectory.js"
import { UsageError } from "./UsageError.js"

/** The experiments of this version, each loaded when it is first needed. */
const loaders = {
  "syntax-locality": () =>
    import("../experiments/syntax-locality/SyntaxLocality.js").then((module) => module.syntaxLocality),
  "assist-premise": () =>
    import("../experiments/assist-premise/AssistPremise.js").then((module) => module.assistPremise),
  workbench: () => import("../experiments/workbench/Workbench.js").then((module) => module.workbench)
} as const

export type ExperimentId = keyof typeof loaders

export const experimentIds: ReadonlyArray<ExperimentId> = ["syntax-locality", "assist-premise", "workbench"]

/** The simulated model that answers where none is named. */
export const defaultProfileOf = (experiment: string): string =>
  experiment === "syntax-locality" ? "noisy" : "mixed"

/** The presets of each experiment's plans. */
export const presetsOf: Readonly<Record<ExperimentId, ReadonlyArray<string>>> = {
  "syntax-locality": ["smoke", "pilot", "main"],
  "assist-premise": ["public", "regression"],
  workbench: ["all", "sample"]
}

export const loadExperiment = (id: ExperimentId): Effect.Effect<Experiment> => Effect.promise(loaders[id])

/** The experiment that the current run belongs to. */
export const experimentOfRun: Effect.Effect<
  Experiment,
  NotARun | DiskError | DamagedRecord | UsageError,
  Disk | RunDirectory
> = Effect.gen(function* () {
  const { readManifest } = yield* Effect.promise(() => import("../records/Manifest.js"))
  const { experiment } = yield* readManifest
  const id = experimentIds.find((known) => known === experiment)
  return id === undefined
    ? yield* new UsageError({ problem: `this version does not know the run's experiment '${experiment}'` })
    : yield* loadExperiment(id)
})
