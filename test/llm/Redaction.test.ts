import { describe, expect, it } from "@effect/vitest"
import * as Redacted from "effect/Redacted"
import * as fc from "fast-check"
import { makeRedactor } from "../../src/llm/Redaction.js"
import { exchangeOf } from "./responses/exchanges.js"

const redactor = (...secrets: ReadonlyArray<string>) =>
  makeRedactor(secrets.map((secret) => Redacted.make(secret)))
const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1")

describe("redaction", () => {
  it("L2 replaces every occurrence, in text and in bytes", () => {
    const { bytes, text } = redactor("sk-canary-1")
    expect(text("a sk-canary-1 b sk-canary-1sk-canary-1")).toBe("a [redacted] b [redacted][redacted]")
    expect(latin1(bytes(Buffer.from("a sk-canary-1 b")))).toBe("a [redacted] b")
  })

  it("L2 knows the forms in which a server may repeat a secret", () => {
    const { text } = redactor('sk/"canary"\\1')
    expect(text(JSON.stringify({ message: 'key sk/"canary"\\1 is wrong' }))).toBe(
      '{"message":"key [redacted] is wrong"}'
    )
    expect(text(`?key=${encodeURIComponent('sk/"canary"\\1')}`)).toBe("?key=[redacted]")
  })

  it("L2 finds a secret in a JSON string, whichever of its characters are escaped", () => {
    const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`
    fc.assert(
      fc.property(
        fc.stringMatching(/^[!-~äあ]{8,24}$/),
        fc.infiniteStream(fc.boolean()),
        fc.boolean(),
        (secret, choices, twice) => {
          fc.pre(!"[redacted]".includes(secret))
          const spelt = secret.split("").map((unit) => {
            const spellIt = choices.next().value || unit === '"' || unit === "\\"
            return spellIt ? escaped(unit) : unit
          })
          const inner = `{"message":"no ${spelt.join("")} here"}`
          const body = twice ? JSON.stringify({ upstream: inner }) : inner
          const { bytes, text } = redactor(secret)
          const expected = JSON.stringify({ message: "no [redacted] here" })
          for (const seen of [text(body), Buffer.from(bytes(Buffer.from(body))).toString("utf8")]) {
            const decoded: unknown = JSON.parse(seen)
            expect(decoded).toEqual(twice ? { upstream: expected } : JSON.parse(expected))
          }
        }
      )
    )
  })

  it.each([JSON.stringify("sk-canary\\").slice(1, -1), "sk-canary\\u005c", "sk-canary%5C"])(
    "L2 leaves no half of an escape behind: %s",
    (spelt) => {
      const { text } = redactor("sk-canary\\")
      expect(text(`{"key":"${spelt}"}`)).toBe('{"key":"[redacted]"}')
    }
  )

  it("L2 knows the slash that some servers escape, and percent signs in either case", () => {
    const { text } = redactor("sk/canary+1")
    expect(text('{"key":"sk\\/canary+1"}')).toBe('{"key":"[redacted]"}')
    expect(text("?key=sk%2Fcanary%2B1&key=sk%2fcanary%2b1")).toBe("?key=[redacted]&key=[redacted]")
  })

  it.each(["sk-canary-1", `${"\\".repeat(16)}a`])(
    "takes no longer than it must for backslashes: %s",
    (secret) => {
      const body = Buffer.alloc(100_000, "\\")
      const started = performance.now()
      expect(redactor(secret).bytes(body)).toBe(body)
      expect(performance.now() - started).toBeLessThan(5000)
    }
  )

  it("L2 finds the longer of two secrets that share a beginning", () => {
    expect(redactor("sk-canary", "sk-canary-long").text("sk-canary-long")).toBe("[redacted]")
  })

  it("leaves bytes that are no text unharmed around a secret", () => {
    const noise = Buffer.from([0xff, 0x00, 0xc3, 0x28, 0xe3, 0x81])
    const { bytes } = redactor("schlüssel-1")
    const redacted = bytes(Buffer.concat([noise, Buffer.from("schlüssel-1"), noise]))
    expect(latin1(redacted)).toBe(`${latin1(noise)}[redacted]${latin1(noise)}`)
  })

  it("does not take a placeholder for a secret", () => {
    const { bytes, exchange, text } = redactor("none", "", "1234567")
    expect(text("none 1234567")).toBe("none 1234567")
    const given = exchangeOf("none 1234567")
    expect(exchange(given)).toBe(given)
    expect(bytes(given.body.bytes)).toBe(given.body.bytes)
  })

  it("L2 says so on the reply, for a body and for a header", () => {
    const { exchange } = redactor("sk-canary-1")
    expect(exchange(exchangeOf("x sk-canary-1"))).toMatchObject({ redacted: true })
    expect(exchange(exchangeOf("x", 200, { echo: "Bearer sk-canary-1" }))).toMatchObject({
      redacted: true,
      headers: { echo: "Bearer [redacted]" }
    })
  })

  it("L2 nothing of a secret is left, whatever surrounds it", () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[a-zA-Z0-9_-]{8,24}$/),
        fc.uint8Array(),
        fc.uint8Array(),
        (secret, before, after) => {
          const whole = Buffer.concat([before, Buffer.from(secret), after])
          fc.pre(!"[redacted]".includes(secret))
          expect(latin1(redactor(secret).bytes(whole))).not.toContain(secret)
        }
      )
    )
  })
})
