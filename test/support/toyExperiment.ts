import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { JsonObject } from "../../src/json/Json.js"
import type { LlmRequest } from "../../src/llm/LlmRequest.js"
import type { AuditCheck, Experiment, PlannedCase } from "../../src/pipeline/Experiment.js"
import { Gold } from "../../src/pipeline/Gold.js"
import { ConfigError, UnknownProfile } from "../../src/pipeline/PipelineError.js"

const styles = ["roman", "arabic"] as const

const prompt = (a: number, b: number, style: string): string =>
  style === "roman" ? `${"I".repeat(a)} + ${"I".repeat(b)}` : `${a} + ${b}`

const request = (text: string): LlmRequest => ({
  model: "toy-model",
  instructions: "Add.",
  input: [{ role: "user", content: text }],
  reasoningEffort: null,
  maxOutputTokens: 64
})

/** Adds two small numbers, written in two ways: the smallest experiment with matched pairs. */
export const toyExperiment = (
  options: { readonly auditPasses?: boolean; readonly frozen?: boolean } = {}
): Experiment => ({
  id: "toy",
  conditionFactors: ["style"],
  resolve: (settings) =>
    settings.preset === "toy"
      ? Effect.succeed({
          experiment: "toy",
          families: 3,
          replicates: settings.replicates ?? 1,
          frozen: options.frozen ?? false
        })
      : Effect.fail(new ConfigError({ source: "--preset", issues: [`${settings.preset} is not toy`] })),
  derive: (protocol: JsonObject) => {
    const families = Array.from({ length: Number(protocol["families"]) }, (_, index) => ({
      familyId: `f${index}`,
      a: index + 1,
      b: 2 * index + 1
    }))
    return Either.right({
      files: [{ name: "families.jsonl", rows: families }],
      gold: families.map(({ familyId, a, b }) => ({ goldId: familyId, answer: Gold.seal(a + b) })),
      cases: families.flatMap(({ familyId, a, b }) =>
        styles.map(
          (style): PlannedCase => ({
            caseId: `${familyId}/${style}`,
            goldId: familyId,
            block: familyId,
            factors: { familyId, style },
            request: request(prompt(a, b, style)),
            record: { chars: prompt(a, b, style).length }
          })
        )
      ),
      replicates: Number(protocol["replicates"]),
      scheduleSeed: 7n,
      truncation: "disabled"
    })
  },
  trialColumns: () => [
    ["trial_id", (row) => row.trialId],
    ["outcome", (row) => row.outcome]
  ],
  audit: (saved) =>
    Effect.succeed<ReadonlyArray<AuditCheck>>([
      {
        name: "toy check",
        passed: options.auditPasses ?? true,
        checked: saved.trials.length,
        detail: "as the test wants it"
      }
    ]),
  grade: (_trial, gold, response) => ({
    outcome: response.text === String(gold.reveal()) ? "correct" : "wrong_answer",
    reason: null,
    auxiliaryCorrect: null,
    diagnostics: {}
  }),
  report: (input) =>
    Effect.succeed({
      files: [
        { name: "report.md", content: input.scores.map((row) => `${row.caseId} ${row.outcome}\n`).join("") }
      ],
      headline: `${input.scores.filter((row) => row.correct === 1).length} correct`
    }),
  describe: (_saved, trial) => Effect.succeed([{ title: "Case", text: trial.caseId }]),
  needsFreeze: (protocol) => protocol["frozen"] === true,
  preregistration: (_protocol, { trials }) => `${trials} sums will be asked.\n`,
  simulatedModel: (profile) => Either.left(new UnknownProfile({ profile, known: [] }))
})
