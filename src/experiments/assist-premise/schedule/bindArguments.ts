import type { Argument, Word } from "./Ast.js"
import { fail } from "./ScheduleError.js"
import type { Span } from "./Span.js"
import * as say from "./sayings/arguments.js"

/** What a step or function takes. */
export interface Signature {
  /** Plain arguments, all required, by what they are called in messages. */
  readonly plain: ReadonlyArray<string>
  readonly required?: ReadonlyArray<string>
  readonly optional?: ReadonlyArray<string>
}

export interface Bound {
  readonly plain: ReadonlyArray<Argument>
  readonly named: ReadonlyMap<string, Argument>
}

const noNames: ReadonlyMap<string, Argument> = new Map()

/** The usual case, asked for at every point of a filter. */
const isPlainOf = (args: ReadonlyArray<Argument>, count: number): boolean =>
  args.length === count && args.every(({ name }) => name === null)

/** The arguments of a function that the body defines: by position, exactly as many as it has parameters. */
export const bindPositions = (
  owner: string,
  at: Span,
  args: ReadonlyArray<Argument>,
  parameters: ReadonlyArray<Word>
): ReadonlyArray<Argument> =>
  isPlainOf(args, parameters.length)
    ? args
    : bindArguments(owner, at, args, { plain: parameters.map(({ name }) => name) }).plain

/** Sorts arguments by the signature. Names and numbers are checked before any value is looked at. */
export const bindArguments = (
  owner: string,
  at: Span,
  args: ReadonlyArray<Argument>,
  { optional = [], plain, required = [] }: Signature
): Bound => {
  if (required.length === 0 && isPlainOf(args, plain.length)) return { plain: args, named: noNames }
  const known = [...required, ...optional]
  const allowed = [...plain, ...known.map((name) => `${name}:`)]
  const bound: Array<Argument> = []
  const named = new Map<string, Argument>()
  for (const argument of args) {
    if (argument.name === null) {
      if (named.size > 0) fail("UnexpectedArgument", argument, say.positionalLast)
      if (bound.length === plain.length)
        fail("UnexpectedArgument", argument, say.unexpectedArgument(owner, allowed))
      bound.push(argument)
      continue
    }
    const { name } = argument.name
    if (!known.includes(name))
      fail(
        "UnexpectedArgument",
        argument,
        /^T\d+$/.test(name) ? say.timeWithoutZero(name) : say.unexpectedArgument(owner, allowed)
      )
    if (named.has(name)) fail("UnexpectedArgument", argument, say.twice(name))
    named.set(name, argument)
  }
  const missing = plain[bound.length] ?? required.find((name) => !named.has(name))
  if (missing !== undefined) fail("MissingArgument", at, say.missingArgument(owner, missing))
  return { plain: bound, named }
}
