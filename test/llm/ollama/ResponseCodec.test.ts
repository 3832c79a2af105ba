import { describe, expect, it } from "@effect/vitest"
import * as Either from "effect/Either"
import { type HttpExchange, RawBody } from "../../../src/llm/HttpExchange.js"
import { ollama } from "../../../src/llm/ollama/OllamaProtocol.js"
import { decide } from "../../../src/llm/retry/RetryPolicy.js"

const exchangeOf = (body: string | Uint8Array, httpStatus = 200): HttpExchange => ({
  httpStatus,
  headers: { "content-type": "application/x-ndjson" },
  body: new RawBody(typeof body === "string" ? new TextEncoder().encode(body) : body)
})
const decode = (body: string | Uint8Array, httpStatus?: number) =>
  ollama.decodeResponse(exchangeOf(body, httpStatus), 2048)

const line = (message: object, more: object = {}) => ({
  model: "qwen3:8b",
  created_at: "2026-08-21T00:00:00.5Z",
  message: { role: "assistant", content: "", ...message },
  done: false,
  ...more
})
const last = (more: object = {}) =>
  line(
    {},
    {
      done: true,
      done_reason: "stop",
      total_duration: 4_883_583_458,
      load_duration: 1_334_875,
      prompt_eval_count: 26,
      prompt_eval_duration: 342_546_000,
      eval_count: 282,
      eval_duration: 4_535_599_000,
      ...more
    }
  )
const stream = (...lines: ReadonlyArray<object>): string =>
  lines.map((object) => `${JSON.stringify(object)}\n`).join("")

const whole = stream(
  line({ thinking: "経費の" }),
  line({ thinking: "条は" }),
  line({ content: "上限は" }),
  line({ content: "5,000円😀" }),
  last()
)

describe("a stream of /api/chat", () => {
  it("is joined, and what was thought stays apart", () => {
    const read = Either.getOrThrow(decode(whole))
    expect(read).toMatchObject({
      text: "上限は5,000円😀",
      thinking: "経費の条は",
      status: "completed",
      returnedModel: "qwen3:8b",
      incompleteReason: null,
      usage: { inputTokens: 26, outputTokens: 282, totalTokens: 308 },
      timings: {
        totalNs: 4_883_583_458,
        loadNs: 1_334_875,
        promptNs: 342_546_000,
        outputNs: 4_535_599_000
      },
      notes: [],
      unknownParts: []
    })
    expect(read.toolCalls).toBeUndefined()
  })

  it("cut at any byte is no reply", () => {
    const bytes = new TextEncoder().encode(whole)
    // Without its last line feed it is whole all the same.
    for (let length = 0; length < bytes.length - 1; length++) {
      const read = decode(bytes.subarray(0, length))
      expect([length, Either.isLeft(read) && read.left._tag]).toEqual([length, "DecodeError"])
    }
    expect(Either.isRight(decode(bytes.subarray(0, -1)))).toBe(true)
  })

  it("I4 only LF ends a line", () => {
    const text = "a\u2028b\u2029c\u0085d"
    const raw = `${JSON.stringify(line({ content: text }))}\r\n${JSON.stringify(last())}\n`
    expect(Either.getOrThrow(decode(raw)).text).toBe(text)
  })

  it("need not be a stream", () => {
    expect(Either.getOrThrow(decode(JSON.stringify(last({ message: { content: "はい" } })))).text).toBe(
      "はい"
    )
  })

  it("keeps an invalid call as data, and marks it", () => {
    const calls = [
      { id: "c1", function: { index: 0, name: "read", arguments: { path: "a.md" } } },
      { function: { name: "read", arguments: '{"path":"a.md"}' } },
      { function: { name: "", arguments: {} } },
      { function: { name: "list" } },
      "read"
    ]
    // They come before the last line, and the reason stays `stop`.
    const read = Either.getOrThrow(decode(stream(line({ tool_calls: calls }), last())))
    expect(read).toMatchObject({ status: "completed", text: "", notes: [] })
    expect(read.toolCalls).toEqual([
      { name: "read", arguments: { path: "a.md" }, problem: null },
      { name: "read", arguments: '{"path":"a.md"}', problem: "the arguments are not an object but a string" },
      { name: "", arguments: {}, problem: "the call names no function" },
      { name: "list", arguments: null, problem: "the arguments are not an object but null" },
      { name: "", arguments: "read", problem: "the call has no function" }
    ])
  })

  it.each([
    ["nothing is counted", { prompt_eval_count: undefined, eval_count: undefined }, null],
    [
      "a prompt from the cache counts 0",
      { prompt_eval_count: undefined },
      { inputTokens: 0, outputTokens: 282 }
    ],
    ["an empty answer counts 0", { eval_count: undefined }, { inputTokens: 26, outputTokens: 0 }]
  ])("zeros are left out: %s", (_, more, usage) => {
    const read = Either.getOrThrow(decode(stream(last(more))))
    expect(read.usage === null ? null : { ...read.usage }).toEqual(
      usage === null ? null : expect.objectContaining(usage)
    )
  })

  it.each([
    ["stop", {}, "completed", null, []],
    [
      "a limit that was reached",
      { done_reason: "length", eval_count: 2048 },
      "incomplete",
      "max_output_tokens",
      []
    ],
    ["a context that was full", { done_reason: "length", eval_count: 500 }, "incomplete", "context_full", []],
    ["no reason", { done_reason: undefined }, "completed", null, ["no done_reason"]],
    ["a load", { done_reason: "load" }, "incomplete", "load", ["done_reason=load"]],
    ["something new", { done_reason: "bored" }, "incomplete", "bored", ["done_reason=bored"]]
  ] as const)("ends with %s", (_, more, status, incompleteReason, unknownParts) => {
    expect(Either.getOrThrow(decode(stream(line({ content: "x" }), last(more))))).toMatchObject({
      status,
      incompleteReason,
      unknownParts
    })
  })

  it("records what it does not know, also that somebody else answered", () => {
    const read = decode(
      stream(line({ content: "x", images: [] }), last({ remote_host: "https://x.example" }))
    )
    expect(Either.getOrThrow(read).unknownParts).toEqual(["message.images", "remote_host"])
  })

  it.each([
    ["a line that is no JSON", `${JSON.stringify(line({}))}\n{"x\n${JSON.stringify(last())}\n`],
    ["a line that is no object", `[]\n${JSON.stringify(last())}\n`],
    ["a text that is a number", stream(line({ content: 1 }), last())],
    ["a message that is none", stream(line({}, { message: "x" }), last())],
    ["an unpaired surrogate", `${JSON.stringify(line({ content: "\ud83d" }))}\n${JSON.stringify(last())}\n`],
    ["half a count", stream(last({ eval_count: 1.5 }))],
    ["no model", stream(last({ model: undefined }))],
    ["HTML", "<!DOCTYPE html>\n<title>x</title>\n"],
    ["nothing", ""]
  ])("is refused: %s", (_, body) => {
    expect(decode(body)).toMatchObject({ _tag: "Left", left: { _tag: "DecodeError" } })
  })

  it("is refused with bytes that are no UTF-8", () => {
    const bytes = Buffer.from(stream(line({ content: "円" }), last()))
    bytes[bytes.indexOf(0xe5)] = 0xff
    expect(decode(bytes)).toMatchObject({ _tag: "Left", left: { _tag: "DecodeError" } })
  })
})

/** The sentences of the server, as its source has them. */
describe("errors", () => {
  const retry = (body: string, httpStatus: number) => {
    const error = Either.getOrThrow(Either.flip(decode(body, httpStatus)))
    const after = decide(
      { error, attempt: 1, elapsedMs: 0, nowMs: 0, jitter: 0.5 },
      { retry500: false, retryAmbiguous: false }
    )
    return [error._tag, after._tag, error._tag === "ApiError" ? error.detail : ""]
  }

  it.each([
    [404, "model 'qwen3:8b' not found", "Stop"],
    [400, "the prompt is longer than the context length currently available", "Stop"],
    [400, '"gemma:2b" does not support tools', "Stop"],
    [500, "error parsing tool call", "Stop"],
    [503, "server busy, please try again.  maximum pending requests exceeded", "Retry"]
  ])("%d %s: %s", (status, sentence, after) => {
    const told = sentence.replace(/ +/g, " ")
    expect(retry(JSON.stringify({ error: sentence }), status)).toEqual(["ApiError", after, told])
  })

  it("in the middle of a stream is the server's, whatever was said before", () => {
    const body = stream(line({ content: "上限は" }), {
      error: "an error was encountered while running the model"
    })
    expect(retry(body, 200)).toEqual(["ApiError", "Stop", "an error was encountered while running the model"])
  })
})
