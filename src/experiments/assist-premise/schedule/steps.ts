import type { Expression, Step } from "./Ast.js"
import { type Bound, bindArguments, type Signature } from "./bindArguments.js"
import {
  countAt,
  mismatch,
  nameOf,
  pointAt,
  streamAt,
  toCondition,
  toFunction,
  toStream,
  windowsAt
} from "./convert.js"
import * as Intervals from "./Intervals.js"
import { type Machine, Undecided } from "./Machine.js"
import { conventions, isOneOf, type StepName } from "./names.js"
import * as Count from "./operators/count.js"
import { roll } from "./operators/roll.js"
import { type Choice, select } from "./operators/select.js"
import { keepOn } from "./operators/sets.js"
import { shiftAlong, shiftByWindows } from "./operators/shift.js"
import { snap } from "./operators/snap.js"
import { fail } from "./ScheduleError.js"
import type { Stream } from "./Stream.js"
import * as sayArguments from "./sayings/arguments.js"
import * as say from "./sayings/schedules.js"
import { applyAt, applyStrideBy } from "./tickSteps.js"
import { type Environment, kindNames } from "./Value.js"
import type { WindowSet } from "./WindowSet.js"

const signatures: Readonly<Record<StepName, Signature>> = {
  within: { plain: ["window"] },
  first: { plain: [], optional: ["of"] },
  last: { plain: [], optional: ["of"] },
  nth: { plain: ["n"], optional: ["of"] },
  filter: { plain: [], optional: ["on"] },
  roll: { plain: ["convention"], required: ["on"] },
  shift: { plain: ["n"], required: ["unit"] },
  snapTo: { plain: ["window"] },
  stride: { plain: ["n"], required: ["from"] },
  take: { plain: ["n"], required: ["from"] },
  takeLast: { plain: ["n"], required: ["until"] },
  strideBy: { plain: ["width"], required: ["from"] },
  at: { plain: ["time"], optional: ["tz"] }
}

/** One of the language's own steps (language, section 7), after the bar of a pipeline. */
export const applyStep = (
  machine: Machine,
  name: StepName,
  step: Step,
  input: Stream,
  env: Environment
): Stream => {
  machine.budget.spend(input.points.length + input.unsettled.length, step)
  const isPredicate = name === "filter" && step.args.some((argument) => argument.name === null)
  const signature = isPredicate ? { plain: ["predicate"] } : signatures[name]
  const bound = bindArguments(name, step.name, step.args, signature)
  const plain = bound.plain[0]?.value
  const named = (argument: string): Expression | undefined => bound.named.get(argument)?.value
  const missing = (argument: string): never =>
    fail("MissingArgument", step.name, sayArguments.missingArgument(name, argument))
  switch (name) {
    case "first":
      return choose(step, input, 1, bound)
    case "last":
      return choose(step, input, "last", bound)
    case "filter": {
      if (plain !== undefined) return keepWhere(machine, input, plain, env)
      const axis = named("on") ?? missing("predicate")
      return keepOn(input, streamAt(machine, axis, env), step.name)
    }
  }
  if (plain === undefined) return missing(signature.plain[0] ?? "")
  switch (name) {
    case "within":
      return {
        ...input,
        windows: [...input.windows, { name: nameOf(plain), set: windowOf(machine, plain, env) }]
      }
    case "nth": {
      const n = countAt(machine, plain, env, -Infinity)
      if (n < 1) machine.warn("NthNeverMatches", plain)
      return choose(step, input, n, bound)
    }
    case "roll": {
      const convention = conventionOf(machine, plain, env)
      const axis = streamAt(machine, named("on") ?? missing("on"), env)
      machine.budget.spend(axis.unsettled.length, step)
      return roll(input, convention, axis, step.name)
    }
    case "shift": {
      const places = countAt(machine, plain, env, -Infinity)
      return shift(machine, step, input, places, named("unit") ?? missing("unit"), env)
    }
    case "snapTo":
      return snap(input, windowsAt(machine, plain, env))
    case "stride": {
      const n = countAt(machine, plain, env, 1)
      return Count.stride(input, n, pointAt(machine, named("from") ?? missing("from"), env).at)
    }
    case "take": {
      const n = countAt(machine, plain, env, 1)
      const from = pointAt(machine, named("from") ?? missing("from"), env).at
      return Count.take(withoutWindows(step, input), n, from)
    }
    case "takeLast": {
      const n = countAt(machine, plain, env, 1)
      const until = pointAt(machine, named("until") ?? missing("until"), env).at
      return Count.takeLast(withoutWindows(step, input), n, until)
    }
    case "strideBy":
      return applyStrideBy(machine, plain, named("from") ?? missing("from"), env)
    case "at":
      return applyAt(machine, input, plain, named("tz"), env)
  }
}

const windowOf = (machine: Machine, node: Expression, env: Environment): WindowSet => {
  const value = machine.evaluate(node, env)
  if (typeof value === "object" && value.tag === "windows") return value
  const innermost =
    typeof value === "object" && value.tag === "stream" ? value.windows.at(-1)?.set : undefined
  return innermost ?? mismatch(kindNames.windows, value, node)
}

const choose = (step: Step, input: Stream, choice: Choice, bound: Bound): Stream => {
  const of = bound.named.get("of")?.value
  if (of === undefined) {
    if (input.windows.length === 0) fail("NoWindow", step.name, say.noWindow(step.name.name))
    return select(input, input.windows.length - 1, choice)
  }
  const wanted = of.type === "name" ? of.name : null
  const depth = input.windows.findIndex(({ name }) => name !== null && name === wanted)
  if (depth < 0) fail("NoWindow", step.name, say.noSuchWindow(wanted ?? "of:"))
  return select(input, depth, choice)
}

const keepWhere = (machine: Machine, input: Stream, node: Expression, env: Environment): Stream => {
  const predicate = toFunction(machine.evaluate(node, env), node)
  const doubts: Array<Intervals.Interval> = []
  const points = input.points.filter((at) => {
    const verdict = machine.decide(predicate, { tag: "point", at }, node)
    if (!(verdict instanceof Undecided)) return toCondition(verdict, predicate.body)
    // Neighbours mostly meet the same doubt.
    if (!isRepeated(doubts, verdict.intervals)) doubts.push(...verdict.intervals)
    return false
  })
  return { ...input, points, unsettled: Intervals.merge([...input.unsettled, ...doubts]) }
}

const isRepeated = (
  known: ReadonlyArray<Intervals.Interval>,
  found: ReadonlyArray<Intervals.Interval>
): boolean =>
  found.every(([from, to], index) => {
    const before = known[known.length - found.length + index]
    return before !== undefined && before[0] === from && before[1] === to
  })

const conventionOf = (machine: Machine, node: Expression, env: Environment): (typeof conventions)[number] => {
  const unknown = (name: string): never =>
    fail("UnknownConvention", node, sayArguments.unknownConvention(name))
  if (node.type === "name" && !machine.knows(node.name, env)) return unknown(node.name)
  const value = machine.evaluate(node, env)
  if (typeof value !== "string") return mismatch(kindNames.label, value, node)
  return isOneOf(conventions, value) ? value : unknown(value)
}

const shift = (
  machine: Machine,
  step: Step,
  input: Stream,
  places: number,
  node: Expression,
  env: Environment
): Stream => {
  const unit = machine.evaluate(node, env)
  if (typeof unit === "object" && unit.tag === "windows") {
    if (unit.unit === "week") fail("UnsupportedUnit", node, sayArguments.unsupportedUnit)
    return shiftByWindows(input, places, unit)
  }
  const axis = toStream(machine, unit, node)
  machine.budget.spend(axis.unsettled.length, step)
  return shiftAlong(input, places, axis, machine.calendar, step.name)
}

const withoutWindows = (step: Step, input: Stream): Stream =>
  input.windows.length === 0 ? input : fail("WindowedInput", step.name, say.windowedInput(step.name.name))
