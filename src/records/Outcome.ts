/** The ways a trial can end (specification 10.2). */
export const modelOutcomes = [
  "correct",
  "wrong_answer",
  "invalid_answer_format",
  "invalid_generated_syntax",
  "valid_syntax_wrong_ast",
  "refusal",
  "incomplete_output"
] as const

/** What the model did. Only `correct` counts 1, the others 0. */
export type ModelOutcome = (typeof modelOutcomes)[number]

export const missingOutcomes = [
  "api_rejected",
  "transport_failure",
  "ambiguous_outcome",
  "decode_failure",
  "not_dispatched"
] as const

/** What kept us from learning what the model would do: missing, never wrong. `not_dispatched` was not even tried. */
export type MissingOutcome = (typeof missingOutcomes)[number]

export type Outcome = ModelOutcome | MissingOutcome

export const outcomes: ReadonlyArray<Outcome> = [...modelOutcomes, ...missingOutcomes]

const evaluable: ReadonlySet<string> = new Set(modelOutcomes)

export const isModelOutcome = (outcome: Outcome): outcome is ModelOutcome => evaluable.has(outcome)

/** 1, 0, or `null` where nothing can be said of the model. */
export const correctness = (outcome: Outcome): 0 | 1 | null =>
  isModelOutcome(outcome) ? (outcome === "correct" ? 1 : 0) : null
