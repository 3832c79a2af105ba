import * as Effect from "effect/Effect"
import type { JsonObject } from "../../../json/Json.js"
import type { SimulatedModel } from "../../../llm/simulated/SimulatedModel.js"
import { ConfigError, type UnknownProfile } from "../../../pipeline/PipelineError.js"
import type { Disk, DiskError } from "../../../records/Disk.js"
import { decodeProtocol, presets } from "../Protocol.js"
import { type ProblemSet, readProblemSet } from "../problems/readProblems.js"
import { configFolder, filesOf } from "../resolve.js"
import { simulatedAssistant } from "./simulatedAssistant.js"

/** A simulated assistant that knows the problems of a run or, where none is given, those of the package. */
export const simulatedModel = (
  profile: string,
  protocol: JsonObject | null
): Effect.Effect<SimulatedModel, UnknownProfile | ConfigError | DiskError, Disk> =>
  Effect.flatMap(protocol === null ? packageSets : plannedSets(protocol), (sets) =>
    simulatedAssistant(profile, sets)
  )

const packageSets = Effect.flatMap(configFolder, (folder) =>
  Effect.forEach(presets, (preset) => readProblemSet(filesOf(folder, preset)))
)

const plannedSets = (protocol: JsonObject): Effect.Effect<ReadonlyArray<ProblemSet>, ConfigError> =>
  decodeProtocol(protocol).pipe(
    Effect.mapBoth({
      onFailure: ({ message }) => new ConfigError({ source: "protocol.json", issues: [message] }),
      onSuccess: (planned) => [planned]
    })
  )
