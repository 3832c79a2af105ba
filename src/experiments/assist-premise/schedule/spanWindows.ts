import type { SpanNode } from "./Ast.js"
import { countAt, toCount, toFunction, toNumber, toWindows } from "./convert.js"
import type { Machine } from "./Machine.js"
import { fail } from "./ScheduleError.js"
import { unsupportedUnit } from "./sayings/arguments.js"
import type { Environment } from "./Value.js"
import { WindowSet } from "./WindowSet.js"

/** `unit span size phase: k`: windows of k units, then of size(0), size(1), … units, from 1970-01-01 on. */
export const evaluateSpan = (machine: Machine, node: SpanNode, env: Environment): WindowSet => {
  const unit = toWindows(machine.lookup(node.unit.name, node.unit, env), node.unit)
  if (unit.unit === "week") fail("UnsupportedUnit", node.unit, unsupportedUnit)
  const size = toFunction(machine.evaluate(node.size, env), node.size)
  const phase = node.phase === null ? 0 : countAt(machine, node.phase, env, 0)
  const starts: Array<number> = phase > 0 ? [unit.start(0)] : []
  let index = phase
  for (let group = 0; index < unit.count; group++) {
    starts.push(unit.start(index))
    index += toCount(toNumber(machine.call(size, [group], node.size), node.size), node.size, 1)
  }
  machine.budget.spend(starts.length, node)
  return new WindowSet("span", Float64Array.from(starts), unit.end, unit.grid)
}
