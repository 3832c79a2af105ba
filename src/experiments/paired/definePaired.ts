import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { JsonObject } from "../../json/Json.js"
import type { Experiment, PlanSettings } from "../../pipeline/Experiment.js"
import { ConfigError, UnknownProfile } from "../../pipeline/PipelineError.js"
import { bootstrap } from "../comparison/Bootstrap.js"
import { trialColumns } from "../comparison/trialColumns.js"
import { unansweredGrade } from "../shared/unanswered.js"
import type { PairedExperiment } from "./PairedExperiment.js"
import { auditPaired } from "./pairedAudit.js"
import { derivePaired } from "./pairedPlan.js"
import { pairedReport } from "./pairedReport.js"

/**
 * An {@link Experiment} from what is particular to it: its families, its prompts and its rule of grading. Plans, runs, scores and reports
 * like the experiments of this package (docs/composing.md).
 */
export const definePaired = (definition: PairedExperiment): Experiment => ({
  id: definition.id,
  conditionFactors: ["style"],
  resolve: (settings) => protocolOf(definition, settings),
  derive: (protocol) => derivePaired(definition, protocol),
  audit: (saved) => auditPaired(definition, saved),
  grade: (_trial, gold, response) => {
    const judge = (text: string) => asGrade(definition.grade(text, gold.reveal()))
    return unansweredGrade(response, (text) => judge(text).outcome === "correct") ?? judge(response.text)
  },
  trialColumns,
  report: (input) => pairedReport(definition, input),
  describe: () => Effect.succeed([]),
  needsFreeze: () => false,
  preregistration: (_protocol, { blocks, trials }) =>
    [
      "# Preregistration",
      definition.question,
      `${trials} trials in ${blocks} matched blocks. Primary: ${contrastText(definition)}, with a 95 % interval from a stratified cluster bootstrap over families.`,
      ""
    ].join("\n\n"),
  simulatedModel: (profile) => {
    const models = definition.simulatedModels ?? []
    return Either.fromNullable(
      models.find((model) => model.profile === profile),
      () => new UnknownProfile({ profile, known: models.map((model) => model.profile) })
    )
  }
})

const contrastText = ({ contrasts: [{ baseline, treatment }] }: PairedExperiment): string =>
  `strict accuracy of ${treatment} minus ${baseline}`

const asGrade = (found: ReturnType<PairedExperiment["grade"]>) =>
  typeof found === "boolean"
    ? {
        outcome: found ? ("correct" as const) : ("wrong_answer" as const),
        reason: null,
        auxiliaryCorrect: null,
        diagnostics: {}
      }
    : found

/** Everything that a plan depends on, from flags and the definition; there is no configuration file. */
const protocolOf = (
  { id, model, presets, version }: PairedExperiment,
  settings: PlanSettings
): Effect.Effect<JsonObject, ConfigError> => {
  const chosen = presets[settings.preset]
  const refuse = (source: string, issue: string) => new ConfigError({ source, issues: [issue] })
  if (chosen === undefined) {
    const known = Object.keys(presets).join(", ")
    return refuse("--preset", `${settings.preset} is not known to ${id}; it has ${known}`)
  }
  if (settings.configPath !== null) return refuse(settings.configPath, `${id} takes no configuration file`)
  return Effect.succeed({
    formatVersion: 1,
    experiment: id,
    version,
    preset: settings.preset,
    model: settings.model ?? model,
    replicates: settings.replicates ?? 1,
    masterSeed: bootstrap.seed,
    bootstrap: { ...bootstrap },
    settings: chosen
  })
}
