import { describe, expect, it } from "@effect/vitest"
import * as Either from "effect/Either"
import { ApiError } from "../../../src/llm/LlmError.js"
import { decodeInputTokens } from "../../../src/llm/responses/decodeInputTokens.js"
import { decodeResponse } from "../../../src/llm/responses/ResponseCodec.js"
import { exchangeOf, message, responseBody, text } from "./exchanges.js"

const apiError = (body: unknown, httpStatus: number, headers?: Record<string, string>): ApiError => {
  const decoded = Either.merge(decodeResponse(exchangeOf(body, httpStatus, headers), 8192))
  if (decoded instanceof ApiError) return decoded
  throw new Error("expected an ApiError")
}

describe("errors of many shapes", () => {
  it.each([
    [
      { error: { message: "no", type: "tokens", code: "rate_limit_exceeded", param: null } },
      "rate_limit_exceeded",
      "tokens",
      "no"
    ],
    [{ error: { message: "no", type: "insufficient_quota", code: null } }, null, "insufficient_quota", "no"],
    [{ error: { message: "no", code: 429, metadata: {} } }, "429", null, "no"],
    [{ error: { message: null, code: "x" } }, "x", null, '{"error":{"message":null,"code":"x"}}'],
    [{ error: "Unauthorized" }, null, null, "Unauthorized"],
    [{ object: "error", message: "no", type: "BadRequestError", code: 400 }, "400", "BadRequestError", "no"],
    [{ detail: "Method Not Allowed" }, null, null, "Method Not Allowed"],
    [
      { detail: [{ msg: "field required", loc: ["body", 0] }] },
      null,
      null,
      '[{"msg":"field required","loc":["body",0]}]'
    ],
    [{ unheard: true }, null, null, '{"unheard":true}'],
    ["[1]", null, null, "[1]"],
    ["<html>\n<b>Bad\tGateway</b>\u0007", null, null, "<html> <b>Bad Gateway</b>"],
    ["", null, null, "the reply has no body"]
  ])("reads %j", (body, code, type, detail) => {
    expect(apiError(body, 400)).toMatchObject({
      httpStatus: 400,
      code,
      type,
      detail,
      ambiguousOutcome: false
    })
  })

  it("keeps what retry and support need", () => {
    const headers = { "retry-after": "120", "x-request-id": "req_7" }
    expect(apiError({ error: "slow" }, 503, headers)).toMatchObject({ retryAfter: "120", requestId: "req_7" })
    expect(apiError({ error: "slow" }, 503, {})).toMatchObject({ retryAfter: null, requestId: null })
  })

  it("cuts long texts without splitting a character", () => {
    expect(apiError({ error: `${"a".repeat(499)}😀` }, 400).detail).toBe("a".repeat(499))
    expect(apiError({ error: `${"a".repeat(498)}😀b` }, 400).detail).toBe(`${"a".repeat(498)}😀`)
    expect(apiError("あ".repeat(1_000_000), 500).detail).toBe("あ".repeat(500))
  })

  it("G6 a redirect is an error, wherever it leads", () => {
    const error = apiError("", 302, { location: "https://elsewhere.invalid/?token=1" })
    expect(error).toMatchObject({ httpStatus: 302, detail: "redirects are not followed" })
    expect(error.message).not.toContain("elsewhere")
  })

  it.each([
    [400, false],
    [408, true],
    [409, false],
    [429, false],
    [500, false],
    [503, false]
  ])("HTTP %i leaves an unknown outcome: %s", (status, ambiguous) => {
    expect(apiError({ error: "x" }, status).ambiguousOutcome).toBe(ambiguous)
  })

  it("reads usage that an error reports", () => {
    const usage = { input_tokens: 10, output_tokens: 5 }
    expect(apiError({ error: "x", usage }, 500).usage?.totalTokens).toBe(15)
    expect(apiError({ error: "x", usage: { input_tokens: "10" } }, 500).usage).toBeNull()
    expect(apiError({ error: "x" }, 500).usage).toBeNull()
  })
})

describe("errors within HTTP 200 (decision 7)", () => {
  it.each([
    [{ code: "rate_limit_exceeded" }, true],
    [{ code: "server_error" }, true],
    [{ code: null, type: "server_error" }, true],
    [{ code: 502 }, true],
    [{ code: 429 }, true],
    [{ code: 400 }, false],
    [{ code: "invalid_prompt" }, false],
    [{ message: "no" }, false],
    ["Unexpected endpoint or method", false]
  ])("error %j: work may have been done: %s", (error, ambiguous) => {
    for (const output of [undefined, null]) {
      expect(apiError({ error, output }, 200)).toMatchObject({ httpStatus: 200, ambiguousOutcome: ambiguous })
    }
  })

  it("an error with output is a response", () => {
    const body = responseBody([message([text("1")])], { error: "odd" })
    expect(Either.isRight(decodeResponse(exchangeOf(body), 8192))).toBe(true)
  })
})

describe("decodeInputTokens", () => {
  const count = (body: unknown, status = 200) => Either.merge(decodeInputTokens(exchangeOf(body, status)))

  it("reads the count", () => {
    expect(count({ object: "response.input_tokens", input_tokens: 123 })).toBe(123)
    expect(count({ input_tokens: 123, extra: 1 })).toBe(123)
  })

  it.each(["-1", "1.5", '"12"', "1e20", "null", "{}"])("refuses a count of %s", (value) => {
    expect(count(`{"input_tokens":${value}}`)).toMatchObject({ _tag: "DecodeError" })
  })

  it.each(["{}", "[]", "12", "<html>", ""])("refuses a body of %j", (body) => {
    expect(count(body)).toMatchObject({ _tag: "DecodeError" })
  })

  it("tells a server that has no such endpoint", () => {
    expect(count({ error: "Unexpected endpoint" })).toMatchObject({ _tag: "ApiError", httpStatus: 200 })
    expect(count("404 page not found", 404)).toMatchObject({ _tag: "ApiError", detail: "404 page not found" })
  })
})
