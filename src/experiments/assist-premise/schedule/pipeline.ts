import type { Definition, Expression, Pipeline, Step } from "./Ast.js"
import { bindPositions } from "./bindArguments.js"
import { nameOf, toStream } from "./convert.js"
import type { Machine } from "./Machine.js"
import { unknownStage } from "./nameFaults.js"
import { isOneOf, steps } from "./names.js"
import { fail } from "./ScheduleError.js"
import type { Span } from "./Span.js"
import * as Stream from "./Stream.js"
import * as sayArguments from "./sayings/arguments.js"
import * as sayNames from "./sayings/names.js"
import { applyStep } from "./steps.js"
import { type Environment, parametersOf, type Value } from "./Value.js"

/** `head |> step |> …` */
export const evaluatePipeline = (machine: Machine, { head, steps }: Pipeline, env: Environment): Value =>
  runSteps(machine, machine.evaluate(head, env), head, steps, env)

const runSteps = (
  machine: Machine,
  start: Value,
  head: Expression | Step,
  steps: ReadonlyArray<Step>,
  env: Environment
): Value => {
  let value = start
  // A window set takes the name by which it was called into the stream that it becomes.
  let name = "type" in head ? nameOf(head) : null
  let at: Span = head
  for (const step of steps) {
    value = runStep(machine, step, value, at, name, env)
    name = null
    at = { start: head.start, end: step.end }
  }
  return value
}

const runStep = (
  machine: Machine,
  step: Step,
  value: Value,
  at: Span,
  windowName: string | null,
  env: Environment
): Value => {
  const { name } = step.name
  const discards = name === "strideBy"
  if (discards && typeof value === "object" && value.tag === "everyInstant")
    return applyStep(machine, "strideBy", step, Stream.make(Stream.noPoints, "any"), env)
  const input = toStream(machine, value, at, windowName)
  if (discards) machine.warn("DiscardedInput", step.name)
  return isOneOf(steps, name)
    ? applyStep(machine, name, step, input, env)
    : runOwnStep(machine, step, input, env)
}

/** A definition as a step: a lambda of one parameter, or a chain of steps without a source. */
const runOwnStep = (machine: Machine, step: Step, input: Stream.Stream, env: Environment): Value => {
  const { name } = step.name
  const definition = machine.isCalendars(name) ? null : machine.definition(name)
  if (definition === null)
    return unknownStage(name, step.name, machine.knows(name, null), {
      scope: machine.scope.name,
      parameters: parametersOf(env),
      definitions: machine.definitionNames,
      later: new Set()
    })
  const inner = bindParameters(machine, definition, step, env)
  return machine.within(definition, name, step.name, () =>
    runDefinition(machine, definition, step, input, inner)
  )
}

const bindParameters = (
  machine: Machine,
  definition: Definition,
  step: Step,
  env: Environment
): Environment => {
  const parameters = definition.parameters ?? []
  return bindPositions(step.name.name, step.name, step.args, parameters).reduce<Environment>(
    (outer, argument, index) => ({
      name: parameters[index]?.name ?? "",
      value: machine.evaluate(argument.value, env),
      outer
    }),
    null
  )
}

const runDefinition = (
  machine: Machine,
  definition: Definition,
  step: Step,
  input: Stream.Stream,
  env: Environment
): Value => {
  const body = definition.value
  if (body.type === "lambda") {
    machine.demandFreeParameters(body.parameters)
    const names = body.parameters.map((one) => one.name)
    if (names.length !== 1) fail("MissingArgument", step.name, sayArguments.needsCall(step.name.name, names))
    const { body: inner, parameters } = body
    return machine.call({ tag: "function", parameters, body: inner, outer: env }, [input], step.name)
  }
  const head = asStep(body.type === "pipeline" ? body.head : body)
  if (head === null) return fail("UnknownStage", step.name, sayNames.notAStep(step.name.name))
  return runSteps(machine, input, head, [head, ...(body.type === "pipeline" ? body.steps : [])], env)
}

/** The head of a chain without a source, such as `within(month)`. */
const asStep = (node: Expression): Step | null => {
  const { end, start } = node
  if (node.type === "name") return { name: { name: node.name, start, end }, args: [], start, end }
  if (node.type !== "call" || node.callee.type !== "name") return null
  return { name: node.callee, args: node.args, start, end }
}
