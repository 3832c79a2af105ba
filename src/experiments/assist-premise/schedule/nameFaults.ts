import { nearest } from "../../../json/nearest.js"
import { weekdays } from "./civil.js"
import { businessDay, calendarWords, conventions, foreignNames, isOneOf, queries, steps } from "./names.js"
import { fail } from "./ScheduleError.js"
import type { Span } from "./Span.js"
import * as grammar from "./sayings/grammar.js"
import * as say from "./sayings/names.js"

/** What a body can refer to at a place, for the sake of a good answer when it refers to something else. */
export interface Known {
  readonly scope: string
  readonly parameters: ReadonlyArray<string>
  readonly definitions: ReadonlyArray<string>
  /** Names that are defined only behind the place. */
  readonly later: ReadonlySet<string>
}

const refuseForeign = (name: string, at: Span): void => {
  for (const [foreign, replacement] of Object.entries(foreignNames))
    if (foreign === name) fail("UnsupportedConstruct", at, grammar.unsupported(name, replacement))
}

export const unknownName = (name: string, at: Span, known: Known): never => {
  refuseForeign(name, at)
  const diagnosis = isOneOf(steps, name)
    ? say.stepAsName(name)
    : isOneOf(queries, name)
      ? say.queryAsName(name)
      : name === businessDay
        ? say.noBusinessDays(known.scope)
        : known.later.has(name)
          ? say.laterName(name)
          : say.unknownName(
              name,
              nearest(name, [
                ...known.parameters,
                ...known.definitions,
                businessDay,
                "everyDay",
                ...calendarWords,
                ...queries,
                ...weekdays,
                ...conventions
              ])
            )
  return fail("UnknownName", at, diagnosis)
}

/** A name behind `|>` that is no step: a value, or nothing at all. */
export const unknownStage = (name: string, at: Span, isValue: boolean, known: Known): never => {
  refuseForeign(name, at)
  return fail(
    "UnknownStage",
    at,
    isValue ? say.valueAsStage(name) : say.unknownStage(name, nearest(name, [...steps, ...known.definitions]))
  )
}
