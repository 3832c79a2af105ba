import * as Either from "effect/Either"
import type { TrialColumn } from "../../../pipeline/Experiment.js"
import { fromDiagnostics } from "./ScoreNotes.js"

const found = (name: string, key: string): TrialColumn => [
  name,
  ({ diagnostics }) => diagnostics[key] ?? null
]
const factor = (name: string): TrialColumn => [name, ({ factors }) => factors[name] ?? null]

/** The columns of `trials.csv` (docs/workbench.md): subject, task and score, then where it stands in the records. */
export const trialColumns = (): ReadonlyArray<TrialColumn> => [
  factor("subject"),
  factor("category"),
  factor("task"),
  ["repeat", ({ replicate }) => replicate],
  ["outcome", ({ outcome }) => outcome],
  ["score01", (row) => Either.getOrNull(fromDiagnostics(row))?.score01 ?? null],
  found("passed", "passed"),
  found("format_kept", "formatKept"),
  found("grounded", "grounded"),
  found("needs_audit", "needsAudit"),
  ["trial_id", ({ trialId }) => trialId],
  ["position", ({ position }) => position],
  ["attempts", ({ attempts }) => attempts],
  ["trial_ms", ({ trialMs }) => trialMs],
  ["input_tokens", ({ usage }) => usage?.inputTokens ?? null],
  ["output_tokens", ({ usage }) => usage?.outputTokens ?? null],
  ["returned_model", ({ returnedModel }) => returnedModel],
  ["synthetic_mock", (row) => String(row.synthetic_mock)]
]
