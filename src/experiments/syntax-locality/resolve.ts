import * as Effect from "effect/Effect"
import type { JsonObject } from "../../json/Json.js"
import type { PlanSettings } from "../../pipeline/Experiment.js"
import { ConfigError } from "../../pipeline/PipelineError.js"
import type { Disk, DiskError } from "../../records/Disk.js"
import { protocolOf } from "./Protocol.js"
import { presetOf, presets, resolveConfig } from "./resolveConfig.js"

/** From preset, file and flags to the protocol. */
export const resolve = (settings: PlanSettings): Effect.Effect<JsonObject, ConfigError | DiskError, Disk> =>
  Effect.gen(function* () {
    const preset = yield* presetOf(settings.preset)
    const resolved = yield* resolveConfig(preset, settings)
    const source = settings.configPath ?? preset
    const owner = presets.find((other) => other === resolved.seedNamespace)
    // Else an exploration could meet the very families of the main experiment.
    if (owner !== undefined && owner !== preset) {
      const issue = `seedNamespace is "${owner}"; it must be one of your own, because those families belong to preset ${owner}`
      return yield* new ConfigError({ source, issues: [issue] })
    }
    if (settings.phase === "p0" && !resolved.tasks.includes("scope_lookup")) {
      const issue = "tasks lacks scope_lookup, the only task of p0; plan the others with --phase p1"
      return yield* new ConfigError({ source, issues: [issue] })
    }
    return protocolOf(preset, settings.phase, resolved, settings.aa)
  })
