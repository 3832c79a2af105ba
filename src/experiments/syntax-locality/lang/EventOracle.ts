import * as Either from "effect/Either"
import type { Observation } from "./Ast.js"
import type { ParsedPrefix } from "./Event.js"
import { OracleError } from "./OracleError.js"

/** An open scope and its own bindings. */
interface Frame {
  readonly name: string
  readonly bindings: Map<string, number>
}

/**
 * The value and the open scopes at a parsed prefix's probe, by an explicit stack of frames with the global scope at the bottom
 * (specification 5.4). Independent of the reference oracle.
 */
export const observePrefix = (prefix: ParsedPrefix): Either.Either<Observation, OracleError> => {
  const globals = new Map<string, number>()
  const frames: Array<Frame> = []
  for (const event of prefix.events) {
    if (event.type === "open") frames.push({ name: event.name, bindings: new Map() })
    else if (event.type === "close") {
      if (frames.pop() === undefined) {
        return Either.left(
          new OracleError({
            reason: "underflow",
            detail: `line ${event.line} closes a block where none is open`
          })
        )
      }
    } else if (event.type === "let") {
      const bindings = frames.at(-1)?.bindings ?? globals
      bindings.set(event.variable, event.value)
    }
  }
  const { variable } = prefix.probe
  const holder = frames.findLast((frame) => frame.bindings.has(variable))
  const value = (holder?.bindings ?? globals).get(variable)
  return value === undefined
    ? Either.left(new OracleError({ reason: "unbound_variable", detail: `no open scope binds ${variable}` }))
    : Either.right({ value, activeScopes: frames.map((frame) => frame.name) })
}
