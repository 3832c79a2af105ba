import * as fs from "node:fs"
import * as path from "node:path"
import * as Either from "effect/Either"
import { dateRange } from "../../../../src/experiments/assist-premise/schedule/DateRange.js"
import { type Evaluation, Evaluator } from "../../../../src/experiments/assist-premise/schedule/Evaluator.js"
import { prelude2026 } from "../../../../src/experiments/assist-premise/schedule/prelude2026.js"
import type { ScheduleError } from "../../../../src/experiments/assist-premise/schedule/ScheduleError.js"

const fixtures = path.resolve(import.meta.dirname, "../../../fixtures/premise")

/** The files hold what their type says; a field that is missing makes the test that needs it fail. */
export const fixture = <A>(name: string): ReadonlyArray<A> =>
  JSON.parse(fs.readFileSync(path.join(fixtures, name), "utf8"))

export const evaluator = new Evaluator(prelude2026)

export const rangeOf = (from: string, to: string) =>
  Either.getOrThrowWith(dateRange(from, to), (why) => new Error(why))

export const evaluate = (
  body: string,
  from = "2026-01-01",
  to = "2027-01-01"
): Either.Either<Evaluation, ScheduleError> => evaluator.evaluate(body, rangeOf(from, to))

/** The points as they are printed. */
export const pointsOf = (body: string, from?: string, to?: string, timed = false): ReadonlyArray<string> => {
  const { points } = Either.getOrThrowWith(evaluate(body, from, to), (error) => new Error(error.message))
  return points.map((point) => evaluator.write(point, { timed }))
}

export const errorOf = (body: string, from?: string, to?: string): ScheduleError =>
  Either.match(evaluate(body, from, to), {
    onLeft: (error) => error,
    onRight: ({ points }) => {
      throw new Error(`no error, but ${points.length} points: ${body}`)
    }
  })

/** `line:column class`, short enough for a table of expectations. */
export const placeOf = (body: string): string => {
  const { class: name, column, line } = errorOf(body)
  return `${line}:${column} ${name}`
}

export interface Problem {
  readonly id: string
  readonly allDay: boolean
  readonly from: string
  readonly to: string
}

/** A bare date in a timed problem is its midnight (decision 32). */
export const normal = (
  points: ReadonlyArray<string>,
  { allDay }: Pick<Problem, "allDay">
): ReadonlyArray<string> => points.map((point) => (!allDay && point.length === 10 ? `${point}T00:00` : point))
