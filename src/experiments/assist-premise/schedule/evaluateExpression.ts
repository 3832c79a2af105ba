import type { Expression, Lambda } from "./Ast.js"
import { calculate, inOrder } from "./arithmetic.js"
import { evaluateCall } from "./calls.js"
import { conditionAt, listAt, mismatch, numberAt, streamAt } from "./convert.js"
import { evaluateList, literalPoint } from "./dateList.js"
import type { Machine } from "./Machine.js"
import { intersect, subtract, unite } from "./operators/sets.js"
import { evaluatePipeline } from "./pipeline.js"
import { fail } from "./ScheduleError.js"
import type { Stream } from "./Stream.js"
import * as say from "./sayings/arguments.js"
import { evaluateSpan } from "./spanWindows.js"
import { type Environment, equal, kindNames, kindOf, type Value } from "./Value.js"

type Node<T extends Expression["type"]> = Extract<Expression, { readonly type: T }>

/** What an expression is worth (language, section 8 for those of predicates). */
export const evaluateExpression = (machine: Machine, node: Expression, env: Environment): Value => {
  switch (node.type) {
    case "number":
    case "string":
      return node.value
    case "date":
      return literalPoint(machine.calendar, node)
    case "time":
      return { tag: "time", clock: node.clock }
    case "width":
      return { tag: "width", width: node.width }
    case "name":
      return machine.lookup(node.name, node, env)
    case "list":
      return evaluateList(machine, node, env)
    case "lambda":
      return lambda(machine, node, env)
    case "span":
      return evaluateSpan(machine, node, env)
    case "pipeline":
      return evaluatePipeline(machine, node, env)
    case "call":
      return evaluateCall(machine, node, env)
    case "sets":
      return sets(machine, node, env)
    case "choice":
      return machine.evaluate(conditionAt(machine, node.test, env) ? node.yes : node.no, env)
    case "and":
      return node.operands.every((operand) => conditionAt(machine, operand, env))
    case "or":
      return node.operands.some((operand) => conditionAt(machine, operand, env))
    case "not":
      return !conditionAt(machine, node.operand, env)
    case "compare":
      return compare(machine, node, env)
    case "arithmetic":
      return node.rest.reduce(
        (left, { operand, sign }) => calculate(sign, left, numberAt(machine, operand, env)),
        numberAt(machine, node.first, env)
      )
    case "signed": {
      const value = numberAt(machine, node.operand, env)
      return node.sign === "-" ? -value : value
    }
    case "index":
      return element(machine, node, env)
  }
}

const lambda = (machine: Machine, { body, parameters }: Lambda, outer: Environment): Value => {
  machine.demandFreeParameters(parameters)
  return { tag: "function", parameters, body, outer }
}

const sets = (machine: Machine, node: Node<"sets">, env: Environment): Stream => {
  let left = streamAt(machine, node.first, env)
  for (const { at, operand, sign } of node.rest) {
    const right = streamAt(machine, operand, env)
    machine.budget.spend(left.points.length + right.points.length, at)
    machine.budget.spend(left.unsettled.length + right.unsettled.length, at)
    left =
      sign === "|"
        ? unite(left, right)
        : sign === "&"
          ? intersect(left, right, at)
          : subtract(left, right, at)
  }
  return left
}

const compare = (machine: Machine, node: Node<"compare">, env: Environment): boolean => {
  const { left, right, sign } = node
  if (sign === "in") {
    const value = machine.evaluate(left, env)
    return listAt(machine, right, env).some((item) => equal(item, value))
  }
  if (sign !== "==" && sign !== "!=")
    return inOrder(sign, numberAt(machine, left, env), numberAt(machine, right, env))
  const [a, b] = [machine.evaluate(left, env), machine.evaluate(right, env)]
  if (kindOf(a) !== kindOf(b)) machine.warn("MixedComparison", node)
  return equal(a, b) === (sign === "==")
}

const element = (machine: Machine, node: Node<"index">, env: Environment): Value => {
  const list = machine.evaluate(node.list, env)
  const items =
    typeof list === "object" && list.tag === "list" ? list.items : mismatch(kindNames.list, list, node.list)
  const index = numberAt(machine, node.index, env)
  return items[index] ?? fail("IndexOutOfRange", node.index, say.indexOutOfRange(items.length))
}
