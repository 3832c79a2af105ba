import type { Expression } from "./Ast.js"
import { dayLength } from "./civil.js"
import { clockOrPoint, mismatch } from "./convert.js"
import type { Machine } from "./Machine.js"
import { at } from "./operators/at.js"
import { byDays, byElapsed } from "./operators/strideBy.js"
import { fail } from "./ScheduleError.js"
import type { Stream } from "./Stream.js"
import * as sayArguments from "./sayings/arguments.js"
import * as sayNames from "./sayings/names.js"
import { type Environment, kindNames } from "./Value.js"
import type { Zone } from "./Zone.js"

/** The steps that make ticks of a clock: `at` and `strideBy`. */

/** A time of day; or a point, which gives the clock time and the first instant that counts. */
export const applyAt = (
  machine: Machine,
  input: Stream,
  time: Expression,
  zoneNode: Expression | undefined,
  env: Environment
): Stream => {
  const value = machine.evaluate(time, env)
  const zone = zoneNode === undefined ? null : zoneAt(machine, zoneNode, env)
  const { calendar } = machine
  if (typeof value !== "object") return mismatch(clockOrPoint, value, time)
  if (value.tag === "time") return at(input, calendar, value.clock, -Infinity, zone)
  if (value.tag !== "point") return mismatch(clockOrPoint, value, time)
  machine.warn("AnchoredClock", time)
  return at(input, calendar, localPlace(machine, value.at).clock, value.at, zone)
}

const zoneAt = (machine: Machine, node: Expression, env: Environment): Zone => {
  const name = machine.evaluate(node, env)
  if (typeof name !== "string") return mismatch(kindNames.label, name, node)
  return machine.zone(name, node) ?? fail("UnknownZone", node, sayNames.unknownZone(name))
}

/** What the scope's clock shows. */
const localPlace = (machine: Machine, instant: number): { readonly day: number; readonly clock: number } => {
  const local = machine.calendar.zone.localOf(instant)
  const day = Math.floor(local / dayLength)
  return { day, clock: local - day * dayLength }
}

export const applyStrideBy = (
  machine: Machine,
  widthNode: Expression,
  fromNode: Expression,
  env: Environment
): Stream => {
  const width = machine.evaluate(widthNode, env)
  if (typeof width !== "object" || width.tag !== "width") return mismatch(kindNames.width, width, widthNode)
  const size = "days" in width.width ? width.width.days : width.width.ms
  if (!(size > 0 && Number.isFinite(size)))
    fail("BadCount", widthNode, sayArguments.badCount(sayArguments.positiveWidth, size))
  const from = machine.evaluate(fromNode, env)
  const { calendar } = machine
  if (typeof from === "object" && from.tag === "time") {
    if (!("days" in width.width) || size !== 1)
      return mismatch(kindNames.point, from, fromNode, sayArguments.strideByTime)
    return byDays(calendar, 1, { day: 0, clock: from.clock }, -Infinity)
  }
  if (typeof from !== "object" || from.tag !== "point") return mismatch(kindNames.point, from, fromNode)
  if ("days" in width.width) return byDays(calendar, size, localPlace(machine, from.at), from.at)
  machine.budget.spend(
    Math.max(0, Math.ceil((calendar.end - Math.max(calendar.start, from.at)) / size)),
    widthNode
  )
  return byElapsed(calendar, size, from.at)
}
