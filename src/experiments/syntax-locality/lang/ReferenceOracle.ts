import * as Either from "effect/Either"
import type { CutPoint, Observation, Program, Statement } from "./Ast.js"
import { OracleError } from "./OracleError.js"

/**
 * The meaning of a program, told by recursion on its tree (specification 5.4). It knows of no source text and no event list, and shares
 * no code with the event oracle: where the two agree, a mistake would have to be made twice, in two ways.
 */

/** What holds at the cut. */
interface Place {
  readonly visible: ReadonlyMap<string, number>
  readonly open: ReadonlyArray<string>
}

/**
 * Walks a scope's body with `steps` events still to go, where `outer` is visible from the scopes around it.
 * Returns the cut's place, or, if the body ended first, the steps that are left.
 */
const walk = (
  body: ReadonlyArray<Statement>,
  outer: ReadonlyMap<string, number>,
  open: ReadonlyArray<string>,
  steps: number
): Place | number => {
  // A scope writes into its own copy, so leaving it brings back what was visible before.
  const visible = new Map(outer)
  let left = steps
  for (const statement of body) {
    if (left === 0) return { visible, open }
    left -= 1
    if (statement.type === "let") visible.set(statement.variable, statement.value)
    else if (statement.type === "scope") {
      const within = walk(statement.body, visible, [...open, statement.name], left)
      if (typeof within !== "number") return within
      left = within - 1
    }
  }
  return left === 0 ? { visible, open } : left
}

/** The value and the open scopes at `cut`. */
export const observe = (program: Program, cut: CutPoint): Either.Either<Observation, OracleError> => {
  const { eventCount, variable } = cut
  // A count that is negative or no integer never comes down to 0, and so has no place either.
  const place = walk(program.body, new Map(), [], eventCount)
  if (typeof place === "number") {
    return Either.left(
      new OracleError({
        reason: "cut_out_of_range",
        detail: `the program has no place after ${eventCount} events`
      })
    )
  }
  const value = place.visible.get(variable)
  return value === undefined
    ? Either.left(
        new OracleError({ reason: "unbound_variable", detail: `nothing visible binds ${variable}` })
      )
    : Either.right({ value, activeScopes: place.open })
}
