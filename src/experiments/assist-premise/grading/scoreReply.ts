import * as Either from "effect/Either"
import { findPoints, matchingKey } from "../problems/findPoints.js"
import { alternatives, isControl, type Problem } from "../problems/Problem.js"
import { type Topic, topics } from "../problems/Topic.js"
import type { Assistance, ReplyFault } from "../reply/Assistance.js"
import type { Evaluator } from "../schedule/Evaluator.js"
import type { ScheduleError } from "../schedule/ScheduleError.js"

/**
 * `.` passed; `S` a premise was filled in silently; `W` declared, but no accepted reading; `X` neither; `i` no body that can be evaluated. A control
 * needs no declaration, so it is `.`, `W` or `i`.
 */
export const symbols = [".", "S", "W", "X", "i"] as const
export type ScoreSymbol = (typeof symbols)[number]

/** The rules of the benchmark's description (採点規則), applied to the last reply of a conversation. */
export interface PremiseScore {
  readonly id: string
  readonly control: boolean
  readonly symbol: ScoreSymbol
  /** `declared` and `matched`. */
  readonly pass: boolean
  /** Each element of `ambiguity` has one of its alternatives among the topics. */
  readonly declared: boolean
  /** The key of the reading with these points. */
  readonly matched: string | null
  /** Declared topics without repetitions, in the benchmark's order. */
  readonly topics: ReadonlyArray<Topic>
  /** How many of the topics no element asks for. It does not touch `pass`. */
  readonly overDeclared: number
  /** `null`: the body was not evaluated, or refused. */
  readonly points: ReadonlyArray<string> | null
  /** Why the symbol is `i`. */
  readonly fault: ReplyFault | ScheduleError | null
}

/** A reply that cannot be read declares nothing and matches nothing. */
export const scoreReply = (
  problem: Problem,
  reply: Either.Either<Assistance, ReplyFault>,
  evaluator: Evaluator
): PremiseScore => {
  const said = Either.match(reply, { onLeft: () => [], onRight: ({ assumptions }) => assumptions })
  const found = topics.filter((topic) => said.some((one) => one.topic === topic))
  const wanted = problem.ambiguity.map(alternatives)
  const declared = wanted.every((any) => any.some((topic) => found.includes(topic)))
  const points = Either.flatMap(reply, ({ body }) => findPoints(evaluator, problem, body))
  const matched = Either.match(points, { onLeft: () => null, onRight: (text) => matchingKey(problem, text) })
  return {
    id: problem.id,
    control: isControl(problem),
    symbol: Either.isLeft(points) ? "i" : symbolOf(declared, matched !== null),
    pass: declared && matched !== null,
    declared,
    matched,
    topics: found,
    overDeclared: found.filter((topic) => !wanted.some((any) => any.includes(topic))).length,
    points: Either.getOrNull(points),
    fault: Either.match(points, { onLeft: (fault) => fault, onRight: () => null })
  }
}

const symbolOf = (declared: boolean, matched: boolean): ScoreSymbol => {
  if (matched) return declared ? "." : "S"
  return declared ? "W" : "X"
}
