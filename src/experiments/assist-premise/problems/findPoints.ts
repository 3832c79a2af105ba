import * as Either from "effect/Either"
import { dateRange } from "../schedule/DateRange.js"
import type { Evaluator } from "../schedule/Evaluator.js"
import type { ScheduleError } from "../schedule/ScheduleError.js"
import { normalPoints, type Problem } from "./Problem.js"

/** The points of a body in the range of a problem, as text: times where the problem asks for times. */
export const findPoints = (
  evaluator: Evaluator,
  { allDay, from, to }: Pick<Problem, "allDay" | "from" | "to">,
  body: string
): Either.Either<ReadonlyArray<string>, ScheduleError> => {
  // The range of a problem was checked when it was read; a wrong one here is a bug.
  const range = Either.getOrThrowWith(dateRange(from, to), (why) => new RangeError(why))
  return Either.map(evaluator.evaluate(body, range), ({ points }) =>
    points.map((point) => evaluator.write(point, { timed: !allDay }))
  )
}

/** The key of the first accepted reading with just these points, or `null`. */
export const matchingKey = (problem: Problem, points: ReadonlyArray<string>): string | null =>
  problem.interpretations.find(({ expected }) => samePoints(problem, expected, points))?.key ?? null

export const samePoints = (
  problem: Pick<Problem, "allDay">,
  one: ReadonlyArray<string>,
  other: ReadonlyArray<string>
): boolean => textOf(problem, one) === textOf(problem, other)

const textOf = (problem: Pick<Problem, "allDay">, points: ReadonlyArray<string>): string =>
  normalPoints(points, problem).join(" ")
