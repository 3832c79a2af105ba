import { describe, expect, it } from "@effect/vitest"
import * as Either from "effect/Either"
import * as fc from "fast-check"
import { DecodeError, type LlmError, TransportError } from "../../../src/llm/LlmError.js"
import type { LlmResponse } from "../../../src/llm/LlmResponse.js"
import { decodeInputTokens } from "../../../src/llm/responses/decodeInputTokens.js"
import { decodeResponse } from "../../../src/llm/responses/ResponseCodec.js"
import * as RetryPolicy from "../../../src/llm/retry/RetryPolicy.js"
import { exchangeOf, exchangeOfFixture, fixtures } from "../responses/exchanges.js"

const now = Date.UTC(2026, 7, 27, 11, 10, 53, 200)
const defaults: RetryPolicy.RetryOptions = { retry500: false, retryAmbiguous: false }

const decide = (
  error: LlmError,
  failed: Partial<Omit<RetryPolicy.FailedAttempt, "error">> = {},
  options: Partial<RetryPolicy.RetryOptions> = {}
) =>
  RetryPolicy.decide(
    { error, attempt: 1, elapsedMs: 1000, nowMs: now, jitter: 0.5, ...failed },
    { ...defaults, ...options }
  )

/** The error of a reply, read by the real codec. */
const api = (
  httpStatus: number,
  error: unknown = { message: "x" },
  headers: Record<string, string> = {}
): LlmError => {
  const decoded = decodeResponse(exchangeOf({ error }, httpStatus, headers), 8192)
  if (Either.isLeft(decoded)) return decoded.left
  throw new Error("expected an error")
}
const transport = (stage: TransportError["stage"]) =>
  new TransportError({ stage, code: "X", ambiguousOutcome: stage !== "connect" })
const undecodable = new DecodeError({ issues: [], usage: null, requestId: null, exchange: exchangeOf("") })

const retry = { _tag: "Retry", afterMs: 500 }
const stop = (reason: RetryPolicy.StopReason) => ({ _tag: "Stop", reason })
const stopRun = (reason: RetryPolicy.StopRunReason) => ({ _tag: "StopRun", reason })

describe("the collected reply bodies", () => {
  it.each(fixtures)("$name", (given) => {
    const exchange = exchangeOfFixture(given)
    const decoded = Either.merge<number | LlmResponse, LlmError>(
      given.expect.endpoint === undefined ? decodeResponse(exchange, 8192) : decodeInputTokens(exchange)
    )
    // A response of any kind is the end of its trial.
    const isError = typeof decoded === "object" && "_tag" in decoded
    const decision = isError ? decide(decoded) : stop("final")
    const expected = { retry: ["Retry"], stop: ["Stop", "StopRun"], ambiguous: ["Stop"] }[given.expect.retry]
    expect(expected).toContain(decision._tag)
    if (given.expect.retry === "ambiguous") expect(decision).toEqual(stop("ambiguous"))
  })
})

describe("what is retried (decisions 12 and 15)", () => {
  it.each([429, 502, 503, 504, 507, 520, 524, 529, 599])("HTTP %i is", (status) => {
    expect(decide(api(status))).toEqual(retry)
  })

  it.each([301, 302, 400, 402, 404, 405, 409, 410, 413, 415, 418, 422, 451, 501, 505])(
    "HTTP %i is not",
    (status) => {
      expect(decide(api(status), {}, { retry500: true, retryAmbiguous: true })).toEqual(stop("final"))
    }
  )

  it("HTTP 500 is only where it cannot be the model's own output", () => {
    expect(decide(api(500))).toEqual(stop("final"))
    expect(decide(api(500), {}, { retry500: true })).toEqual(retry)
    expect(decide(api(500), {}, { retryAmbiguous: true })).toEqual(stop("final"))
  })

  it("G4 not sent is, and what may have been worked on is only when that is accepted", () => {
    expect(decide(transport("connect"))).toEqual(retry)
    for (const error of [
      transport("request"),
      transport("body"),
      api(408),
      api(200, { code: "server_error" })
    ]) {
      expect(decide(error)).toEqual(stop("ambiguous"))
      expect(decide(error, {}, { retryAmbiguous: true })).toEqual(retry)
    }
    expect(decide(api(200, { code: "invalid_prompt" }), {}, { retryAmbiguous: true })).toEqual(stop("final"))
  })

  it("a reply that cannot be read is not", () => {
    expect(decide(undecodable, {}, { retryAmbiguous: true, retry500: true })).toEqual(stop("undecodable"))
  })

  it("what the server says of retrying does not matter", () => {
    expect(decide(api(400, {}, { "x-should-retry": "true" }))).toEqual(stop("final"))
    expect(decide(api(503, {}, { "x-should-retry": "false", "retry-after-ms": "9" }))).toEqual(retry)
  })
})

describe("what stops the run (decision 13)", () => {
  const current = "You exceeded your current quota, please check your plan and billing details."

  it.each([
    [429, { code: "insufficient_quota", type: "insufficient_quota" }],
    [429, { code: "insufficient_quota" }],
    [429, { code: null, type: "insufficient_quota" }],
    [429, { code: "credit_balance_exhausted" }],
    [429, { code: "organization_spend_limit_exceeded" }],
    [429, { code: "project_spend_limit_exceeded" }],
    [429, { code: "organization_usage_limit_exceeded" }],
    [429, { message: current }],
    [429, { message: current, code: null }],
    [429, { message: current, code: "429", type: "throttling_error" }],
    [429, current],
    [200, { code: "insufficient_quota" }]
  ])("C1 HTTP %i with %j is billing, whatever Retry-After says", (status, error) => {
    const billing = api(status, error, { "retry-after": "1" })
    for (const attempt of [1, 4]) {
      expect(decide(billing, { attempt }, { retryAmbiguous: true })).toEqual(stopRun("billing"))
    }
  })

  it.each([
    {
      code: "rate_limit_exceeded",
      type: "requests",
      message: "Limit 3/min. Visit https://host/account/billing to add a payment method."
    },
    { code: "rate_limit_exceeded", type: "tokens", message: "Request too large" },
    { code: null, type: "tokens", message: "Rate limit reached" },
    { code: "slow_down", type: "rate_limit_error" },
    "Too many requests"
  ])("C1 %j is a rate limit", (error) => {
    expect(decide(api(429, error))).toEqual(retry)
  })

  it.each([401, 403])("HTTP %i", (status) => {
    expect(decide(api(status, {}, { "retry-after": "1" }))).toEqual(stopRun("authentication"))
  })
})

describe("when it is retried", () => {
  const limited = (retryAfter: string) =>
    api(429, { code: "rate_limit_exceeded" }, { "retry-after": retryAfter })

  it("C2 never a fifth time", () => {
    const decisions = [1, 2, 3, 4, 5].map((attempt) => decide(api(429), { attempt, jitter: 0 })._tag)
    expect(decisions).toEqual(["Retry", "Retry", "Retry", "Stop", "Stop"])
    expect(decide(api(429), { attempt: 4 })).toEqual(stop("attempts_exhausted"))
  })

  it("waits as long as the server asks", () => {
    expect(decide(limited("120"))).toEqual({ _tag: "Retry", afterMs: 120_000 })
    expect(decide(limited("Thu, 27 Aug 2026 11:12:53 GMT"))).toEqual({ _tag: "Retry", afterMs: 119_800 })
    expect(decide(limited("0"))).toEqual({ _tag: "Retry", afterMs: 0 })
    expect(decide(limited("Wed, 26 Aug 2026 11:12:53 GMT"))).toEqual({ _tag: "Retry", afterMs: 0 })
    expect(decide(api(503, {}, { "retry-after": "9" }))).toEqual({ _tag: "Retry", afterMs: 9000 })
  })

  it.each(["soon", "-3", "1.5", "Mon, 31 Feb 2026 11:12:53 GMT", ""])(
    "B2 B5 falls back to jitter for %j",
    (value) => {
      expect(decide(limited(value))).toEqual(retry)
    }
  )

  it("B3 stops at once when the wait does not fit into the trial's 600 s", () => {
    for (const value of ["9999999999", "Sat, 26 Sep 2026 11:10:53 GMT", "600"]) {
      expect(decide(limited(value))).toEqual(stopRun("retry_after_too_long"))
      expect(decide(limited(value), { attempt: 4 })).toEqual(stopRun("retry_after_too_long"))
    }
    expect(decide(limited("599"))).toEqual({ _tag: "Retry", afterMs: 599_000 })
    expect(decide(limited("600"), { elapsedMs: 0 })).toEqual({ _tag: "Retry", afterMs: 600_000 })
  })

  it("jitters over the whole interval, which doubles up to a minute", () => {
    const almostOne = 1 - 2 ** -53
    expect([1, 2, 3].map((attempt) => decide(api(503), { attempt, jitter: almostOne }))).toEqual(
      [999, 1999, 3999].map((afterMs) => ({ _tag: "Retry", afterMs }))
    )
    expect(decide(api(503), { jitter: 0 })).toEqual({ _tag: "Retry", afterMs: 0 })
  })

  it("stops a trial whose time is over", () => {
    expect(decide(api(503), { elapsedMs: 599_499 })).toEqual(retry)
    expect(decide(api(503), { elapsedMs: 599_501 })).toEqual(stop("time_limit"))
    expect(decide(limited("0"), { elapsedMs: 700_000 })).toEqual(stopRun("retry_after_too_long"))
  })

  it("no wait is ever too long for a timer, or shorter than asked", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.nat().map(String), fc.string()),
        fc.record({
          attempt: fc.integer({ min: 1, max: 6 }),
          elapsedMs: fc.nat(700_000),
          jitter: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
        }),
        (value, failed) => {
          const decision = decide(limited(value), failed)
          if (decision._tag !== "Retry") return
          expect(Number.isSafeInteger(decision.afterMs) && decision.afterMs >= 0).toBe(true)
          expect(failed.elapsedMs + decision.afterMs).toBeLessThanOrEqual(600_000)
          if (/^[0-9]+$/.test(value)) expect(decision.afterMs).toBe(Number(value) * 1000)
        }
      )
    )
  })
})
