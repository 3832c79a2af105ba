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
  const forms = secrets
    .map(Redacted.value)
    .filter((secret) => secret.length >= shortestSecret)
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)])
  // The longest first, so that a secret within another does not leave the rest of it behind.
  const needles = [...new Set(forms)].sort((a, b) => b.length - a.length)

  const text = (whole: string): string =>
    needles.reduce((rest, needle) => rest.replaceAll(needle, marker), whole)

  const bytes = (whole: Uint8Array): Uint8Array => {
    const buffer = Buffer.from(whole.buffer, whole.byteOffset, whole.byteLength)
    if (!needles.some((needle) => buffer.includes(needle))) return whole
    // Latin-1 maps each byte to one character and back, so bytes that are no text come through unharmed.
    const inLatin1 = (needle: string): string => Buffer.from(needle, "utf8").toString("latin1")
    const redacted = needles.reduce(
      (rest, needle) => rest.replaceAll(inLatin1(needle), marker),
      buffer.toString("latin1")
    )
    return Buffer.from(redacted, "latin1")
  }

  const exchange = (given: HttpExchange): HttpExchange => {
    if (needles.length === 0) return given
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
