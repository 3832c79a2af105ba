import * as path from "node:path"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { JsonObject } from "../../json/Json.js"
import type { PlanSettings } from "../../pipeline/Experiment.js"
import { ConfigError } from "../../pipeline/PipelineError.js"
import type { Disk, DiskError } from "../../records/Disk.js"
import { packageRoot } from "../shared/packageRoot.js"
import { readConfigFile } from "../shared/readConfigFile.js"
import { decodeConfig, type Settings } from "./Config.js"
import { type Material, type Preset, presets, protocolOf } from "./Protocol.js"
import { readNearMisses, readProblemSet } from "./problems/readProblems.js"
import { systemPrompt } from "./prompt/conversation.js"
import { readPromptParts } from "./prompt/PromptParts.js"

/** Where the package keeps problems, prompts and settings. */
export const configFolder: Effect.Effect<string, DiskError, Disk> = Effect.map(packageRoot, (root) =>
  path.join(root, "configs", "assist-premise")
)

/** The two files of a preset's problems. */
export const filesOf = (folder: string, preset: Preset) => {
  const within = preset === "public" ? folder : path.join(folder, preset)
  return { problems: path.join(within, "problems.jsonl"), answers: path.join(within, "answers.jsonl") }
}

/** From preset, files and flags to the protocol, with everything that a model is asked and judged by in it. */
export const resolve = (settings: PlanSettings): Effect.Effect<JsonObject, ConfigError | DiskError, Disk> =>
  Effect.gen(function* () {
    const refuse = (source: string, issue: string) => new ConfigError({ source, issues: [issue] })
    const preset = presets.find((known) => known === settings.preset)
    if (preset === undefined)
      return yield* refuse(
        "--preset",
        `there is no preset '${settings.preset}'; it is ${presets.join(" or ")}`
      )
    if (settings.phase !== "p0") return yield* refuse("--phase", "assist-premise has no phases")
    const folder = yield* configFolder
    return protocolOf(
      preset,
      yield* readSettings(folder, settings),
      yield* readMaterial(folder, preset, settings)
    )
  })

const readMaterial = (
  folder: string,
  preset: Preset,
  { problems }: PlanSettings
): Effect.Effect<Material, ConfigError | DiskError, Disk> =>
  Effect.gen(function* () {
    const own = problems ?? null
    const set = yield* readProblemSet(own ?? filesOf(folder, preset))
    const nearMisses =
      own === null && preset === "public" ? yield* readNearMisses(path.join(folder, "near-misses.jsonl")) : []
    const system = systemPrompt(yield* readPromptParts(path.join(folder, "prompt")))
    return { set: own === null ? preset : "own", system, nearMisses, ...set }
  })

const readSettings = (
  folder: string,
  { configPath, model, replicates }: PlanSettings
): Effect.Effect<Settings, ConfigError | DiskError, Disk> =>
  Effect.gen(function* () {
    const base = path.join(folder, "config.json")
    const overlay = configPath === null ? {} : yield* readConfigFile(configPath)
    const fromFiles = { ...(yield* readConfigFile(base)), ...overlay }
    const refused = (source: string) => (issues: ReadonlyArray<string>) => new ConfigError({ source, issues })
    yield* Either.mapLeft(decodeConfig(fromFiles), refused(configPath ?? base))
    return yield* Either.mapLeft(
      decodeConfig({
        ...fromFiles,
        ...(model === null ? {} : { model }),
        ...(replicates === null ? {} : { replicates })
      }),
      refused("--model or OPENAI_MODEL")
    )
  })
