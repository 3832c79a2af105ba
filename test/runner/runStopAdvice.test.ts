import { describe, expect, it } from "@effect/vitest"
import { ApiError } from "../../src/llm/LlmError.js"
import { runStopAdvice } from "../../src/runner/runStopAdvice.js"
import { exchangeOf } from "../llm/responses/exchanges.js"

describe("the advice of a reply that stops a run", () => {
  it.each(["No such key", "No such key."])("has one full stop after what the server says: %s", (detail) => {
    const error = new ApiError({
      httpStatus: 401,
      code: null,
      type: null,
      detail,
      retryAfter: null,
      requestId: null,
      ambiguousOutcome: false,
      usage: null,
      exchange: exchangeOf("", 401)
    })
    expect(runStopAdvice("authentication", error).advice).toBe(
      "the server answered HTTP 401: No such key. Check the key, the project and the model's access, then resume"
    )
  })
})
