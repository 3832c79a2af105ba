import { describe, expect, it } from "@effect/vitest"
import { parseRetryAfter } from "../../src/llm/retry/RetryAfter.js"
import { parseRetryAfterForm, writeRetryAfter } from "../../src/provider/RetryAfterForm.js"
import { JavaRandom } from "../../src/random/JavaRandom.js"

/** The moment that RFC 9110 5.6.7 writes in three ways. */
const nowMs = Date.UTC(1994, 10, 6, 8, 49, 37)

const written = (form: string, at = nowMs, seed = 1n): string => {
  const parsed = parseRetryAfterForm(form)
  if (parsed === null) throw new Error(`${form} is no form`)
  return writeRetryAfter(parsed, at, new JavaRandom(seed))
}

describe("Retry-After", () => {
  it.each([
    ["imf+0", "Sun, 06 Nov 1994 08:49:37 GMT"],
    ["rfc850+0", "Sunday, 06-Nov-94 08:49:37 GMT"],
    ["asctime+0", "Sun Nov  6 08:49:37 1994"],
    ["imf+23", "Sun, 06 Nov 1994 08:50:00 GMT"],
    ["asctime-525600", "Mon Oct 31 06:49:37 1994"],
    ["2", "2"],
    ["99999999999999999999", "99999999999999999999"],
    ["junk", "soon"],
    ["negative", "-3"]
  ])("%s is %s", (form, text) => {
    expect(written(form)).toBe(text)
  })

  it.each(["imf", "rfc850", "asctime"])("%s is read back by the client's parser", (name) => {
    for (const ahead of [0, 1, 59, 86_400, 40 * 86_400]) {
      expect(parseRetryAfter(written(`${name}+${ahead}`), nowMs)).toBe(ahead * 1000)
    }
    expect(parseRetryAfter(written(`${name}-5`), nowMs)).toBe(0)
  })

  it.each(["junk", "impossible", "negative", "fraction"])("%s is nothing that a client may obey", (form) => {
    expect(parseRetryAfter(written(form), nowMs)).toBeNull()
  })

  it("any is each of several forms, none of which asks for more than a second or so", () => {
    const texts = new Set<string>()
    for (let seed = 0n; seed < 200n; seed++) texts.add(written("any", nowMs, seed * 7919n))
    expect(texts.size).toBe(10)
    for (const text of texts) expect(parseRetryAfter(text, nowMs) ?? 0).toBeLessThanOrEqual(1000)
  })

  it.each(["", "-5", "imf", "imf+", "imf+x", "rfc850", "later", "1.5", "constructor", "1e3"])(
    "refuses %j",
    (form) => {
      expect(parseRetryAfterForm(form)).toBeNull()
    }
  )
})
