import type { Argument, ArithmeticSign, CompareSign, Expression, Lambda, SetSign, Step, Word } from "./Ast.js"
import type { Cursor } from "./Cursor.js"
import { parseList } from "./parseList.js"
import { fail } from "./ScheduleError.js"
import { spanning } from "./Span.js"
import * as say from "./sayings/grammar.js"

/** The expressions of the grammar (language, section 3), one function a rule, from the loosest binding to the tightest. */
export const parseExpression = (cursor: Cursor): Expression => {
  const { start } = cursor.peek()
  const { closed, parsed } = cursor.closed(() => {
    const first = pipeline(cursor)
    const rest: Array<{ sign: SetSign; at: { start: number; end: number }; operand: Expression }> = []
    for (let sign = setSign(cursor); sign !== null; sign = setSign(cursor)) {
      const { end, start: at } = cursor.next()
      rest.push({ sign, at: { start: at, end }, operand: pipeline(cursor) })
    }
    return { first, rest }
  })
  return parsed.rest.length === 0
    ? parsed.first
    : { type: "sets", ...parsed, closed, ...cursor.spanFrom(start) }
}

const setSign = (cursor: Cursor): SetSign | null => {
  const token = cursor.peek()
  if (token.kind !== "sign") return null
  return token.sign === "|" || token.sign === "&" || token.sign === "\\" ? token.sign : null
}

const pipeline = (cursor: Cursor): Expression => {
  const { start } = cursor.peek()
  const { closed, parsed } = cursor.closed(() => {
    const head = cursor.isWord("span", 1) && cursor.peek().kind === "name" ? span(cursor) : choice(cursor)
    const steps: Array<Step> = []
    while (cursor.take("|>")) steps.push(step(cursor))
    return { head, steps }
  })
  return parsed.steps.length === 0
    ? parsed.head
    : { type: "pipeline", ...parsed, closed, ...cursor.spanFrom(start) }
}

const step = (cursor: Cursor): Step => {
  const name = cursor.name(say.stepName)
  const args = cursor.isSign("(") ? parseArguments(cursor) : []
  return { name, args, start: name.start, end: cursor.behind }
}

/** `unit span size phase: k` */
const span = (cursor: Cursor): Expression => {
  const { start } = cursor.peek()
  const { closed, parsed } = cursor.closed(() => {
    const unit = cursor.name(say.aName)
    cursor.next()
    const size = startsLambda(cursor) ? lambda(cursor) : sizeName(cursor)
    const phased = cursor.isWord("phase") && cursor.isSign(":", 1)
    if (phased) {
      cursor.next()
      cursor.next()
    }
    return { unit, size, phase: phased ? choice(cursor) : null }
  })
  return { type: "span", ...parsed, closed, ...cursor.spanFrom(start) }
}

const sizeName = (cursor: Cursor): Expression =>
  cursor.isSign("(") ? parenthesised(cursor) : nameExpression(cursor)

/** `c ? a : b` */
const choice = (cursor: Cursor): Expression => {
  const test = either(cursor)
  if (!cursor.take("?")) return test
  return cursor.nested(() => {
    const yes = choice(cursor)
    cursor.expect(":")
    const no = choice(cursor)
    return { type: "choice", test, yes, no, ...spanning(test, no) }
  })
}

const either = (cursor: Cursor): Expression => logic(cursor, "or", both)

const both = (cursor: Cursor): Expression => logic(cursor, "and", negation)

const logic = (cursor: Cursor, word: "and" | "or", parse: (cursor: Cursor) => Expression): Expression => {
  const first = parse(cursor)
  if (!cursor.isWord(word)) return first
  const operands = [first]
  while (cursor.takeWord(word)) operands.push(parse(cursor))
  return { type: word, operands, start: first.start, end: cursor.behind }
}

const negation = (cursor: Cursor): Expression => {
  const { start } = cursor.peek()
  if (!cursor.takeWord("not")) return comparison(cursor)
  return cursor.nested(() => ({ type: "not", operand: negation(cursor), ...cursor.spanFrom(start) }))
}

const comparison = (cursor: Cursor): Expression => {
  const left = sum(cursor)
  const sign = compareSign(cursor)
  if (sign === null) return left
  cursor.next()
  const right = sum(cursor)
  if (compareSign(cursor) !== null) cursor.unexpected(say.statementEnd, say.chained)
  return { type: "compare", sign, left, right, ...spanning(left, right) }
}

const compareSign = (cursor: Cursor): CompareSign | null => {
  const token = cursor.peek()
  if (token.kind === "name") return token.name === "in" ? "in" : null
  if (token.kind !== "sign") return null
  switch (token.sign) {
    case "==":
    case "!=":
    case "<":
    case "<=":
    case ">":
    case ">=":
      return token.sign
    default:
      return null
  }
}

const sum = (cursor: Cursor): Expression => arithmetic(cursor, ["+", "-"], product)

const product = (cursor: Cursor): Expression => arithmetic(cursor, ["*", "/", "mod", "div"], signed)

const arithmetic = (
  cursor: Cursor,
  level: ReadonlyArray<ArithmeticSign>,
  parse: (cursor: Cursor) => Expression
): Expression => {
  const first = parse(cursor)
  const rest: Array<{ sign: ArithmeticSign; operand: Expression }> = []
  const sign = () => {
    const token = cursor.peek()
    const text = token.kind === "sign" ? token.sign : token.kind === "name" ? token.name : ""
    return level.find((known) => known === text)
  }
  for (let found = sign(); found !== undefined; found = sign()) {
    cursor.next()
    rest.push({ sign: found, operand: parse(cursor) })
  }
  return rest.length === 0
    ? first
    : { type: "arithmetic", first, rest, start: first.start, end: cursor.behind }
}

const signed = (cursor: Cursor): Expression => {
  const { start } = cursor.peek()
  const sign = cursor.isSign("-") ? "-" : cursor.isSign("+") ? "+" : null
  if (sign === null) return suffixed(cursor)
  cursor.next()
  return cursor.nested(() => ({ type: "signed", sign, operand: signed(cursor), ...cursor.spanFrom(start) }))
}

/** Every call or index of a chain such as `f(1)[0]` is one level deeper than the one before. */
const suffixed = (cursor: Cursor): Expression => withSuffix(cursor, primary(cursor))

const withSuffix = (cursor: Cursor, inner: Expression): Expression => {
  if (cursor.isSign("(")) {
    const args = parseArguments(cursor)
    const call = { type: "call", callee: inner, args, start: inner.start, end: cursor.behind } as const
    return cursor.nested(() => withSuffix(cursor, call))
  }
  if (cursor.take("[")) {
    const index = cursor.nested(() => parseExpression(cursor))
    cursor.expect("]")
    const indexed = { type: "index", list: inner, index, start: inner.start, end: cursor.behind } as const
    return cursor.nested(() => withSuffix(cursor, indexed))
  }
  refuseForeign(cursor, inner)
  return inner
}

/** Continuations of the public language that would otherwise only be called unexpected. */
const refuseForeign = (cursor: Cursor, inner: Expression): void => {
  const token = cursor.peek()
  if (token.kind === "name" && inner.type === "name" && ["grid", "split", "cycle"].includes(token.name))
    fail("UnsupportedConstruct", token, say.unsupported(token.name, "construction"))
  if (token.kind === "sign" && token.sign === "." && inner.type === "name")
    fail("UnsupportedConstruct", token, say.unsupported(".", "data"))
  if (token.kind !== "name" || !cursor.isSign(":", 1)) return
  if (token.name === "labels") fail("UnsupportedConstruct", token, say.unsupported("labels:", "data"))
  if (token.name === "covering") fail("UnsupportedConstruct", token, say.unsupported("covering:", "data"))
}

const primary = (cursor: Cursor): Expression => {
  if (startsLambda(cursor)) return lambda(cursor)
  const token = cursor.peek()
  switch (token.kind) {
    case "number":
    case "string":
    case "date":
    case "time":
    case "width": {
      cursor.next()
      const { kind, ...rest } = token
      // Each of these tokens has the fields of the node that is named like it.
      return { type: kind, ...rest } as Expression
    }
    case "name":
      return nameExpression(cursor)
    case "sign":
      if (token.sign === "(") return parenthesised(cursor)
      if (token.sign === "[") return cursor.nested(() => parseList(cursor, choice))
      return cursor.unexpected(say.expression)
    default:
      return cursor.unexpected(say.expression)
  }
}

const nameExpression = (cursor: Cursor): Expression => {
  const word = cursor.name(say.expression)
  cursor.mention(word.name)
  return { type: "name", ...word }
}

const parenthesised = (cursor: Cursor): Expression => {
  cursor.expect("(")
  const inner = cursor.nested(() => parseExpression(cursor))
  cursor.expect(")")
  return inner
}

/** `x =>`, `_ =>` or `(x, y) =>` */
const startsLambda = (cursor: Cursor): boolean => {
  if (cursor.peek().kind === "name" || cursor.isSign("_")) return cursor.isSign("=>", 1)
  if (!cursor.isSign("(")) return false
  let ahead = 1
  while (cursor.peek(ahead).kind === "name" && cursor.isSign(",", ahead + 1)) ahead += 2
  return cursor.peek(ahead).kind === "name" && cursor.isSign(")", ahead + 1) && cursor.isSign("=>", ahead + 2)
}

const lambda = (cursor: Cursor): Lambda => {
  const { start } = cursor.peek()
  const parameters = lambdaParameters(cursor)
  cursor.expect("=>")
  const body = cursor.nested(() => cursor.withParameters(parameters, () => parseExpression(cursor)))
  return { type: "lambda", parameters, body, ...cursor.spanFrom(start) }
}

const lambdaParameters = (cursor: Cursor): ReadonlyArray<Word> => {
  if (cursor.isSign("_")) {
    const { end, start } = cursor.next()
    return [{ name: "_", start, end }]
  }
  return cursor.isSign("(") ? parseParameters(cursor) : [cursor.name(say.aName)]
}

/** `(a, b)`: names without values. */
export const parseParameters = (cursor: Cursor): ReadonlyArray<Word> => {
  cursor.expect("(")
  const words = [cursor.name(say.aName)]
  while (cursor.take(",")) words.push(cursor.name(say.aName))
  cursor.expect(")", say.commaOr(")"))
  return words
}

const parseArguments = (cursor: Cursor): ReadonlyArray<Argument> => {
  cursor.expect("(")
  if (cursor.take(")")) return []
  const args: Array<Argument> = []
  do args.push(cursor.nested(() => argument(cursor)))
  while (cursor.take(","))
  cursor.expect(")", say.commaOr(")"))
  return args
}

const argument = (cursor: Cursor): Argument => {
  const { start } = cursor.peek()
  const named = cursor.peek().kind === "name" && cursor.isSign(":", 1)
  const name = named ? cursor.name(say.aName) : null
  if (named) cursor.next()
  const value = parseExpression(cursor)
  return { name, value, ...cursor.spanFrom(start) }
}
