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
    // main is the same in both phases; the others have more tasks in p1.
    if (settings.phase === "p1" && preset !== "main") {
      const issue = `${preset} under p1 also asks active_stack and ast_to_source, which this version does not have; plan it with --phase p0`
      return yield* new ConfigError({ source: "--phase", issues: [issue] })
    }
    const resolved = yield* resolveConfig(preset, settings)
    const owner = presets.find((other) => other === resolved.seedNamespace)
    // Else an exploration could meet the very families of the main experiment.
    if (owner !== undefined && owner !== preset) {
      const issue = `seedNamespace is "${owner}"; it must be one of your own, because those families belong to preset ${owner}`
      return yield* new ConfigError({ source: settings.configPath ?? preset, issues: [issue] })
    }
    return protocolOf(preset, settings.phase, resolved)
  })
