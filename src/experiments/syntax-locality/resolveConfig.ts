import * as path from "node:path"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { isObject, type JsonObject } from "../../json/Json.js"
import { nearest } from "../../json/nearest.js"
import type { PlanSettings } from "../../pipeline/Experiment.js"
import { ConfigError } from "../../pipeline/PipelineError.js"
import type { Disk, DiskError } from "../../records/Disk.js"
import { packageRoot } from "../shared/packageRoot.js"
import { readConfigFile } from "../shared/readConfigFile.js"
import { decodeConfig, type Settings } from "./Config.js"

export const presets = ["smoke", "pilot", "main"] as const
export type Preset = (typeof presets)[number]

/** The preset that `name` names. */
export const presetOf = (name: string): Either.Either<Preset, ConfigError> => {
  const preset = presets.find((known) => known === name)
  if (preset !== undefined) return Either.right(preset)
  const suggestion = nearest(name, presets)
  const advice = suggestion === null ? `the presets are ${presets.join(", ")}` : `did you mean ${suggestion}?`
  return Either.left(
    new ConfigError({ source: "--preset", issues: [`there is no preset '${name}'; ${advice}`] })
  )
}

/**
 * The preset's file from the package, the user's file over it key by key (within the grids, too), then the flags (specification
 * 14.1).
 */
export const resolveConfig = (
  preset: Preset,
  settings: PlanSettings
): Effect.Effect<Settings, ConfigError | DiskError, Disk> =>
  Effect.gen(function* () {
    const presetPath = path.join(yield* packageRoot, "configs", `${preset}.json`)
    const base = yield* readConfigFile(presetPath)
    const overlay = settings.configPath === null ? {} : yield* readConfigFile(settings.configPath)
    const fromFiles = {
      ...base,
      ...overlay,
      ...mergedGrid("grid", base, overlay),
      ...mergedGrid("generationGrid", base, overlay)
    }
    const merged = {
      ...fromFiles,
      ...(settings.model === null ? {} : { model: settings.model }),
      ...(settings.replicates === null ? {} : { replicates: settings.replicates })
    }
    const refused = (source: string) => (issues: ReadonlyArray<string>) => new ConfigError({ source, issues })
    yield* Either.mapLeft(decodeConfig(fromFiles), refused(settings.configPath ?? presetPath))
    return yield* Either.mapLeft(decodeConfig(merged), refused("--model or OPENAI_MODEL"))
  })

const mergedGrid = (key: "grid" | "generationGrid", base: JsonObject, overlay: JsonObject): JsonObject => {
  const [inner, outer] = [base[key], overlay[key]]
  return isObject(inner) && isObject(outer) ? { [key]: { ...inner, ...outer } } : {}
}
