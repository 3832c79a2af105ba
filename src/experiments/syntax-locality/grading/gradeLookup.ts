import type { Json } from "../../../json/Json.js"
import type { LlmResponse } from "../../../llm/LlmResponse.js"
import type { Grade } from "../../../pipeline/Experiment.js"
import type { Gold } from "../../../pipeline/Gold.js"
import { unansweredGrade } from "../../shared/unanswered.js"
import { asciiTrim } from "./asciiTrim.js"
import { insideWholeFence } from "./codeFence.js"
import { decimalInteger, expectedInteger } from "./lookupGold.js"

/**
 * Grades `scope_lookup`: the whole answer, trimmed of ASCII white space, must be one decimal integer (specification 10.1,
 * 10.2). Nothing is searched for inside other text.
 *
 * `auxiliaryCorrect` judges by the same rule what strict grading does not look at: the content of the one fence that
 * encloses a whole answer, or the text of incomplete output. It is `null` where there is neither.
 *
 * Throws `TypeError`, a defect, on a gold answer without integer `value` and on a `failed` response.
 */
export const gradeLookup = (gold: Gold<Json>, response: LlmResponse): Grade => {
  const expected = expectedInteger(gold)
  const unanswered = unansweredGrade(response, (text) => asciiTrim(text) === expected)
  if (unanswered !== null) return unanswered

  const answer = asciiTrim(response.text)
  const fenced = insideWholeFence(answer)
  const auxiliaryCorrect = fenced === null ? null : asciiTrim(fenced) === expected ? 1 : 0
  if (answer === expected) return { outcome: "correct", reason: null, auxiliaryCorrect, diagnostics: {} }
  if (decimalInteger.test(answer)) {
    return { outcome: "wrong_answer", reason: null, auxiliaryCorrect, diagnostics: {} }
  }
  const reason =
    answer === "" ? "empty answer" : fenced === null ? "not one decimal integer" : "inside a code fence"
  return { outcome: "invalid_answer_format", reason, auxiliaryCorrect, diagnostics: {} }
}
