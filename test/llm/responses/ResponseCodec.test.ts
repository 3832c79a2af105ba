import { describe, expect, it } from "@effect/vitest"
import * as Either from "effect/Either"
import * as fc from "fast-check"
import type { HttpExchange } from "../../../src/llm/HttpExchange.js"
import type { ApiError, DecodeError } from "../../../src/llm/LlmError.js"
import type { LlmResponse } from "../../../src/llm/LlmResponse.js"
import { decodeInputTokens } from "../../../src/llm/responses/decodeInputTokens.js"
import { decodeResponse } from "../../../src/llm/responses/ResponseCodec.js"
import { exchangeOf, exchangeOfFixture, fixture, fixtures, message, responseBody, text } from "./exchanges.js"

type Decoded = LlmResponse | ApiError | DecodeError

const decode = (exchange: HttpExchange, maxOutputTokens = 8192): Decoded =>
  Either.merge(decodeResponse(exchange, maxOutputTokens))

const response = (body: unknown, maxOutputTokens = 8192): LlmResponse => {
  const decoded = decode(exchangeOf(body), maxOutputTokens)
  if ("_tag" in decoded) throw new Error(`expected a response, found ${decoded.message}`)
  return decoded
}

const decodeError = (body: unknown): DecodeError => {
  const decoded = decode(exchangeOf(body))
  if (!("_tag" in decoded) || decoded._tag !== "DecodeError") throw new Error("expected a DecodeError")
  return decoded
}

const usageOf = (usage: unknown) => responseBody([message([text("5916")])], { usage })

describe("the collected reply bodies", () => {
  it("are all here", () => {
    expect(fixtures).toHaveLength(14)
  })

  it.each(fixtures)("$name", (given) => {
    const exchange = exchangeOfFixture(given)
    const { kind, retry: _retry, why: _why, endpoint, usage, totalDerived, ...fields } = given.expect
    const decoded = endpoint === undefined ? decode(exchange) : Either.merge(decodeInputTokens(exchange))
    if (typeof decoded === "number") throw new Error("expected an error, found a count")
    expect("_tag" in decoded ? decoded._tag : "response").toBe(kind)
    expect(decoded).toMatchObject(fields)
    expect(decoded.exchange).toBe(exchange)
    if (kind === "response") {
      const expected = usage === null ? null : { ...(usage as object), totalDerived: totalDerived ?? false }
      expect((decoded as LlmResponse).usage).toEqual(expected)
    }
  })

  it("05 keeps the usage of a reply whose output is null", () => {
    const decoded = decode(exchangeOfFixture(fixture("05")))
    expect(decoded).toMatchObject({ _tag: "DecodeError", usage: { totalTokens: 1264, reasoningTokens: 60 } })
  })

  it("07 notes that the limit was reached only when it was", () => {
    expect(decode(exchangeOfFixture(fixture("07")), 16)).toMatchObject({ notes: ["output_limit_reached"] })
    expect(decode(exchangeOfFixture(fixture("07")), 17)).toMatchObject({ notes: [] })
  })

  it("14 says what was received instead of JSON", () => {
    expect(decode(exchangeOfFixture(fixture("14"))).exchange.headers["content-type"]).toContain(
      "event-stream"
    )
    expect(decodeError(fixture("14").body).issues[0]).toMatch(/^body: .*application\/json/)
  })
})

describe("A1 the answer is chosen by phase", () => {
  const reasoning = { type: "reasoning", summary: [] }
  const commentary = (value: string) => message([text(value)], { phase: "commentary" })
  const final = (value: string) => message([text(value)], { phase: "final_answer" })

  it("A1 takes the final answer only", () => {
    expect(response(responseBody([reasoning, commentary("8604"), final("5916")])).text).toBe("5916")
    expect(response(responseBody([commentary("5916"), final("5916")])).text).toBe("5916")
    expect(response(responseBody([final("5916"), commentary("8604")])).text).toBe("5916")
    expect(response(responseBody([message([text("8604")]), final("5916")])).text).toBe("5916")
  })

  it("A1 treats a phase of null, of another name and no phase alike", () => {
    expect(response(responseBody([message([text("5916")], { phase: null })])).text).toBe("5916")
    expect(response(responseBody([commentary("8"), message([text("5916")])])).text).toBe("5916")
    const named = response(responseBody([message([text("5916")], { phase: "encore" })]))
    expect(named.text).toBe("5916")
    expect(named.unknownParts).toEqual(["output[].phase=encore"])
  })

  it("A1 gives an empty answer with a note when there is only commentary, or no message", () => {
    for (const output of [[commentary("5916")], [reasoning], []]) {
      expect(response(responseBody(output))).toMatchObject({ text: "", notes: ["no_final_message"] })
    }
    expect(response(responseBody([final("")])).notes).toEqual([])
  })

  it("A1 refuses a phase that is no name", () => {
    expect(decodeError(responseBody([message([text("1")], { phase: 3 })])).issues).toEqual([
      "output[0].phase: expected a string, found a number"
    ])
  })
})

describe("A2 refusals", () => {
  const refusal = { type: "refusal", refusal: "no" }

  it("A2 are kept apart from text", () => {
    expect(response(responseBody([message([refusal])]))).toMatchObject({ text: "", refusals: ["no"] })
    expect(response(responseBody([message([text("5916"), refusal])]))).toMatchObject({
      text: "5916",
      refusals: ["no"],
      notes: []
    })
  })

  it("A2 count in the messages that count only", () => {
    const output = [
      message([refusal], { phase: "commentary" }),
      message([text("5916")], { phase: "final_answer" })
    ]
    expect(response(responseBody(output)).refusals).toEqual([])
  })

  it("A2 without their text are a broken reply", () => {
    expect(decodeError(responseBody([message([{ type: "refusal" }])])).issues).toEqual([
      "output[0].content[0].refusal: expected a string, found nothing"
    ])
  })
})

describe("A3 status", () => {
  it.each([
    [{ reason: "max_output_tokens" }, "max_output_tokens", []],
    [{ reason: "content_filter" }, "content_filter", []],
    [{ reason: "weather" }, "weather", ["incomplete_details.reason=weather"]],
    [{}, null, []],
    [null, null, []]
  ])("A3 incomplete with %j keeps text and usage", (details, incompleteReason, unknownParts) => {
    const body = responseBody([message([text("5916")])], {
      status: "incomplete",
      incomplete_details: details
    })
    expect(response(body)).toMatchObject({
      status: "incomplete",
      incompleteReason,
      unknownParts,
      text: "5916",
      usage: { totalTokens: 15 }
    })
  })

  it("A3 incomplete within reasoning has no message", () => {
    const body = responseBody([{ type: "reasoning", summary: [] }], { status: "incomplete" })
    expect(response(body)).toMatchObject({ status: "incomplete", text: "", notes: ["no_final_message"] })
  })

  it.each(["rate_limit_exceeded", "server_error"])("A3 failed with %s is a failed response", (code) => {
    const fields = { status: "failed", error: { code, message: "made up" }, usage: null }
    for (const output of [[], null, undefined]) {
      expect(response(responseBody(output, fields))).toMatchObject({
        status: "failed",
        errorCode: code,
        text: ""
      })
    }
  })

  it.each(["queued", "in_progress", "cancelled", "", "COMPLETED", null, undefined, 7])(
    "A3 %s is not an answer",
    (status) => {
      const error = decodeError(responseBody([message([text("5916")])], { status }))
      expect(error.issues).toHaveLength(1)
      expect(error.issues[0]).toMatch(/^status: /)
      expect(error.usage?.totalTokens).toBe(15)
    }
  )

  it("A3 an error beside a complete answer is recorded", () => {
    const body = responseBody([message([text("5916")])], { error: { code: "odd" } })
    expect(response(body)).toMatchObject({
      text: "5916",
      errorCode: null,
      unknownParts: ["error beside status completed"]
    })
  })
})

describe("A5 A6 usage", () => {
  const unknownDetails = { cachedInputTokens: null, cacheWriteTokens: null, reasoningTokens: null }

  it("A5 without details has unknown details, not zeros", () => {
    const usage = {
      inputTokens: 10,
      outputTokens: 5,
      totalTokens: 15,
      totalDerived: false,
      ...unknownDetails
    }
    const plain = { input_tokens: 10, output_tokens: 5, total_tokens: 15 }
    expect(response(usageOf(plain)).usage).toEqual(usage)
    expect(
      response(
        usageOf({ ...plain, input_tokens_details: null, output_tokens_details: { reasoning_tokens: null } })
      ).usage
    ).toEqual(usage)
    expect(
      response(usageOf({ ...plain, input_tokens_details: { cached_tokens: 4 }, output_tokens_details: {} }))
        .usage
    ).toEqual({ ...usage, cachedInputTokens: 4 })
  })

  it("A5 null or absent is unknown", () => {
    expect(response(usageOf(null)).usage).toBeNull()
    expect(response(usageOf(undefined)).usage).toBeNull()
  })

  it.each(['"10"', "-1", "1.5", "1e20", "9007199254740993", "null", "true", "[]"])(
    "A6 a count of %s is an error, never 0",
    (count) => {
      for (const key of ["input_tokens", "output_tokens"]) {
        const body = JSON.stringify(usageOf({ input_tokens: 10, output_tokens: 5 })).replace(
          new RegExp(`"${key}":[0-9]+`),
          `"${key}":${count}`
        )
        expect(decodeError(body)).toMatchObject({
          issues: [expect.stringMatching(new RegExp(`^usage\\.${key}: `))],
          usage: null
        })
      }
    }
  )

  it.each([
    { input_tokens: 10, output_tokens: 5, total_tokens: "15" },
    { input_tokens: 10, output_tokens: 5, total_tokens: -15 },
    { input_tokens: 10, output_tokens: 5, input_tokens_details: { cached_tokens: -1 } },
    { input_tokens: 10, output_tokens: 5, output_tokens_details: { reasoning_tokens: 0.5 } },
    { input_tokens: 10, output_tokens: 5, output_tokens_details: 3 },
    { input_tokens: 10 },
    { prompt_tokens: 10, completion_tokens: 5 },
    { input_tokens: Number.MAX_SAFE_INTEGER, output_tokens: 1 },
    "many",
    []
  ])("A6 %j is an error", (usage) => {
    expect(decodeError(usageOf(usage)).usage).toBeNull()
  })

  it("A6 a whole number in another form is that number", () => {
    const body = JSON.stringify(usageOf({ input_tokens: 10, output_tokens: 5 })).replace(":10,", ":1.0e1,")
    expect(response(body).usage?.inputTokens).toBe(10)
  })

  it("A6 inconsistent counts are noted and kept", () => {
    expect(response(usageOf({ input_tokens: 10, output_tokens: 5, total_tokens: 20 }))).toMatchObject({
      usage: { totalTokens: 20 },
      notes: ["usage_total_differs"]
    })
    const reasoning = { input_tokens: 10, output_tokens: 5, output_tokens_details: { reasoning_tokens: 6 } }
    expect(response(usageOf(reasoning))).toMatchObject({
      usage: { reasoningTokens: 6, totalTokens: 15, totalDerived: true },
      notes: ["usage_reasoning_exceeds_output"]
    })
  })

  it("A6 all zeros are recorded and flagged, and settle nothing", () => {
    const zeros = { input_tokens: 0, output_tokens: 0, total_tokens: 0 }
    expect(response(usageOf(zeros))).toMatchObject({ usage: { totalTokens: 0 }, notes: ["usage_all_zero"] })
    expect(decodeError(responseBody(null, { usage: zeros })).usage).toBeNull()
  })
})

describe("A9 parts are joined with nothing between", () => {
  it("A9 within and across messages, with their lengths", () => {
    const output = [message([text("59"), text("16")]), message([text("\n  end\n")])]
    expect(response(responseBody(output))).toMatchObject({
      text: "5916\n  end\n",
      textPartLengths: [2, 2, 7]
    })
  })
})

describe("A9 a program that comes in pieces", () => {
  it("A9 is the program, wherever its lines were cut", () => {
    const source = "let x_a 1048\nunit n_qazwsxed\nlet x_b 7321\nend\n"
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(source.length), { maxLength: 6 }), (cuts) => {
        const ends = [...cuts.sort((a, b) => a - b), source.length]
        const parts = ends.map((end, index) => source.slice(ends[index - 1] ?? 0, end))
        const decoded = response(responseBody([message(parts.map(text))]))
        expect(decoded.text).toBe(source)
        expect(decoded.textPartLengths).toEqual(parts.map((part) => part.length))
      })
    )
  })
})

describe("tolerance (decision 11)", () => {
  it("passes over what it does not know, and lists it", () => {
    const output = [
      { type: "hologram", text: "8604" },
      message(
        [
          { type: "output_audio", text: "8604" },
          { ...(text("5916") as object), mood: "good" }
        ],
        { echo: 1 }
      ),
      message([text("8604")], { role: "user" })
    ]
    const body = responseBody(output, {
      cost: 1.5,
      usage: { input_tokens: 1, output_tokens: 1, gpu_seconds: 2 }
    })
    const decoded = response(body)
    expect(decoded.text).toBe("5916")
    expect([...decoded.unknownParts].sort()).toEqual([
      "cost",
      "output[].content[].mood",
      "output[].content[].type=output_audio",
      "output[].echo",
      "output[].role=user",
      "output[].type=hologram",
      "usage.gpu_seconds"
    ])
  })

  it("bounds the list and its entries", () => {
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`x${i}${"y".repeat(300)}`, 1]))
    const { unknownParts } = response(responseBody([message([text("1")])], many))
    expect(unknownParts).toHaveLength(100)
    expect(Math.max(...unknownParts.map((part) => part.length))).toBe(200)
  })

  it.each([
    ["id", undefined],
    ["id", null],
    ["model", undefined],
    ["model", ""],
    ["model", 4],
    ["output", undefined],
    ["output", {}],
    ["output", [null]],
    ["output", [{}]],
    ["output", [message(["5916"])]],
    ["output", [{ type: "message", content: null }]],
    ["output", [{ type: "message", content: "5916" }]],
    ["output", [message([text(null)]), message([text("5916")], { phase: "final_answer" })]]
  ])("does not guess a needed field: %s = %j", (key, value) => {
    const error = decodeError({ ...responseBody([message([text("1")])]), [key]: value })
    expect(error.issues[0]?.startsWith(key)).toBe(true)
    expect(error.usage?.totalTokens).toBe(15)
  })

  it.each(["", " ", "null", "[]", '"5916"', "5916", "{", "<!DOCTYPE html>", '\ufeff{"id":1}'])(
    "refuses a body of %j",
    (body) => {
      expect(decodeError(body).usage).toBeNull()
    }
  )

  it("refuses bytes that are not UTF-8, and bodies that are still compressed", () => {
    const bytes = exchangeOf(responseBody([message([text("5916")])])).body.bytes.slice()
    bytes[bytes.length - 3] = 0xff
    const broken: HttpExchange = {
      ...exchangeOf(""),
      body: { ...exchangeOf("").body, bytes } as HttpExchange["body"]
    }
    expect(decode(broken)).toMatchObject({ _tag: "DecodeError" })
    const encoded = exchangeOf(responseBody([message([text("5916")])]), 200, { "content-encoding": "gzip" })
    expect(decode(encoded)).toMatchObject({ _tag: "DecodeError" })
  })
})

describe("I1 unpaired surrogates", () => {
  it("I1 fail this reply alone, and what it cost is still known", () => {
    const body = JSON.stringify(responseBody([message([text("5916 HERE")])])).replace("HERE", "\\ud83d")
    const error = decodeError(body)
    expect(error.issues[0]).toContain("surrogate")
    expect(error.usage?.totalTokens).toBe(15)
    expect(error.exchange.body.lossyText()).toBe(body)
  })

  it("I1 a pair is fine", () => {
    const body = JSON.stringify(responseBody([message([text("5916 HERE")])])).replace(
      "HERE",
      "\\ud83d\\ude00"
    )
    expect(response(body).text).toBe("5916 😀")
  })

  it("I5 does not salvage usage that is there twice", () => {
    const body = JSON.stringify(responseBody([])).replace(
      /}$/,
      ',"usage":{"input_tokens":1,"output_tokens":1}}'
    )
    expect(decodeError(body).usage).toBeNull()
  })
})
