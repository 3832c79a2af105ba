import * as Either from "effect/Either"
import type { Json } from "../../../json/Json.js"
import type { LlmResponse } from "../../../llm/LlmResponse.js"
import type { Grade } from "../../../pipeline/Experiment.js"
import type { Gold } from "../../../pipeline/Gold.js"
import type { PlannedTrial } from "../../../records/PlannedTrial.js"
import { unansweredGrade } from "../../shared/unanswered.js"
import { evaluator } from "../evaluator.js"
import { findPoints } from "../problems/findPoints.js"
import { goldProblem } from "../problems/goldProblem.js"
import { isControl, type Problem } from "../problems/Problem.js"
import { parseAssistance } from "../reply/Assistance.js"
import { ScheduleError } from "../schedule/ScheduleError.js"
import { type PremiseScore, scoreReply } from "./scoreReply.js"

/**
 * The last reply by the rules of the benchmark. `diagnostics` has the symbol and what it comes from; a refusal or an answer that was cut off is
 * `i`, since there is nothing to evaluate.
 */
export const grade = (
  _trial: PlannedTrial,
  gold: Gold<Json>,
  response: LlmResponse,
  earlier: ReadonlyArray<LlmResponse>
): Grade => {
  const problem = goldProblem(gold)
  const before = {
    repairs: earlier.length,
    repaired: earlier.map(({ text }) => faultIn(problem, text)).join(" ")
  }
  const unanswered = unansweredGrade(
    response,
    (text) => scoreReply(problem, parseAssistance(text), evaluator).pass
  )
  if (unanswered !== null) return { ...unanswered, diagnostics: { ...nothingSaid(problem), ...before } }
  const score = scoreReply(problem, parseAssistance(response.text), evaluator)
  return {
    outcome: outcomeOf(score),
    reason: score.fault?.message ?? null,
    auxiliaryCorrect: null,
    diagnostics: { ...found(score), ...before }
  }
}

const outcomeOf = ({ fault, pass }: PremiseScore): Grade["outcome"] => {
  if (fault !== null)
    return fault instanceof ScheduleError ? "invalid_generated_syntax" : "invalid_answer_format"
  return pass ? "correct" : "wrong_answer"
}

const found = ({ control, declared, matched, overDeclared, symbol, topics }: PremiseScore) => ({
  symbol,
  control: control ? 1 : 0,
  declared: declared ? 1 : 0,
  matched,
  topics: topics.join(" "),
  overDeclared
})

const nothingSaid = (problem: Problem) => ({
  symbol: "i",
  control: isControl(problem) ? 1 : 0,
  declared: isControl(problem) ? 1 : 0,
  matched: null,
  topics: "",
  overDeclared: 0
})

/** The class of the mistake for which a reply was sent back. */
const faultIn = (problem: Problem, reply: string): string => {
  const points = Either.flatMap(parseAssistance(reply), ({ body }) => findPoints(evaluator, problem, body))
  return Either.match(points, {
    onLeft: (fault) => (fault instanceof ScheduleError ? fault.class : fault.kind),
    onRight: () => "none"
  })
}
