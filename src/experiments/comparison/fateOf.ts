import type { Outcome } from "../../records/Outcome.js"
import type { ScoreRow } from "../../records/ScoreRow.js"
import type { Fate } from "../../stats/Denominators.js"

/** Every outcome in its place among the denominators of specification 10.3. */
export const fateOf = ({ outcome, terminal }: ScoreRow): Fate =>
  outcome === "ambiguous_outcome" && !terminal ? "open" : byOutcome[outcome]

const byOutcome: Readonly<Record<Outcome, Fate>> = {
  correct: "correct",
  wrong_answer: "incorrect",
  invalid_answer_format: "incorrect",
  invalid_generated_syntax: "incorrect",
  valid_syntax_wrong_ast: "incorrect",
  refusal: "refusal",
  incomplete_output: "incomplete",
  api_rejected: "lost",
  transport_failure: "lost",
  decode_failure: "lost",
  ambiguous_outcome: "unresolved",
  not_dispatched: "not_dispatched"
}
