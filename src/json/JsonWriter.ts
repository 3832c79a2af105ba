import * as Data from "effect/Data"
import { isNumberLexeme } from "./ExactInteger.js"
import { type Json, JsonNumber, maxJsonDepth, maxNumberLength } from "./Json.js"

const problems = {
  not_finite: "the number is not finite",
  unsafe_integer: "an integer beyond ±(2^53−1) has lost its digits; write it as a string or a JsonNumber",
  invalid_number: "the JsonNumber does not hold a JSON number of at most 1024 characters",
  unpaired_surrogate: "the string holds an unpaired surrogate",
  not_json: "the value is not JSON",
  too_deep: "the value is nested more than 128 deep, or in itself"
} as const

/**
 * A value that JSON cannot hold unchanged reached a writer. All writers throw it: it is a bug of the caller, not a failure to
 * recover from. `path` leads to the value, as in `$.items[3].name`.
 */
export class JsonWriteError extends Data.TaggedError("locality/JsonWriteError")<{
  readonly code: keyof typeof problems
  readonly path: string
}> {
  override get message(): string {
    return `cannot write JSON: at ${this.path} ${problems[this.code]}`
  }
}

/** Compact JSON, keys in the order of the object (integer-like keys first, as JavaScript orders them). Throws {@link JsonWriteError}. */
export const renderJson = (value: Json): string =>
  isPlain(value, compact, maxJsonDepth) ? JSON.stringify(value) : new Writer(compact).render(value)

/** JSON for people: indented by two spaces, LF between lines, none at the end. Throws {@link JsonWriteError}. */
export const prettyJson = (value: Json): string => new Writer(pretty).render(value)

/**
 * Canonical JSON (RFC 8785): keys in the order of their UTF-16 code units, numbers as ECMAScript prints the nearest double.
 * Beyond the RFC it refuses an integer beyond ±(2^53−1) (decision 3). Throws {@link JsonWriteError}.
 */
export const canonicalJson = (value: Json): string =>
  isPlain(value, canonical, maxJsonDepth) ? JSON.stringify(value) : new Writer(canonical).render(value)

/**
 * Whether the engine's serialiser, which is twice as fast, writes just what {@link Writer} would write: all data but {@link JsonNumber}, and
 * of the canonical form what has its keys in order already. Whatever else is not plain, the writer refuses, and says where it is.
 */
const isPlain = (value: unknown, style: Style, depth: number): boolean => {
  switch (typeof value) {
    case "string":
      return value.isWellFormed()
    case "number":
      return Number.isFinite(value) && !isUnsafeInteger(value)
    case "boolean":
      return true
    case "object":
      if (value === null) return true
      if (depth === 0) return false
      return Array.isArray(value)
        ? isPlainArray(value, style, depth - 1)
        : isPlainObject(value, style, depth - 1)
    default:
      return false
  }
}

/** By index: a hole in an array is not plain, and `every` would pass over it. What says itself how it is written is not plain either. */
const isPlainArray = (items: ReadonlyArray<unknown>, style: Style, depth: number): boolean => {
  if ("toJSON" in items) return false
  for (let index = 0; index < items.length; index++) if (!isPlain(items[index], style, depth)) return false
  return true
}

/** `for … in` takes an object's own keys in the engine's order, which is the serialiser's, too. */
const isPlainObject = (value: object, style: Style, depth: number): boolean => {
  if (!isRecord(value)) return false
  let before = ""
  for (const key in value) {
    if (!key.isWellFormed() || (style.canonical && key < before)) return false
    if (!isPlain(value[key], style, depth)) return false
    before = key
  }
  return true
}

/** Neither an instance of a class, such as a gold answer, nor one with inherited keys. */
const isRecord = (value: object): value is Record<string, unknown> => {
  const prototype = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}

const isUnsafeInteger = (value: number): boolean => Number.isInteger(value) && !Number.isSafeInteger(value)

interface Style {
  readonly canonical: boolean
  readonly indented: boolean
}

const compact: Style = { canonical: false, indented: false }
const pretty: Style = { canonical: false, indented: true }
const canonical: Style = { canonical: true, indented: false }

class Writer {
  /** The keys and indices that lead to the value at hand. */
  private readonly path: Array<string | number> = []

  constructor(private readonly style: Style) {}

  /** Types do not stop a cast, so every kind of value is looked at. */
  render(value: unknown): string {
    switch (typeof value) {
      case "string":
        return this.string(value)
      case "number":
        return this.number(value)
      case "boolean":
        return value ? "true" : "false"
      case "object":
        if (value === null) return "null"
        if (Array.isArray(value)) return this.array(value)
        if (value instanceof JsonNumber) return this.jsonNumber(value.lexeme)
        return this.object(value)
      default:
        return this.fail("not_json")
    }
  }

  private string(value: string): string {
    if (value.length < 64 && plain.test(value)) return `"${value}"`
    if (!value.isWellFormed()) this.fail("unpaired_surrogate")
    return JSON.stringify(value)
  }

  /** ECMAScript's shortest digits that read back as the same double; `-0` is `0`. */
  private number(value: number): string {
    if (!Number.isFinite(value)) this.fail("not_finite")
    if (isUnsafeInteger(value)) this.fail("unsafe_integer")
    return String(value)
  }

  private jsonNumber(lexeme: string): string {
    if (lexeme.length > maxNumberLength || !isNumberLexeme(lexeme)) this.fail("invalid_number")
    if (!this.style.canonical) return lexeme
    const value = Number(lexeme)
    if (!Number.isFinite(value)) this.fail("not_finite")
    const text = String(value)
    // As digits alone, before or after rounding, it would pass for an exact integer; `1e+30` does not.
    if (!Number.isSafeInteger(value) && (isInteger(lexeme) || isInteger(text))) this.fail("unsafe_integer")
    return text
  }

  private array(items: ReadonlyArray<unknown>): string {
    this.checkDepth()
    const between = this.betweenMembers()
    let members = ""
    for (let index = 0; index < items.length; index++) {
      this.path.push(index)
      members += (index === 0 ? "" : between) + this.render(items[index])
      this.path.pop()
    }
    return this.enclose("[", members, "]")
  }

  private object(value: object): string {
    if (!isRecord(value)) return this.fail("not_json")
    this.checkDepth()
    const keys = Object.keys(value)
    if (this.style.canonical) keys.sort()
    const colon = this.style.indented ? ": " : ":"
    const between = this.betweenMembers()
    let members = ""
    for (const key of keys) {
      this.path.push(key)
      const member = this.string(key) + colon + this.render(value[key])
      members += members === "" ? member : between + member
      this.path.pop()
    }
    return this.enclose("{", members, "}")
  }

  private betweenMembers(): string {
    return this.style.indented ? `,\n${"  ".repeat(this.path.length + 1)}` : ","
  }

  private enclose(open: string, members: string, close: string): string {
    if (members === "" || !this.style.indented) return open + members + close
    const outer = `\n${"  ".repeat(this.path.length)}`
    return `${open}${outer}  ${members}${outer}${close}`
  }

  private checkDepth(): void {
    if (this.path.length >= maxJsonDepth) this.fail("too_deep")
  }

  private fail(code: JsonWriteError["code"]): never {
    const steps = this.path.map((step) =>
      typeof step === "number" ? `[${step}]` : /^\w+$/.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`
    )
    throw new JsonWriteError({ code, path: `$${steps.join("")}` })
  }
}

/** Characters that stand in JSON as they are. Keys and ids are made of them, and the test takes half as long as JSON.stringify. */
const plain = /^[ !#-[\]-~]*$/

const isInteger = (decimal: string): boolean => /^-?[0-9]+$/.test(decimal)
