/** The language's own names, by what they are good for (language, sections 4, 6 and 7). */

export const windowWords = ["day", "week", "month", "quarter", "year", "hour"] as const
export type WindowWord = (typeof windowWords)[number]

export const calendarStreams = ["monthStart", "monthEnd", "yearStart", "weekStart"] as const
export type CalendarStream = (typeof calendarStreams)[number]

/** Functions of a point, but for `isLeap`, which takes the number of a year. */
export const calendarFunctions = ["weekday", "yearNo", "monthNo", "dayNo", "daysInMonthOf", "isLeap"] as const
export type CalendarFunction = (typeof calendarFunctions)[number]

/** A definition of such a name is never used. */
export const calendarWords: ReadonlySet<string> = new Set([
  ...windowWords,
  ...calendarStreams,
  ...calendarFunctions,
  "at"
])

export const steps = [
  "within",
  "first",
  "last",
  "nth",
  "filter",
  "roll",
  "shift",
  "snapTo",
  "stride",
  "take",
  "takeLast",
  "strideBy",
  "at"
] as const
export type StepName = (typeof steps)[number]

export const queries = ["ordinalIn", "epochOrdinal", "coincides"] as const
export type Query = (typeof queries)[number]

export const businessDay = "bizDay"

/** Names that no definition may have; `bizDay` joins them in a scope with a business calendar. */
export const reservedNames: ReadonlySet<string> = new Set([
  ...steps.filter((name) => name !== "at"),
  ...queries,
  "everyDay",
  "everyInstant",
  "segmentBy",
  "rebase",
  "external",
  "chronos",
  "grid",
  "span",
  "split",
  "cycle",
  "calendar",
  "tz",
  "wkst"
])

export const conventions = ["Following", "Preceding"] as const

/** Words of the public language that this subset leaves out, where they would be names or steps (language, section 15). */
export const foreignNames = {
  segmentBy: "segments",
  rebase: "rebase",
  rephase: "calendar",
  external: "data",
  isOpen: "hours",
  bizOpen: "hours",
  bizClose: "hours",
  nonWorking: "hours",
  monthOf: "months",
  yearOf: "months",
  daysInMonth: "months",
  monthLengths: "months",
  epochYear: "months"
} as const

export const isOneOf = <const A extends ReadonlyArray<string>>(names: A, name: string): name is A[number] =>
  names.includes(name)
