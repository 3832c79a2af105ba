import * as Either from "effect/Either"
import type { CutPoint, Observation, Program } from "../lang/Ast.js"
import { programEvents } from "../lang/Events.js"
import { observe } from "../lang/ReferenceOracle.js"
import type { Item } from "./Item.js"

/** What is right for `active_stack`, and what a mistaken reader might take for it. */
export interface StackAnswer {
  /** The names of the open blocks, from the outermost in. */
  readonly activeScopes: ReadonlyArray<string>
  /** The names of the blocks that were closed before the probe, in the order of their openings. */
  readonly closedScopes: ReadonlyArray<string>
}

/** What is right for `ast_to_source`, in any notation. */
export interface ProgramAnswer {
  readonly program: Program
}

/** The gold answer of an item. An item whose variable is unbound is a bug of its generator, which must not go on. */
export const answerOf = (item: Item): Observation | StackAnswer | ProgramAnswer => {
  if (item.task === "ast_to_source") return { program: item.family.program }
  const { program, cuts } = item.family
  const cut = cuts[item.view]
  const observation = Either.getOrThrowWith(observe(program, cut), (error) => error)
  if (item.task === "scope_lookup") return observation
  const { activeScopes } = observation
  const closedScopes = openedBefore(program, cut).filter((name) => !activeScopes.includes(name))
  return { activeScopes, closedScopes }
}

const openedBefore = (program: Program, { eventCount }: CutPoint): ReadonlyArray<string> =>
  programEvents(program)
    .slice(0, eventCount)
    .flatMap((event) => (event.type === "open" ? [event.scope.name] : []))
