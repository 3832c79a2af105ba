import type { Expression } from "./Ast.js"
import { type Bilingual, both } from "./Bilingual.js"
import type { Machine } from "./Machine.js"
import { fail } from "./ScheduleError.js"
import type { Span } from "./Span.js"
import * as Stream from "./Stream.js"
import * as say from "./sayings/arguments.js"
import { type Environment, type FunctionValue, kindNames, kindOf, type Point, type Value } from "./Value.js"
import type { WindowSet } from "./WindowSet.js"

/** The demands that places make on values (language, section 5). The only conversions are those to a stream. */

const mismatch = (expected: Bilingual, found: Value, at: Span, hint?: Bilingual): never =>
  fail("TypeMismatch", at, say.wrongKind(expected, kindOf(found), hint))

/** A point is a stream of one, a window set the stream of the days (or hours) in it. */
export const toStream = (
  machine: Machine,
  value: Value,
  at: Span,
  name: string | null = null
): Stream.Stream => {
  if (typeof value !== "object") return mismatch(kindNames.stream, value, at)
  switch (value.tag) {
    case "stream":
      return value
    case "point":
      return Stream.make(
        machine.calendar.holds(value.at) ? Float64Array.of(value.at) : Stream.noPoints,
        "none"
      )
    case "windows":
      return windowed(machine, value, at, name)
    default:
      return mismatch(kindNames.stream, value, at)
  }
}

const windowed = (machine: Machine, set: WindowSet, at: Span, name: string | null): Stream.Stream => {
  const ticks = set.grid === "day" ? machine.calendar.day : toWindows(machine.lookup("hour", at, null), at)
  machine.budget.spend(ticks.count, at)
  return Stream.make(ticks.starts, ticks.grid, [], [{ name, set }])
}

export const streamAt = (machine: Machine, node: Expression, env: Environment): Stream.Stream =>
  toStream(machine, machine.evaluate(node, env), node, nameOf(node))

/** The name by which a window is entered. */
export const nameOf = (node: Expression): string | null => (node.type === "name" ? node.name : null)

export const toWindows = (value: Value, at: Span): WindowSet =>
  typeof value === "object" && value.tag === "windows" ? value : mismatch(kindNames.windows, value, at)

export const windowsAt = (machine: Machine, node: Expression, env: Environment): WindowSet =>
  toWindows(machine.evaluate(node, env), node)

export const toPoint = (value: Value, at: Span): Point =>
  typeof value === "object" && value.tag === "point" ? value : mismatch(kindNames.point, value, at)

export const pointAt = (machine: Machine, node: Expression, env: Environment): Point =>
  toPoint(machine.evaluate(node, env), node)

export const toFunction = (value: Value, at: Span): FunctionValue =>
  typeof value === "object" && value.tag === "function" ? value : mismatch(kindNames.function, value, at)

export const toNumber = (value: Value, at: Span): number => {
  if (typeof value === "number") return value
  const isPoint = typeof value === "object" && value.tag === "point"
  return mismatch(kindNames.number, value, at, isPoint ? say.orderPoints : undefined)
}

export const numberAt = (machine: Machine, node: Expression, env: Environment): number =>
  toNumber(machine.evaluate(node, env), node)

export const toCondition = (value: Value, at: Span): boolean =>
  typeof value === "boolean" ? value : mismatch(kindNames.boolean, value, at)

export const conditionAt = (machine: Machine, node: Expression, env: Environment): boolean =>
  toCondition(machine.evaluate(node, env), node)

export const listAt = (machine: Machine, node: Expression, env: Environment): ReadonlyArray<Value> => {
  const value = machine.evaluate(node, env)
  if (typeof value === "object" && value.tag === "list") return value.items
  const isStream = typeof value === "object" && value.tag === "stream"
  return mismatch(kindNames.list, value, node, isStream ? say.datesAsStream : undefined)
}

/** A whole number of at least `min`. */
export const countAt = (machine: Machine, node: Expression, env: Environment, min: number): number =>
  toCount(numberAt(machine, node, env), node, min)

export const toCount = (value: number, at: Span, min: number): number => {
  if (Number.isInteger(value) && value >= min) return value
  const expected = min === 1 ? say.positiveInteger : min === 0 ? say.naturalNumber : say.integer
  return fail("BadCount", at, say.badCount(expected, value))
}

export const clockOrPoint = both("時刻（例 T09:00）", "a time of day such as T09:00")

export { mismatch }
