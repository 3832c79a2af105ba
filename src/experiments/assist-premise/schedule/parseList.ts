import type { Cover, Covering, DateListNode, Element, Expression } from "./Ast.js"
import type { Cursor } from "./Cursor.js"
import { dayNumberOf } from "./civil.js"
import { fail } from "./ScheduleError.js"
import * as say from "./sayings/grammar.js"

/** `[a, b..c] covering: 2026..2026`. The bracket is the next token. */
export const parseList = (cursor: Cursor, parseChoice: (cursor: Cursor) => Expression): DateListNode => {
  const { start } = cursor.peek()
  const { closed, parsed: elements } = cursor.closed(() => {
    cursor.expect("[")
    const found: Array<Element> = []
    if (cursor.take("]")) return found
    do found.push(element(cursor, parseChoice))
    while (cursor.take(","))
    cursor.expect("]", say.commaOr("]"))
    return found
  })
  const covering = cursor.isWord("covering") && cursor.isSign(":", 1) ? parseCovering(cursor) : null
  return { type: "list", elements, covering, closed, ...cursor.spanFrom(start) }
}

const element = (cursor: Cursor, parseChoice: (cursor: Cursor) => Expression): Element => {
  const { start } = cursor.peek()
  const from = parseChoice(cursor)
  const to = cursor.take("..") ? parseChoice(cursor) : null
  return { from, to, ...cursor.spanFrom(start) }
}

const parseCovering = (cursor: Cursor): Covering => {
  const { start } = cursor.next()
  cursor.next()
  const covers: Array<Cover> = [parseCover(cursor)]
  // A comma may also separate arguments; only an edge continues the cover.
  while (cursor.isSign(",") && startsCover(cursor, 1)) {
    cursor.next()
    covers.push(parseCover(cursor))
  }
  return { covers, ...cursor.spanFrom(start) }
}

const isEdge = (cursor: Cursor, ahead: number): boolean => {
  const { kind } = cursor.peek(ahead)
  return kind === "date" || kind === "number"
}

const startsCover = (cursor: Cursor, ahead: number): boolean =>
  isEdge(cursor, ahead) || cursor.isSign("..", ahead)

const parseCover = (cursor: Cursor): Cover => {
  const { start } = cursor.peek()
  if (!startsCover(cursor, 0)) cursor.unexpected(say.cover)
  const from = isEdge(cursor, 0) ? edge(cursor, "first") : null
  cursor.expect("..")
  const to = isEdge(cursor, 0) ? edge(cursor, "last") : null
  return { from, to, ...cursor.spanFrom(start) }
}

/** A date, or the first or last day of a year. */
const edge = (cursor: Cursor, which: "first" | "last"): number => {
  const token = cursor.next()
  if (token.kind === "date") {
    if (token.clock !== null) fail("BadLiteral", token, say.coverClock)
    return token.day
  }
  const year = token.kind === "number" ? token.value : -1
  if (!Number.isInteger(year) || year < 0 || year > 9999) fail("BadLiteral", token, say.coverYear)
  return which === "first" ? dayNumberOf(year, 1, 1) : dayNumberOf(year, 12, 31)
}
