import { both } from "./Bilingual.js"
import { dayNumberOf, daysInMonth, writeDate } from "./civil.js"
import { limits } from "./limits.js"
import { fail } from "./ScheduleError.js"
import { codePointsOf, type Span } from "./Span.js"
import * as say from "./sayings/lexical.js"
import { signs, type Token, type Width } from "./Token.js"

/** Sticky patterns, tried at one place of the source each. */
const blank = /[ \t\r]+|#[^\n]*/y
const name = /\p{L}[\p{L}0-9]*/uy
const date = /(\d{4})-(\d{2})-(\d{2})(?!\d)/y
const clockStart = /T\d{2}:/y
const clock = /T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d+))?)?(?!\d|:\d)/y
const width = /(?:\d+(?:\.\d+)?[dhms])+/y
const number = /\d+(?:\.\d+)?/y
const string = /"[^"\n]*"/y
const wordCharacter = /[\p{L}0-9]/uy

const matchAt = (pattern: RegExp, source: string, offset: number): RegExpExecArray | null => {
  pattern.lastIndex = offset
  return pattern.exec(source)
}

/**
 * Splits a body into tokens (language, section 2). Throws a `Fault` at the first thing that is none.
 *
 * A line end becomes a token only where it may end a statement: not inside round or square brackets, and not where a set operator
 * or `|>` continues the line.
 */
export const tokenize = (source: string): ReadonlyArray<Token> => {
  const tokens: Array<Token> = []
  let offset = 0
  let brackets = 0
  if (codePointsOf(source) > limits.characters)
    fail("LimitExceeded", { start: 0, end: 0 }, say.tooLong(both("文字数", "characters"), limits.characters))
  while (offset < source.length) {
    const skipped = matchAt(blank, source, offset)
    if (skipped !== null) {
      offset += skipped[0].length
      continue
    }
    const token = source[offset] === "\n" ? lineEnd(offset) : tokenAt(source, offset)
    offset = token.end
    if (token.kind === "sign" && (token.sign === "(" || token.sign === "[")) brackets++
    if (token.kind === "sign" && (token.sign === ")" || token.sign === "]"))
      brackets = Math.max(0, brackets - 1)
    if (token.kind !== "line end" || brackets === 0) tokens.push(token)
    if (tokens.length > limits.tokens)
      fail("LimitExceeded", token, say.tooLong(both("字句の数", "tokens"), limits.tokens))
  }
  tokens.push({ kind: "end", start: source.length, end: source.length })
  return tokens.filter((token, index) => token.kind !== "line end" || endsStatement(tokens, index))
}

const lineEnd = (start: number): Token => ({ kind: "line end", start, end: start + 1 })

const continues = new Set<string>(["|>", "|", "&", "\\"])

const isContinuation = (token: Token | undefined): boolean =>
  token?.kind === "sign" && continues.has(token.sign)

const endsStatement = (tokens: ReadonlyArray<Token>, index: number): boolean => {
  let before = index - 1
  while (tokens[before]?.kind === "line end") before--
  let after = index + 1
  while (tokens[after]?.kind === "line end") after++
  const [previous, next, behind] = [tokens[before], tokens[after], tokens[after + 1]]
  const covers =
    previous?.kind === "sign" &&
    previous.sign === "]" &&
    next?.kind === "name" &&
    next.name === "covering" &&
    behind?.kind === "sign" &&
    behind.sign === ":"
  return !(isContinuation(previous) || isContinuation(next) || covers)
}

const tokenAt = (source: string, start: number): Token => {
  const end = (match: RegExpExecArray): number => start + match[0].length
  const day = matchAt(date, source, start)
  if (day !== null) return dateToken(source, { start, end: end(day) }, day)
  const distance = matchAt(width, source, start)
  if (distance !== null) {
    const span = { start, end: end(distance) }
    return { kind: "width", ...span, width: widthOf(source, distance[0], span) }
  }
  const digits = matchAt(number, source, start)
  if (digits !== null) return { kind: "number", start, end: end(digits), value: Number(digits[0]) }
  if (matchAt(clockStart, source, start) !== null) {
    const { ms, stop } = clockAt(source, start)
    return { kind: "time", start, end: stop, clock: ms }
  }
  const word = matchAt(name, source, start)
  if (word !== null) return { kind: "name", start, end: end(word), name: word[0] }
  if (source[start] === '"') {
    const text = matchAt(string, source, start)
    if (text !== null) return { kind: "string", start, end: end(text), value: text[0].slice(1, -1) }
    const lineStop = source.indexOf("\n", start)
    fail("BadLiteral", { start, end: lineStop < 0 ? source.length : lineStop }, say.openString)
  }
  const sign = signs.find((known) => source.startsWith(known, start))
  if (sign !== undefined) return { kind: "sign", start, end: start + sign.length, sign }
  const character = String.fromCodePoint(source.codePointAt(start) ?? 0)
  return fail("BadCharacter", { start, end: start + character.length }, say.badCharacter(character))
}

const dateToken = (source: string, span: Span, match: RegExpExecArray): Token => {
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  const timed = matchAt(clockStart, source, span.end) !== null
  const { ms, stop } = timed ? clockAt(source, span.end) : { ms: null, stop: span.end }
  if (month < 1 || month > 12) fail("ImpossibleDate", { ...span, end: stop }, say.impossibleDate(null))
  const last = daysInMonth(year, month)
  if (day < 1 || day > last) {
    const lastDay = day < 1 ? null : writeDate(dayNumberOf(year, month, last))
    fail("ImpossibleDate", { ...span, end: stop }, say.impossibleDate(lastDay))
  }
  return { kind: "date", start: span.start, end: stop, day: dayNumberOf(year, month, day), clock: ms }
}

const clockAt = (source: string, start: number): { readonly ms: number; readonly stop: number } => {
  const match = matchAt(clock, source, start)
  if (match === null) {
    const rough = matchAt(/T[\d:.]*/y, source, start)
    return fail("BadLiteral", { start, end: start + (rough?.[0].length ?? 1) }, say.timeDigits)
  }
  const stop = start + match[0].length
  const [hours, minutes, seconds] = [Number(match[1]), Number(match[2]), Number(match[3] ?? 0)]
  if (hours > 23 || minutes > 59 || seconds > 59)
    fail("ImpossibleDate", { start, end: stop }, say.impossibleTime)
  const fraction = Number((match[4] ?? "").padEnd(3, "0").slice(0, 3))
  return { ms: ((hours * 60 + minutes) * 60 + seconds) * 1_000 + fraction, stop }
}

const unitMs = { h: 3_600_000, m: 60_000, s: 1_000 } as const

const widthOf = (source: string, text: string, span: Span): Width => {
  if (matchAt(wordCharacter, source, span.end) !== null) fail("BadLiteral", span, say.badWidth)
  if (text.includes(".")) fail("BadLiteral", span, say.fractionalWidth)
  const parts = [...text.matchAll(/(\d+)([dhms])/g)]
  const units = parts.map((part) => part[2])
  if (units.includes("d")) {
    if (units.length > 1) fail("BadLiteral", span, say.mixedWidth)
    return { days: Number(parts[0]?.[1]) }
  }
  return {
    ms: parts.reduce(
      (sum, [, count, unit]) =>
        sum + Number(count) * (unit === "h" || unit === "m" || unit === "s" ? unitMs[unit] : 0),
      0
    )
  }
}
