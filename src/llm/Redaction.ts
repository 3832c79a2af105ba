import * as Redacted from "effect/Redacted"
import { type HttpExchange, RawBody } from "./HttpExchange.js"

const marker = "[redacted]"

/** Shorter values are placeholders such as `none`, and could stand in any answer by chance. */
const shortestSecret = 8

/**
 * Replaces known secrets wherever the other side repeats them. It comes first, before anything is cut, decoded, hashed or saved
 * (8.3): a secret that was cut in two is no longer found.
 */
export interface Redactor {
  readonly text: (text: string) => string
  /** The same bytes object when there is nothing to redact. */
  readonly bytes: (bytes: Uint8Array) => Uint8Array
  /** Marked with `redacted` when something was replaced. */
  readonly exchange: (exchange: HttpExchange) => HttpExchange
}

export const makeRedactor = (secrets: ReadonlyArray<Redacted.Redacted>): Redactor => {
  const values = [...new Set(secrets.map(Redacted.value))]
    .filter((secret) => secret.length >= shortestSecret)
    // The longest first, so that a secret within another does not leave the rest of it behind.
    .sort((a, b) => b.length - a.length)
  const inText = values.map((secret) => patternOf(secret, (character) => character))
  // Latin-1 maps each byte to one character and back, so bytes that are no text come through unharmed.
  const inBytes = values.map((secret) =>
    patternOf(secret, (character) => Buffer.from(character, "utf8").toString("latin1"))
  )

  const text = (whole: string): string => without(whole, inText)

  const bytes = (whole: Uint8Array): Uint8Array => {
    if (inBytes.length === 0) return whole
    const asLatin1 = Buffer.from(whole.buffer, whole.byteOffset, whole.byteLength).toString("latin1")
    const redacted = without(asLatin1, inBytes)
    return redacted === asLatin1 ? whole : Buffer.from(redacted, "latin1")
  }

  const exchange = (given: HttpExchange): HttpExchange => {
    if (values.length === 0) return given
    const body = bytes(given.body.bytes)
    const headers = Object.entries(given.headers).map(([name, value]): [string, string] => [
      name,
      text(value)
    ])
    const untouched =
      body === given.body.bytes && headers.every(([name, value]) => value === given.headers[name])
    if (untouched) return given
    return { ...given, headers: Object.fromEntries(headers), body: new RawBody(body), redacted: true }
  }

  return { text, bytes, exchange }
}

const without = (whole: string, patterns: ReadonlyArray<RegExp>): string =>
  patterns.reduce((rest, pattern) => rest.replace(pattern, marker), whole)

/**
 * Finds a secret however its characters are spelt: as they are, percent-encoded, or escaped as JSON allows, also in JSON that is
 * quoted in JSON. A reader of the body would otherwise decode what was not found here, and print it.
 */
const patternOf = (secret: string, plainly: (character: string) => string): RegExp => {
  const anyhow = Array.from(secret, (character) => spellings(character, plainly(character))).join("")
  return new RegExp(`${literally(plainly(JSON.stringify(secret).slice(1, -1)))}|${anyhow}`, "g")
}

/** No two of them begin alike for long, so that a body can be made of nothing that takes more than linear time. */
const spellings = (character: string, plain: string): string => {
  const percent = Array.from(Buffer.from(character, "utf8"), (byte) => `%${hexadecimal(byte, 2)}`)
  const escaped = Array.from(
    { length: character.length },
    (_, unit) => `${backslashes}u${hexadecimal(character.charCodeAt(unit), 4)}`
  )
  const short = character === '"' || character === "/" ? [`${backslashes}${character}`] : []
  // Escapes come first: a backslash as it is would match the beginning of its own escape, and leave the rest behind.
  return `(?:${[escaped.join(""), ...short, percent.join(""), literally(plain)].join("|")})`
}

/** More than one where JSON is quoted in JSON. */
const backslashes = "\\\\{1,8}"

/** In either case of the letters. */
const hexadecimal = (value: number, digits: number): string =>
  value
    .toString(16)
    .padStart(digits, "0")
    .replace(/[a-f]/g, (letter) => `[${letter}${letter.toUpperCase()}]`)

const literally = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")
