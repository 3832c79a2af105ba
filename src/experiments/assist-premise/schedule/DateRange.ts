import * as Either from "effect/Either"
import { readDate } from "./civil.js"
import { lastDate } from "./limits.js"

/** Civil days of the prelude's default scope, `to` excluded, as numbers since 1970-01-01. */
export interface DateRange {
  readonly from: number
  readonly to: number
}

/** The left side says what is wrong, in English. */
export const dateRange = (from: string, to: string): Either.Either<DateRange, string> => {
  const [first, end] = [readDate(from), readDate(to)]
  if (first === null) return Either.left(`${from} is no date YYYY-MM-DD`)
  if (end === null) return Either.left(`${to} is no date YYYY-MM-DD`)
  if (first < 0) return Either.left(`${from} lies before 1970-01-01`)
  if (end > (readDate(lastDate) ?? 0)) return Either.left(`${to} lies behind ${lastDate}`)
  return first > end ? Either.left(`${from} lies behind ${to}`) : Either.right({ from: first, to: end })
}
