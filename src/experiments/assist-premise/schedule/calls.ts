import type { Argument, Call, Expression } from "./Ast.js"
import { bindArguments, bindPositions } from "./bindArguments.js"
import { civilDateOf, dayLength, daysInMonth, isLeapYear, weekdayIndexOf, weekdays } from "./civil.js"
import { mismatch, nameOf, pointAt, toNumber, toPoint, toStream, windowsAt } from "./convert.js"
import * as Intervals from "./Intervals.js"
import { type Machine, Undecided } from "./Machine.js"
import { type CalendarFunction, isOneOf, type Query, queries } from "./names.js"
import { fail } from "./ScheduleError.js"
import type { Span } from "./Span.js"
import * as Stream from "./Stream.js"
import * as say from "./sayings/schedules.js"
import { type Environment, kindNames, type Value } from "./Value.js"
import type { WindowSet } from "./WindowSet.js"

/** `callee(args)`: a query, a function of the calendar, a definition with parameters, or a lambda. */
export const evaluateCall = (machine: Machine, node: Call, env: Environment): Value => {
  const name = nameOf(node.callee)
  if (name !== null && !isParameter(name, env)) {
    if (isOneOf(queries, name)) return query(machine, name, node, env)
    const definition = machine.definition(name)
    if (definition !== null && definition.parameters !== null && !machine.isCalendars(name)) {
      const { parameters, value: body } = definition
      const values = bindPositions(name, node.callee, node.args, parameters).map(({ value }) =>
        machine.evaluate(value, env)
      )
      return machine.call({ tag: "function", parameters, body, outer: null }, values, node.callee)
    }
  }
  const callee = machine.evaluate(node.callee, env)
  if (typeof callee !== "object") return mismatch(kindNames.function, callee, node.callee)
  switch (callee.tag) {
    case "function": {
      const args = bindPositions(name ?? "=>", node.callee, node.args, callee.parameters)
      const values = args.map(({ value }) => machine.evaluate(value, env))
      return machine.call(callee, values, node.callee)
    }
    case "word":
      return calendarFunction(machine, callee.word, only(callee.word, "p", node, machine, env), node)
    case "windows":
      return labelled(machine, callee, node, env)
    default:
      return mismatch(kindNames.function, callee, node.callee)
  }
}

const isParameter = (name: string, env: Environment): boolean => {
  for (let inner = env; inner !== null; inner = inner.outer) if (inner.name === name) return true
  return false
}

const only = (owner: string, parameter: string, node: Call, machine: Machine, env: Environment): Value => {
  const { plain } = bindArguments(owner, node.callee, node.args, { plain: [parameter] })
  return machine.evaluate(argumentAt(plain, 0), env)
}

const argumentAt = (args: ReadonlyArray<Argument>, index: number): Expression => {
  const argument = args[index]
  if (argument === undefined) throw new RangeError(`argument ${index} was not bound`)
  return argument.value
}

const calendarFunction = (machine: Machine, word: CalendarFunction, value: Value, node: Call): Value => {
  const at: Span = node.args[0] ?? node
  if (word === "isLeap") return isLeapYear(toNumber(value, at))
  const day = machine.calendar.dayNumberOf(toPoint(value, at).at)
  if (word === "weekday") return weekdays[weekdayIndexOf(day)] ?? ""
  const date = civilDateOf(day)
  switch (word) {
    case "yearNo":
      return date.year
    case "monthNo":
      return date.month
    case "dayNo":
      return date.day
    case "daysInMonthOf":
      return daysInMonth(date.year, date.month)
  }
}

/** `month(p)` is a number, `month(4)` the days of every April; the same for years. Other windows have no labels. */
const labelled = (machine: Machine, set: WindowSet, node: Call, env: Environment): Value => {
  const { unit } = set
  if (unit !== "month" && unit !== "year") return mismatch(kindNames.function, set, node.callee)
  const value = only(unit, "n", node, machine, env)
  const number = unit === "month" ? "monthNo" : "yearNo"
  if (typeof value === "object" && value.tag === "point")
    return calendarFunction(machine, number, value, node)
  const wanted = toNumber(value, node.args[0] ?? node)
  const { calendar } = machine
  machine.budget.spend(calendar.day.count, node)
  const starts = calendar.day.starts.filter((start) => {
    const date = civilDateOf(calendar.dayNumberOf(start))
    return (unit === "month" ? date.month : date.year) === wanted
  })
  return Stream.make(starts, "day")
}

const query = (machine: Machine, name: Query, node: Call, env: Environment): Value => {
  switch (name) {
    case "epochOrdinal": {
      const { plain } = bindArguments(name, node.callee, node.args, { plain: ["unit", "point"] })
      const unit = windowsAt(machine, argumentAt(plain, 0), env)
      return epochOrdinal(machine, unit, pointAt(machine, argumentAt(plain, 1), env).at, node)
    }
    case "ordinalIn": {
      const { plain } = bindArguments(name, node.callee, node.args, { plain: ["unit", "window", "point"] })
      const unit = windowsAt(machine, argumentAt(plain, 0), env)
      const window = windowsAt(machine, argumentAt(plain, 1), env)
      return ordinalIn(unit, window, pointAt(machine, argumentAt(plain, 2), env).at, node)
    }
    case "coincides": {
      const { plain } = bindArguments(name, node.callee, node.args, {
        plain: ["schedule", "window", "point"]
      })
      const axisNode = argumentAt(plain, 0)
      const value = machine.evaluate(axisNode, env)
      if (typeof value === "object" && value.tag === "windows")
        return mismatch(kindNames.stream, value, axisNode)
      const axis = toStream(machine, value, axisNode)
      const window = windowsAt(machine, argumentAt(plain, 1), env)
      return coincides(machine, axis, window, pointAt(machine, argumentAt(plain, 2), env).at, node)
    }
  }
}

/** Behind the horizon days are still counted, so that a far date can be compared with; other windows end there. */
const epochOrdinal = (machine: Machine, unit: WindowSet, instant: number, at: Span): number => {
  const index = unit.indexOf(instant)
  if (index >= 0 && index < unit.count) return index
  if (unit.unit === "day") return Math.floor(machine.calendar.zone.localOf(instant) / dayLength)
  return fail("LimitExceeded", at, say.outsideHorizon)
}

/** How many units begin in the window up to the one that holds the instant; at least 1. */
const ordinalIn = (unit: WindowSet, window: WindowSet, instant: number, at: Span): number => {
  const index = window.indexOf(instant)
  if (index < 0 || index >= window.count) return fail("LimitExceeded", at, say.outsideHorizon)
  const start = window.start(index)
  const before = unit.indexOf(start)
  const exact = unit.start(before) === start
  if (unit.unit === "hour" && !exact) fail("GridMismatch", at, say.gridMismatch(unit.grid, window.grid))
  return Math.max(1, unit.indexOf(instant) - (exact ? before : before + 1) + 1)
}

const coincides = (
  machine: Machine,
  axis: Stream.Stream,
  window: WindowSet,
  instant: number,
  at: Span
): boolean => {
  const index = window.indexOf(instant)
  if (index < 0 || index >= window.count) return fail("LimitExceeded", at, say.outsideHorizon)
  const [from, to] = [window.start(index), window.start(index + 1)]
  const doubts = Intervals.meeting(axis.unsettled, from, to)
  for (let i = Stream.firstFrom(axis.points, from); (axis.points[i] ?? to) < to; i++) {
    machine.budget.step(at)
    if (!Intervals.contains(doubts, axis.points[i] ?? to)) return true
  }
  if (doubts.length === 0) return false
  if (!machine.deciding) return fail("UndecidedMembership", at, say.undecided)
  machine.budget.spend(doubts.length, at)
  throw new Undecided([...doubts, [from, to]])
}
