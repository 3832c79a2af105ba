import type { Covering, DateListNode, DateNode, Element } from "./Ast.js"
import type { Calendar } from "./Calendar.js"
import { dayLength } from "./civil.js"
import { mismatch } from "./convert.js"
import * as Intervals from "./Intervals.js"
import type { Machine } from "./Machine.js"
import { fail } from "./ScheduleError.js"
import * as Stream from "./Stream.js"
import * as sayArguments from "./sayings/arguments.js"
import * as saySchedules from "./sayings/schedules.js"
import { type Environment, kindNames, type Point, type Value } from "./Value.js"

/** A date is the first instant of its day. A date with a time must be shown exactly once by the zone's clock. */
export const literalPoint = (calendar: Calendar, node: DateNode): Point => {
  if (node.clock === null) return { tag: "point", at: calendar.zone.startOfDay(node.day) }
  const reading = calendar.zone.read(node.day * dayLength + node.clock)
  switch (reading.kind) {
    case "once":
      return { tag: "point", at: reading.at }
    case "gap":
      return fail("NonexistentLocalTime", node, saySchedules.localGap)
    case "fold":
      return fail("AmbiguousLocalTime", node, saySchedules.localFold)
  }
}

/** A list is a stream if it holds dates only, and a list of values otherwise (language, section 5). */
export const evaluateList = (machine: Machine, node: DateListNode, env: Environment): Value => {
  if (node.elements.length === 0) {
    if (node.covering === null) return { tag: "list", items: [] }
    const covered = coveredBy(machine.calendar, node.covering)
    return Stream.make(Stream.noPoints, "any", Intervals.complement(covered))
  }
  const parts = node.elements.map((element) => evaluateElement(machine, element, env))
  if (parts.every((part) => part.instants !== null))
    return stream(
      machine,
      node,
      parts.map(({ instants }) => instants ?? [])
    )
  if (node.covering !== null) fail("BadDateList", node.covering, saySchedules.coveringOfValues)
  return { tag: "list", items: parts.map(({ value }) => value) }
}

interface Part {
  /** The value of an element that is no range. */
  readonly value: Value
  /** `null` for an element that is no date. */
  readonly instants: ReadonlyArray<number> | null
}

const evaluateElement = (machine: Machine, element: Element, env: Environment): Part => {
  const from = machine.evaluate(element.from, env)
  const isPoint = typeof from === "object" && from.tag === "point"
  if (element.to === null) return { value: from, instants: isPoint ? [from.at] : null }
  if (!isPoint) return mismatch(kindNames.point, from, element.from, sayArguments.rangeOfPoints)
  const to = machine.evaluate(element.to, env)
  if (typeof to !== "object" || to.tag !== "point")
    return mismatch(kindNames.point, to, element.to, sayArguments.rangeOfPoints)
  return { value: from, instants: range(machine, element, from.at, to.at) }
}

/** The first point, and the start of every civil day behind it up to the second. */
const range = (machine: Machine, element: Element, from: number, to: number): ReadonlyArray<number> => {
  if (from > to) return []
  const { calendar } = machine
  machine.budget.spend(Math.ceil((to - from) / dayLength), element)
  const instants = [from]
  for (let day = calendar.dayNumberOf(from) + 1; ; day++) {
    const start = calendar.zone.startOfDay(day)
    if (start > to) return instants
    if (start > (instants.at(-1) ?? from)) instants.push(start)
  }
}

const stream = (
  machine: Machine,
  node: DateListNode,
  parts: ReadonlyArray<ReadonlyArray<number>>
): Stream.Stream => {
  const { calendar } = machine
  const covered = node.covering === null ? null : coveredBy(calendar, node.covering)
  let last = -Infinity
  const points: Array<number> = []
  node.elements.forEach((element, index) => {
    for (const instant of parts[index] ?? []) {
      if (instant <= last) fail("BadDateList", element, saySchedules.listOrder)
      if (covered !== null && !Intervals.contains(covered, instant))
        fail("BadDateList", element, saySchedules.outsideCovering)
      last = instant
      points.push(instant)
    }
  })
  const first = points[0]
  const known = covered ?? (first === undefined ? [] : [[first, last + 1] as const])
  return Stream.make(
    Float64Array.from(points.filter((instant) => calendar.holds(instant))),
    node.elements.every(isPlainDate) ? "day" : "none",
    Intervals.complement(known)
  )
}

const isPlainDate = ({ from, to }: Element): boolean =>
  [from, to ?? from].every((edge) => edge.type === "date" && edge.clock === null)

const coveredBy = (calendar: Calendar, covering: Covering): Intervals.Intervals => {
  let behind = -Infinity
  return Intervals.merge(
    covering.covers.map((cover, index): Intervals.Interval => {
      const from = cover.from === null ? -Infinity : calendar.zone.startOfDay(cover.from)
      const to = cover.to === null ? Infinity : calendar.zone.startOfDay(cover.to + 1)
      if (from >= to || (index > 0 && from < behind)) fail("BadDateList", cover, saySchedules.coveringOrder)
      behind = to
      return [from, to]
    })
  )
}
