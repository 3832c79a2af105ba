import { isUtf8 } from "node:buffer"
import * as Either from "effect/Either"
import { readByEngine } from "./engineReading.js"
import { type Json, JsonNumber, maxJsonDepth, maxNumberLength } from "./Json.js"
import { JsonError, type JsonErrorCode, jsonErrorAfter } from "./JsonError.js"

/** Reads one JSON value (RFC 8259), more strictly than `JSON.parse`: see {@link JsonError} for all that is refused. */
export const parseJson = (text: string): Either.Either<Json, JsonError> => {
  const known = readByEngine(text)
  if (known !== null) return Either.right(known.value)
  try {
    return Either.right(new Parser(text).document())
  } catch (error) {
    if (error instanceof JsonError) return Either.left(error)
    throw error
  }
}

/** Reads one JSON value in UTF-8. Invalid bytes are an error, never replaced. */
export const parseJsonBytes = (bytes: Uint8Array): Either.Either<Json, JsonError> => {
  if (!isUtf8(bytes)) return Either.left(invalidUtf8(bytes))
  return parseJson(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8"))
}

/** Decoding puts U+FFFD where the bytes are wrong; the first one that was not in the bytes marks the place. */
const invalidUtf8 = (bytes: Uint8Array): JsonError => {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes)
  let unit = text.indexOf("\ufffd")
  let byte = Buffer.byteLength(text.slice(0, unit))
  while (bytes[byte] === 0xef && bytes[byte + 1] === 0xbf && bytes[byte + 2] === 0xbd) {
    const next = text.indexOf("\ufffd", unit + 1)
    byte += Buffer.byteLength(text.slice(unit, next))
    unit = next
  }
  return jsonErrorAfter(text.slice(0, unit), "invalid_utf8", byte)
}

const quote = 0x22
const plus = 0x2b
const comma = 0x2c
const minus = 0x2d
const dot = 0x2e
const zero = 0x30
const nine = 0x39
const colon = 0x3a
const openBracket = 0x5b
const backslash = 0x5c
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d

/** What cannot simply be copied from a string in the text. */
const special = /["\\\u0000-\u001f\ud800-\udfff]/g

/** The regular expression engine finds the end of a long run three times as fast as a loop, of a short one more slowly. */
const nextSpecial = (text: string, from: number): number => {
  special.lastIndex = from
  return special.test(text) ? special.lastIndex - 1 : text.length
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff
const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff

/**
 * One pass by index. It throws its JsonError, which `parseJson` catches: a return code through every level of the recursion
 * would cost more than the parsing. Beyond the end of the text `charCodeAt` is NaN, which equals no character.
 */
class Parser {
  private at = 0
  private depth = 0

  constructor(private readonly text: string) {}

  document(): Json {
    if (this.text.charCodeAt(0) === 0xfeff) this.fail("byte_order_mark", 0)
    const value = this.value()
    this.peek()
    if (this.at < this.text.length) this.fail("trailing_input", this.at)
    return value
  }

  private value(): Json {
    const unit = this.peek()
    switch (unit) {
      case quote:
        return this.string()
      case openBrace:
        return this.object()
      case openBracket:
        return this.array()
      case 0x74:
        return this.literal("true", true)
      case 0x66:
        return this.literal("false", false)
      case 0x6e:
        return this.literal("null", null)
      default:
        if (unit === minus || (unit >= zero && unit <= nine)) return this.number()
        return this.unexpected(this.at)
    }
  }

  private object(): Json {
    this.enter()
    // Without a prototype no key is special. Made like this an object is a third in size of what `Object.create(null)` makes, and read faster.
    const object: Record<string, Json> = Object.setPrototypeOf({}, null)
    if (this.peek() !== closeBrace) {
      do {
        if (this.peek() !== quote) this.unexpected(this.at)
        const keyStart = this.at
        const key = this.string()
        if (key in object) this.fail("duplicate_key", keyStart)
        if (this.peek() !== colon) this.unexpected(this.at)
        this.at++
        object[key] = this.value()
      } while (this.another(closeBrace))
    }
    this.leave()
    return object
  }

  private array(): Json {
    this.enter()
    const items: Array<Json> = []
    if (this.peek() !== closeBracket) {
      do items.push(this.value())
      while (this.another(closeBracket))
    }
    this.leave()
    return items
  }

  private enter(): void {
    if (++this.depth > maxJsonDepth) this.fail("too_deep", this.at)
    this.at++
  }

  private leave(): void {
    this.depth--
    this.at++
  }

  /** True after a comma, false before `close`. */
  private another(close: number): boolean {
    const unit = this.peek()
    if (unit === close) return false
    if (unit !== comma) this.unexpected(this.at)
    const commaAt = this.at++
    if (this.peek() === close) this.fail("trailing_comma", commaAt)
    return true
  }

  private literal<A extends Json>(word: string, value: A): A {
    for (let i = 1; i < word.length; i++) {
      if (this.text.charCodeAt(this.at + i) !== word.charCodeAt(i)) this.unexpected(this.at + i)
    }
    this.at += word.length
    return value
  }

  private string(): string {
    const text = this.text
    let decoded = ""
    const start = this.at + 1
    let from = start
    let at = start
    for (;;) {
      const unit = text.charCodeAt(at)
      if (unit >= 0x20 && unit !== quote && unit !== backslash && (unit < 0xd800 || unit > 0xdfff)) {
        at = at - start < 16 ? at + 1 : nextSpecial(text, at)
      } else if (unit === quote) {
        this.at = at + 1
        return decoded === "" ? this.slice(from, at) : decoded + text.slice(from, at)
      } else if (unit === backslash) {
        const whole = from === start ? this.stringByEngine(start) : null
        if (whole !== null) return whole
        decoded += text.slice(from, at) + this.escape(at)
        at = from = this.at
      } else if (isHighSurrogate(unit) && isLowSurrogate(text.charCodeAt(at + 1))) {
        at += 2
      } else {
        if (at >= text.length) this.fail("unexpected_end", at)
        this.fail(unit < 0x20 ? "control_character" : "unpaired_surrogate", at)
      }
    }
  }

  /**
   * `JSON.parse` decodes the many escapes of a prompt ten times as fast, and is as strict about a string but for surrogates. Where
   * those are well-formed both as written and as decoded, a pair is wholly raw or wholly escaped. `null`: something is
   * wrong with the string that begins at `start`, or may be; the loop finds out what and where.
   */
  private stringByEngine(start: number): string | null {
    const end = this.closingQuote(start)
    const token = this.text.slice(start - 1, end + 1)
    if (end < 0 || !token.isWellFormed()) return null
    try {
      const decoded: string = JSON.parse(token)
      if (!decoded.isWellFormed()) return null
      this.at = end + 1
      return decoded
    } catch {
      return null
    }
  }

  /** The first quote from `start` on that no backslash escapes; -1: there is none. */
  private closingQuote(start: number): number {
    for (let at = this.text.indexOf('"', start); at >= 0; at = this.text.indexOf('"', at + 1)) {
      let before = at
      while (this.text.charCodeAt(before - 1) === backslash) before--
      if ((at - before) % 2 === 0) return at
    }
    return -1
  }

  /** Decodes the escape at `start` and moves behind it. An escaped surrogate pairs with an escaped surrogate only. */
  private escape(start: number): string {
    this.at = start + 2
    switch (this.text.charCodeAt(start + 1)) {
      case quote:
        return '"'
      case backslash:
        return "\\"
      case 0x2f:
        return "/"
      case 0x62:
        return "\b"
      case 0x66:
        return "\f"
      case 0x6e:
        return "\n"
      case 0x72:
        return "\r"
      case 0x74:
        return "\t"
      case 0x75: {
        const unit = this.hex(start)
        if (unit < 0xd800 || unit > 0xdfff) return String.fromCharCode(unit)
        const second = this.at
        if (isHighSurrogate(unit) && this.text.startsWith("\\u", second)) {
          const low = this.hex(second)
          if (isLowSurrogate(low)) return String.fromCharCode(unit, low)
        }
        return this.fail("unpaired_surrogate", start)
      }
      default:
        return this.fail(start + 1 < this.text.length ? "invalid_escape" : "unexpected_end", start)
    }
  }

  /** The code unit of `\uXXXX` at `start`; moves behind it. */
  private hex(start: number): number {
    let unit = 0
    for (let at = start + 2; at < start + 6; at++) {
      const digit = hexDigit(this.text.charCodeAt(at))
      if (digit < 0) this.fail(at < this.text.length ? "invalid_escape" : "unexpected_end", start)
      unit = (unit << 4) | digit
    }
    this.at = start + 6
    return unit
  }

  private number(): Json {
    const text = this.text
    const start = this.at
    let at = text.charCodeAt(start) === minus ? start + 1 : start
    let integer = true
    if (text.charCodeAt(at) === zero) {
      at++
      const next = text.charCodeAt(at)
      if (next >= zero && next <= nine) this.fail("invalid_number", start)
    } else {
      at = this.digits(at, start)
    }
    if (text.charCodeAt(at) === dot) {
      integer = false
      at = this.digits(at + 1, start)
    }
    if ((text.charCodeAt(at) | 0x20) === 0x65) {
      integer = false
      const sign = text.charCodeAt(at + 1)
      at = this.digits(sign === plus || sign === minus ? at + 2 : at + 1, start)
    }
    if (at - start > maxNumberLength) this.fail("number_too_long", start)
    this.at = at
    const lexeme = this.slice(start, at)
    if (integer) {
      const value = Number(lexeme)
      if (Number.isSafeInteger(value) && !Object.is(value, -0)) return value
    }
    return new JsonNumber(lexeme)
  }

  /** The end of the digits at `at`, of which there must be one. */
  private digits(at: number, numberStart: number): number {
    let end = at
    for (;;) {
      const unit = this.text.charCodeAt(end)
      if (!(unit >= zero && unit <= nine)) break
      end++
    }
    if (end === at) this.fail(at < this.text.length ? "invalid_number" : "unexpected_end", numberStart)
    return end
  }

  /** Skips white space; the code unit there. */
  private peek(): number {
    for (;;) {
      const unit = this.text.charCodeAt(this.at)
      if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return unit
      this.at++
    }
  }

  /**
   * A copy. A slice of V8 keeps the whole text alive, so one saved identifier would keep its whole body in memory; the slice
   * of a new concatenation keeps no more than itself. Short slices are copies anyway.
   */
  private slice(from: number, to: number): string {
    const part = this.text.slice(from, to)
    return to - from < 13 || (to - from) * 2 > this.text.length ? part : ` ${part}`.slice(1)
  }

  private unexpected(at: number): never {
    return this.fail(at < this.text.length ? "unexpected_character" : "unexpected_end", at)
  }

  private fail(code: JsonErrorCode, at: number): never {
    throw jsonErrorAfter(this.text.slice(0, at), code)
  }
}

const hexDigit = (unit: number): number => {
  if (unit >= zero && unit <= nine) return unit - zero
  const lower = unit | 0x20
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x61 + 10 : -1
}
