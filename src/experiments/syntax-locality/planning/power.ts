import * as Effect from "effect/Effect"
import type { JsonObject } from "../../../json/Json.js"
import { renderJson } from "../../../json/JsonWriter.js"
import type { PlanSettings, ReadError } from "../../../pipeline/Experiment.js"
import { ConfigError, type PlanRefused, RunConflict } from "../../../pipeline/PipelineError.js"
import type { PlanningAid, ScoredRun } from "../../../pipeline/Planning.js"
import type { Disk } from "../../../records/Disk.js"
import { decodeProtocol } from "../Protocol.js"
import { resolve } from "../resolve.js"
import { isSynthetic, pilotTrials, syntheticBanner } from "./pilotTrials.js"
import { powerLines, remarksOn } from "./powerLines.js"
import { type ContrastPower, powerOf, strataOf } from "./powerOf.js"

/**
 * The smallest difference that a run of `settings` would detect, if the styles disagree in it as often as in the pilot: two-sided at 0.05, by
 * normal approximation. By the size of disagreements alone; which style did better has no part in it.
 */
export const power = (
  pilot: ScoredRun,
  settings: PlanSettings
): Effect.Effect<PlanningAid, ConfigError | PlanRefused | RunConflict | ReadError, Disk> =>
  Effect.gen(function* () {
    const trials = yield* pilotTrials(pilot)
    const protocol = yield* resolve(settings)
    const planned = yield* decodeProtocol(protocol)
    const { grid, lexicalRegimes } = planned
    if (grid === null) {
      return yield* new ConfigError({ source: settings.preset, issues: ["it has no grid to plan for"] })
    }
    const missing = lexicalRegimes.filter((regime) => trials.every(({ at }) => at.regime !== regime))
    if (missing.length > 0) {
      const reason = `the pilot has no trials in the lexical regime ${missing.join(", ")}, which the target asks for`
      return yield* new RunConflict({ reason })
    }
    const found = powerOf(trials, { ...planned, grid })
    const other = differingSettings(pilot.protocol, protocol)
    const { seedsPerCell } = grid
    const strata = strataOf(grid).length
    return {
      json: {
        pilot: pilot.protocolHash,
        syntheticMock: isSynthetic(trials),
        target: { preset: settings.preset, strata, familiesPerStratum: seedsPerCell },
        differingSettings: other,
        alpha: 0.05,
        contrasts: found.map(jsonOf)
      },
      lines: [
        ...syntheticBanner(trials),
        `Smallest differences that ${settings.preset} would detect: two-sided at 0.05, normal approximation, ${strata} strata of ${seedsPerCell} families.`,
        "From the size of disagreements in the pilot alone: no figure tells which style did better.",
        ...other.map(
          (name) => `The target has another ${name} than the pilot, and may have another discordance.`
        ),
        "",
        ...powerLines(found)
      ]
    }
  })

/** What can change how often styles disagree, besides the grid. */
const relevant = ["model", "reasoningEffort", "fewShotCount", "replicates"] as const

const differingSettings = (pilot: JsonObject, target: JsonObject): ReadonlyArray<string> =>
  relevant.filter((key) => renderJson(pilot[key] ?? null) !== renderJson(target[key] ?? null))

/** Fractions; `null` where nothing is known. */
const jsonOf = (one: ContrastPower): JsonObject => {
  const { task, view, contrast, asked, families, strata, estimate, pooled } = one
  return {
    task,
    view,
    treatment: contrast.treatment,
    baseline: contrast.baseline,
    asked,
    families: { ...families },
    strata: strata.map(({ levels, source, from, meanSquare }) => ({ levels, source, from, meanSquare })),
    standardError: estimate?.standardError ?? null,
    detectable: estimate === null ? null : { ...estimate.detectable },
    largest: estimate?.largest ?? null,
    pooled: pooled.map((line) => ({ factor: line.factor, detectable: { ...line.detectable } })),
    remarks: remarksOn(one)
  }
}
