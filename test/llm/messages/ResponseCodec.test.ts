import { describe, expect, it } from "@effect/vitest"
import * as Either from "effect/Either"
import type { LlmError } from "../../../src/llm/LlmError.js"
import { billedTokens } from "../../../src/llm/LlmResponse.js"
import { messages } from "../../../src/llm/messages/MessagesProtocol.js"
import { decide } from "../../../src/llm/retry/RetryPolicy.js"
import { exchangeOf } from "../responses/exchanges.js"
import { messageBody, textBlock } from "./bodies.js"
import { exchangeOfMessage, messageFixtures } from "./fixtures.js"

const decode = (body: unknown) => messages.decodeResponse(exchangeOf(body), 8192)

describe("the collected replies", () => {
  it.each(messageFixtures)("$name", (given) => {
    const { endpoint, kind, retry, ...fields } = given.expect
    const exchange = exchangeOfMessage(given)
    const result = Either.merge<unknown, LlmError>(
      endpoint === undefined
        ? messages.decodeResponse(exchange, 8192)
        : Either.map(messages.http.counting.decodeInputTokens(exchange), (inputTokens) => ({ inputTokens }))
    )
    expect(result).toMatchObject(kind === "response" || kind === "count" ? fields : { _tag: kind, ...fields })
    const isError = typeof result === "object" && result !== null && "_tag" in result
    const options = { retry500: false, retryAmbiguous: false }
    const decision = isError
      ? decide({ error: result as LlmError, attempt: 1, elapsedMs: 0, nowMs: 0, jitter: 0 }, options)._tag
      : "Stop"
    expect(decision).toBe({ retry: "Retry", stop: "Stop", "stop-run": "StopRun" }[retry])
  })

  it("never says what stood in an answer", () => {
    for (const given of messageFixtures) {
      const result = messages.decodeResponse(exchangeOfMessage(given), 8192)
      if (Either.isLeft(result)) expect(result.left.message).not.toContain("5916")
    }
  })
})

describe("A what a reply costs", () => {
  it("A is told also where the answer cannot be read, so that the reservation can be settled", () => {
    const usage = { input_tokens: 10, cache_read_input_tokens: 90, output_tokens: 5 }
    const spoilt = decode(messageBody([textBlock(null)], { usage }))
    expect(Either.isLeft(spoilt) && billedTokens(spoilt.left.usage)).toBe(105)
  })

  it.each([
    ["a text", { input_tokens: "10", output_tokens: 5 }],
    ["a cache that is no number", { input_tokens: 10, cache_read_input_tokens: "90", output_tokens: 5 }],
    ["more than can be counted", { input_tokens: 2 ** 53 - 1, cache_read_input_tokens: 9, output_tokens: 5 }],
    ["details that are a list", { input_tokens: 10, output_tokens: 5, output_tokens_details: [] }]
  ])("A is no guess: %s", (_, usage) => {
    const result = decode(messageBody([textBlock("5916")], { usage }))
    expect(result).toMatchObject({ _tag: "Left", left: { _tag: "DecodeError", usage: null } })
  })
})
