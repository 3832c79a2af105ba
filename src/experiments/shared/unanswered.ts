import type { LlmResponse } from "../../llm/LlmResponse.js"
import type { Grade } from "../../pipeline/Experiment.js"
import { excerpt } from "../../report/SafeText.js"

/** Characters of the model's or the server's own words that a reason quotes. */
const quotedLength = 120

/**
 * The grade of a reply that is not a completed answer, the same for every task; `null` when there is an answer to judge.
 * A refusal is a refusal whatever stands beside it, also when the output is incomplete (decisions 5 and 20). Incomplete
 * output never counts as correct; `bodyCorrect` judges its text for the auxiliary score only (specification 10.2).
 *
 * Throws `TypeError`, a defect, on a `failed` response: that is an infrastructure outcome (decision 6), not an answer.
 */
export const unansweredGrade = (
  response: LlmResponse,
  bodyCorrect: (text: string) => boolean
): Grade | null => {
  const refusal = response.refusals[0]
  if (refusal !== undefined) {
    return {
      outcome: "refusal",
      reason: `refusal: ${excerpt(refusal, quotedLength)}`,
      auxiliaryCorrect: null,
      diagnostics: {}
    }
  }
  switch (response.status) {
    case "completed":
      return null
    case "incomplete":
      return {
        outcome: "incomplete_output",
        reason: excerpt(response.incompleteReason ?? "no reason given", quotedLength),
        auxiliaryCorrect: bodyCorrect(response.text) ? 1 : 0,
        diagnostics: {}
      }
    case "failed":
      throw new TypeError("a failed response is missing by infrastructure and is never graded")
  }
}
