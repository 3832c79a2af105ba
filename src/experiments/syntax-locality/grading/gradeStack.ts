import * as Either from "effect/Either"
import type { Json } from "../../../json/Json.js"
import { parseJson } from "../../../json/JsonParser.js"
import type { LlmResponse } from "../../../llm/LlmResponse.js"
import type { Grade } from "../../../pipeline/Experiment.js"
import type { Gold } from "../../../pipeline/Gold.js"
import { unansweredGrade } from "../../shared/unanswered.js"
import { asciiTrim } from "./asciiTrim.js"
import { insideWholeFence } from "./codeFence.js"
import { expectedStack } from "./goldOf.js"
import { stackDiagnostics, stackReason } from "./stackDiagnostics.js"

/**
 * Grades `active_stack`: the whole answer, trimmed of ASCII white space, must be one JSON array of strings under the strict parser,
 * with exactly the expected names in their order (specification 10.1, decision 21).
 *
 * An array of strings has diagnostics, also when it is right; see `stackDiagnostics`. `auxiliaryCorrect` is as for `scope_lookup`:
 * the same rule for the content of one fence around the whole answer, or for the text of incomplete output.
 *
 * Throws `TypeError`, a defect, on a gold answer of another shape and on a `failed` response.
 */
export const gradeStack = (gold: Gold<Json>, response: LlmResponse): Grade => {
  const expected = expectedStack(gold)
  const isRight = (text: string): boolean => {
    const names = namesIn(text)
    return Either.isRight(names) && sameNames(names.right, expected.activeScopes)
  }
  const unanswered = unansweredGrade(response, isRight)
  if (unanswered !== null) return unanswered

  const fenced = insideWholeFence(response.text)
  const auxiliaryCorrect = fenced === null ? null : isRight(fenced) ? 1 : 0
  const names = namesIn(response.text)
  if (Either.isLeft(names)) {
    const reason = fenced === null ? names.left : "inside a code fence"
    return { outcome: "invalid_answer_format", reason, auxiliaryCorrect, diagnostics: {} }
  }
  const diagnostics = stackDiagnostics(names.right, expected)
  return sameNames(names.right, expected.activeScopes)
    ? { outcome: "correct", reason: null, auxiliaryCorrect, diagnostics: { ...diagnostics } }
    : {
        outcome: "wrong_answer",
        reason: stackReason(diagnostics),
        auxiliaryCorrect,
        diagnostics: { ...diagnostics }
      }
}

/** The names that an answer lists, or why it is no list of names. */
const namesIn = (text: string): Either.Either<ReadonlyArray<string>, string> => {
  const answer = asciiTrim(text)
  if (answer === "") return Either.left("empty answer")
  return Either.flatMap(
    Either.mapLeft(parseJson(answer), (error) => `not JSON: ${error.message}`),
    (json) =>
      Array.isArray(json) && json.every((element): element is string => typeof element === "string")
        ? Either.right(json)
        : Either.left("JSON, but not an array of strings")
  )
}

const sameNames = (a: ReadonlyArray<string>, b: ReadonlyArray<string>): boolean =>
  a.length === b.length && a.every((name, index) => name === b[index])
