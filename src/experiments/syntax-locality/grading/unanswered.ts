import type { LlmResponse } from "../../../llm/LlmResponse.js"
import type { Grade } from "../../../pipeline/Experiment.js"

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
    return { outcome: "refusal", reason: `refusal: ${cut(refusal)}`, auxiliaryCorrect: null, diagnostics: {} }
  }
  switch (response.status) {
    case "completed":
      return null
    case "incomplete":
      return {
        outcome: "incomplete_output",
        reason: cut(response.incompleteReason ?? "no reason given"),
        auxiliaryCorrect: bodyCorrect(response.text) ? 1 : 0,
        diagnostics: {}
      }
    case "failed":
      throw new TypeError("a failed response is missing by infrastructure and is never graded")
  }
}

/** Cuts between characters, never inside a surrogate pair, because half a pair cannot be written as JSON. */
const cut = (text: string): string => {
  if (text.length <= quotedLength) return text
  const last = text.charCodeAt(quotedLength - 1)
  const insidePair = last >= 0xd800 && last <= 0xdbff
  return `${text.slice(0, insidePair ? quotedLength - 1 : quotedLength)}…`
}
