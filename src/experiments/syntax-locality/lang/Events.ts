import type { Let, Nop, Program, Scope, Statement } from "./Ast.js"

/** One step of the depth-first walk that cut points count (specification 5.1). Each is one line of source. */
export type ProgramEvent =
  | Let
  | Nop
  | { readonly type: "open"; readonly scope: Scope }
  | { readonly type: "close"; readonly scope: Scope }

/** A program never changes, and is asked for its events in each notation and by each check. */
const known = new WeakMap<Program, ReadonlyArray<ProgramEvent>>()

/** All events of `program` from top to bottom; every block has an Open and a Close. */
export const programEvents = (program: Program): ReadonlyArray<ProgramEvent> => {
  const before = known.get(program)
  if (before !== undefined) return before
  const events: Array<ProgramEvent> = []
  const walk = (body: ReadonlyArray<Statement>): void => {
    for (const statement of body) {
      if (statement.type === "scope") {
        events.push({ type: "open", scope: statement })
        walk(statement.body)
        events.push({ type: "close", scope: statement })
      } else events.push(statement)
    }
  }
  walk(program.body)
  known.set(program, events)
  return events
}
