import type { Definition, Item, Program, Setting } from "./Ast.js"
import { both } from "./Bilingual.js"
import { Cursor } from "./Cursor.js"
import { tokenize } from "./Lexer.js"
import { limits } from "./limits.js"
import { parseExpression, parseParameters } from "./parseExpression.js"
import { fail } from "./ScheduleError.js"
import * as say from "./sayings/grammar.js"
import { tooLong } from "./sayings/lexical.js"

/**
 * Reads a body (language, sections 2 and 3). Only its form is looked at: names and kinds of values are the evaluator's business. Throws a
 * `Fault` at the first mistake, tokens before grammar.
 */
export const parse = (source: string): Program => {
  const cursor = new Cursor(source, tokenize(source))
  const items: Array<Item> = []
  skipSeparators(cursor)
  let definitions = 0
  while (cursor.peek().kind !== "end") {
    const parsed = item(cursor)
    items.push(parsed)
    if (parsed.type === "definition" && ++definitions > limits.definitions)
      fail("LimitExceeded", parsed.name, tooLong(both("定義の数", "definitions"), limits.definitions))
    if (cursor.peek().kind !== "end" && !separates(cursor)) cursor.unexpected(say.statementEnd)
    skipSeparators(cursor)
  }
  return { items, end: { start: source.length, end: source.length } }
}

const separates = (cursor: Cursor): boolean => cursor.peek().kind === "line end" || cursor.isSign(";")

const skipSeparators = (cursor: Cursor): void => {
  while (separates(cursor)) cursor.next()
}

const item = (cursor: Cursor): Item => {
  const token = cursor.peek()
  if (cursor.isWord("premise")) fail("UnsupportedConstruct", token, say.unsupported("premise", "calendar"))
  if (cursor.isSign("@")) return scopeLine(cursor)
  return startsDefinition(cursor) ? definition(cursor) : parseExpression(cursor)
}

/** `name =` or `name(…) =`, where the brackets must be looked through. */
const startsDefinition = (cursor: Cursor): boolean => {
  if (cursor.peek().kind !== "name") return false
  if (cursor.isSign("=", 1)) return true
  if (!cursor.isSign("(", 1)) return false
  let ahead = 2
  for (let open = 1; open > 0; ahead++) {
    if (cursor.isSign("(", ahead) || cursor.isSign("[", ahead)) open++
    else if (cursor.isSign(")", ahead) || cursor.isSign("]", ahead)) open--
    else if (cursor.peek(ahead).kind === "end") return false
  }
  return cursor.isSign("=", ahead)
}

const definition = (cursor: Cursor): Definition => {
  const { start } = cursor.peek()
  const name = cursor.name(say.aName)
  if (cursor.isSign("(") && cursor.isSign(":", 2))
    fail("UnsupportedConstruct", cursor.peek(1), say.unsupported(`${name.name}(…: …)`, "parameters"))
  const parameters = cursor.isSign("(") ? parseParameters(cursor) : null
  cursor.expect("=")
  const value = cursor.withParameters(parameters ?? [], () => parseExpression(cursor))
  return { type: "definition", name, parameters, value, ...cursor.spanFrom(start) }
}

const scopeLine = (cursor: Cursor): Item => {
  const { start } = cursor.next()
  const name = cursor.name(say.aName)
  if (cursor.isSign("{"))
    fail("UnsupportedConstruct", cursor.peek(), say.unsupported(`@${name.name} { … }`, "calendar"))
  const settings: Array<Setting> = []
  while (cursor.peek().kind === "name") settings.push(setting(cursor))
  return { type: "scope", name, settings, ...cursor.spanFrom(start) }
}

const setting = (cursor: Cursor): Setting => {
  const key = cursor.peek()
  const known = cursor.isWord("tz") ? "tz" : cursor.isWord("wkst") ? "wkst" : null
  if (known === null) {
    if (key.kind === "name" && cursor.isSign(":", 1))
      fail("UnsupportedConstruct", key, say.unsupported(`${key.name}:`, "calendar"))
    return cursor.unexpected(say.statementEnd, say.settingKey)
  }
  cursor.next()
  cursor.expect(":")
  const value = cursor.peek()
  if (value.kind !== "string" && value.kind !== "name") return cursor.unexpected(say.settingValue)
  cursor.next()
  return {
    key: known,
    value: value.kind === "string" ? value.value : value.name,
    start: value.start,
    end: value.end
  }
}
