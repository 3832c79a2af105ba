import * as base from "./baseStreams.js"
import { weekdays } from "./civil.js"
import { toStream } from "./convert.js"
import type { Machine } from "./Machine.js"
import * as names from "./names.js"
import { unite } from "./operators/sets.js"
import { fail } from "./ScheduleError.js"
import { demandWeekStart } from "./Scope.js"
import type { Span } from "./Span.js"
import type * as Stream from "./Stream.js"
import * as sayArguments from "./sayings/arguments.js"
import * as say from "./sayings/schedules.js"
import type { Environment, Value } from "./Value.js"

/** What a name stands for (language, section 4, "Lookup order"), or `null`. */
export const findValue = (machine: Machine, name: string, at: Span, env: Environment): Value | null => {
  if (name === names.businessDay && machine.scope.businessDays) return businessDays(machine, at)
  for (let inner = env; inner !== null; inner = inner.outer) if (inner.name === name) return inner.value
  if (names.calendarWords.has(name)) return calendarWord(machine, name, at)
  const definition = machine.definition(name)
  if (definition !== null) {
    if (definition.parameters === null) return machine.valueOf(definition, at)
    const parameters = definition.parameters.map((one) => one.name)
    return fail("MissingArgument", at, sayArguments.needsCall(name, parameters))
  }
  if (name === machine.prelude.holidays.name) return base.holidays(machine.calendar, machine.prelude)
  if (name === "satSun") return base.satSun(machine.calendar)
  if (name === "everyDay") return base.everyDay(machine.calendar)
  if (name === "everyInstant") return { tag: "everyInstant" }
  return isLabel(name) ? name : null
}

export const isKnown = (machine: Machine, name: string, env: Environment): boolean => {
  for (let inner = env; inner !== null; inner = inner.outer) if (inner.name === name) return true
  return (
    machine.isCalendars(name) ||
    machine.definition(name) !== null ||
    [machine.prelude.holidays.name, "satSun", "everyDay", "everyInstant"].includes(name) ||
    isLabel(name)
  )
}

const labels: ReadonlySet<string> = new Set([...weekdays, ...names.conventions])

const isLabel = (name: string): boolean => labels.has(name)

const functions: ReadonlyMap<string, Value> = new Map(
  names.calendarFunctions.map((word) => [word, { tag: "word", word }])
)

const calendarWord = (machine: Machine, name: string, at: Span): Value | null => {
  const known = functions.get(name)
  if (known !== undefined) return known
  if (name === "week" || name === "weekStart") demandWeekStart(machine.scope)
  if (names.isOneOf(names.windowWords, name)) {
    const set = machine.calendar.windows(name)
    if (set !== null) return set
    machine.budget.spend(Infinity, at)
  }
  if (names.isOneOf(names.calendarStreams, name)) return base.calendarStream(machine.calendar, name)
  // `at` is a step, and no value.
  return null
}

/** The prelude's calendar looks its holidays up where it is used, so a body that redefines them changes it. */
const businessDays = (machine: Machine, at: Span): Stream.Stream => {
  const { calendar, prelude } = machine
  const home = prelude.scopes[prelude.defaultScope]?.zone
  if (calendar.zone.id !== home) fail("GridMismatch", at, say.businessDayZone)
  const [weekend, holidays] = ["satSun", prelude.holidays.name].map((name) =>
    machine.definition(name) === null ? null : toStream(machine, machine.lookup(name, at, null), at)
  )
  if (weekend == null && holidays == null) return base.ordinaryBusinessDays(calendar, prelude, at)
  machine.budget.spend(calendar.day.count, at)
  return base.businessDays(
    calendar,
    unite(weekend ?? base.satSun(calendar), holidays ?? base.holidays(calendar, prelude)),
    at
  )
}
