import * as Either from "effect/Either"
import type { InputMessage } from "../../../llm/LlmRequest.js"
import { findPoints } from "../problems/findPoints.js"
import type { Problem } from "../problems/Problem.js"
import { parseAssistance } from "../reply/Assistance.js"
import type { Evaluator } from "../schedule/Evaluator.js"
import { mostRepairs, repairInput, repairsIn } from "./conversation.js"

/**
 * What to send after a reply; `null` when the conversation is over. Only the evaluator's refusal of a body is sent back, at most twice: never a
 * wrong schedule, a missing declaration, or a reply without the fields that were asked for.
 */
export const nextInput = (
  problem: Pick<Problem, "allDay" | "from" | "to">,
  input: ReadonlyArray<InputMessage>,
  reply: string,
  evaluator: Evaluator
): ReadonlyArray<InputMessage> | null => {
  if (repairsIn(input) >= mostRepairs) return null
  const said = parseAssistance(reply)
  if (Either.isLeft(said)) return null
  const { body } = said.right
  const points = findPoints(evaluator, problem, body)
  return Either.isLeft(points) ? repairInput(input, reply, body, points.left) : null
}
