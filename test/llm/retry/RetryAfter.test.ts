import { describe, expect, it } from "@effect/vitest"
import * as fc from "fast-check"
import { parseRetryAfter } from "../../../src/llm/retry/RetryAfter.js"

const now = Date.UTC(2026, 7, 27, 11, 10, 53, 200)
const wait = (value: string) => parseRetryAfter(value, now)

describe("Retry-After in seconds", () => {
  it.each([
    ["0", 0],
    ["1", 1000],
    ["120", 120_000],
    [" 7 ", 7000],
    ["\t7", 7000],
    ["007", 7000],
    ["9999999999", 9_999_999_999_000]
  ])("B3 B7 %j is %i ms", (value, ms) => {
    expect(wait(value)).toBe(ms)
  })

  it("B3 stays a number that can be compared, however long it is", () => {
    expect(wait("9".repeat(400))).toBe(Number.MAX_SAFE_INTEGER)
  })

  it.each([
    "",
    " ",
    "-3",
    "-0",
    "+3",
    "1.5",
    "1e3",
    "0x10",
    "10 minutes",
    "3,3",
    "soon",
    "Infinity",
    "NaN",
    "١٢",
    "７",
    "7\u00a0",
    "1 2"
  ])("B2 B5 %j is no wait that we know", (value) => {
    expect(wait(value)).toBeNull()
  })
})

describe("Retry-After as a date", () => {
  it.each([
    ["Thu, 27 Aug 2026 11:12:53 GMT", 119_800],
    ["Thursday, 27-Aug-26 11:12:53 GMT", 119_800],
    ["Thu Aug 27 11:12:53 2026", 119_800],
    ["Sun Sep  6 11:10:53 2026", 10 * 86_400_000 - 200],
    ["Thu, 27 Aug 2026 11:10:54 GMT", 800],
    ["Thu, 27 Aug 2026 11:10:53 GMT", 0],
    ["Wed, 26 Aug 2026 00:00:00 GMT", 0],
    ["Sat, 26 Sep 2026 11:10:53 GMT", 30 * 86_400_000 - 200],
    ["Thu, 27 Aug 2026 11:12:60 GMT", 126_800],
    ["Tue, 29 Feb 2028 00:00:00 GMT", Date.UTC(2028, 1, 29) - now],
    ["Sun, 06 Nov 1994 08:49:37 GMT", 0],
    ["Sunday, 06-Nov-94 08:49:37 GMT", 0],
    ["Sun Nov  6 08:49:37 1994", 0],
    ["Fri, 01 Jan 0050 00:00:00 GMT", 0]
  ])("B2 B5 %s is %i ms away", (value, ms) => {
    expect(wait(value)).toBe(ms)
  })

  it.each([
    "Mon, 31 Feb 2026 11:12:53 GMT",
    "Sun, 29 Feb 2026 11:12:53 GMT",
    "Thu, 32 Aug 2026 11:12:53 GMT",
    "Thu, 00 Aug 2026 11:12:53 GMT",
    "Thu, 27 Aug 2026 24:00:00 GMT",
    "Thu, 27 Aug 2026 11:60:00 GMT",
    "Thu, 27 Aug 2026 11:12:61 GMT",
    "Thu, 27 Aug 2026 11:12:53",
    "Thu, 27 Aug 2026 11:12:53 UTC",
    "Thu, 27 Aug 2026 11:12:53 +0900",
    "Thu, 27 aug 2026 11:12:53 GMT",
    "27 Aug 2026 11:12:53 GMT",
    "Thu, 27 Aug 26 11:12:53 GMT",
    "Thu, 7 Aug 2026 11:12:53 GMT",
    "2026-08-27T11:12:53Z",
    "Thu, 27 Aug 2026 11:12:53 GMT, 5"
  ])("B2 %s is not a date", (value) => {
    expect(wait(value)).toBeNull()
  })

  it("reads a two-digit year as RFC 9110 asks", () => {
    expect(wait("Thursday, 27-Aug-76 11:10:53 GMT")).toBe(Date.UTC(2076, 7, 27, 11, 10, 53) - now)
    expect(wait("Thursday, 27-Aug-77 11:10:53 GMT")).toBe(0)
  })

  it("agrees with what JavaScript writes, for any second of this century", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_102_444_799 }), (second) => {
        const ms = Math.max(0, second * 1000 - now)
        expect(wait(new Date(second * 1000).toUTCString())).toBe(ms)
      })
    )
  })

  it("is never NaN, negative, infinite or a fraction", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.stringMatching(/^[-+0-9.e ]{0,8}$/)),
        fc.double({ min: 0, max: 4e12, noNaN: true }),
        (value, at) => {
          const ms = parseRetryAfter(value, at)
          expect(ms === null || (Number.isSafeInteger(ms) && ms >= 0)).toBe(true)
        }
      )
    )
  })
})
