import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as HttpLlmClient from "../../src/llm/HttpLlmClient.js"
import type { LlmRequest } from "../../src/llm/LlmRequest.js"
import { measured } from "../../src/llm/MeasuredClient.js"
import { ollama } from "../../src/llm/ollama/OllamaProtocol.js"
import * as OllamaServer from "../../src/llm/ollama/OllamaServer.js"
import type { SimulatedModel } from "../../src/llm/simulated/SimulatedModel.js"
import * as UndiciTransport from "../../src/llm/transport/UndiciTransport.js"
import { faultKinds } from "../../src/provider/Fault.js"
import { makeProvider } from "../../src/provider/Provider.js"
import { settlementOf } from "../../src/runner/settlement.js"
import { ask, dice, faults, type Got } from "./support.js"

const japanese: SimulatedModel = {
  profile: "japanese",
  reply: () => ({ type: "answer", text: "上限は5,000円です😀。", reasoningTokens: 3 })
}

const asked: LlmRequest = {
  model: "stand-in:8b",
  instructions: "日本語で答えよ。",
  input: [{ role: "user", content: "経費の上限は?" }],
  reasoningEffort: null,
  maxOutputTokens: 512,
  options: { numCtx: 4096, temperature: 0, seed: 1 }
}
const list = {
  name: "list",
  description: "フォルダの中身を見る。",
  parameters: { type: "object", required: ["path"], properties: { path: { type: "string" } } }
}

const standIn = (spec?: string, model: SimulatedModel = japanese) =>
  makeProvider({
    protocol: "ollama",
    model,
    seed: 1n,
    ...(spec === undefined ? {} : { faults: faults(spec) })
  })

/** A client over real sockets, and what the other side has seen. */
const connected = (spec?: string, model?: SimulatedModel) =>
  Effect.gen(function* () {
    const provider = yield* standIn(spec, model)
    const http = yield* UndiciTransport.make({ connectTimeoutMs: 1000, attemptTimeoutMs: 1500 })
    const client = HttpLlmClient.make(http, {
      baseUrl: provider.baseUrl,
      apiKey: null,
      project: null,
      organization: null,
      truncation: "omit",
      protocol: "ollama"
    })
    return {
      ...provider,
      http,
      generate: (request: LlmRequest = asked) => Effect.either(client.generate(request, "ollama"))
    }
  })

const got = (url: string, options: Parameters<typeof ask>[2], body = ""): Effect.Effect<Got> =>
  Effect.flatMap(
    Effect.promise(() => ask(url, body, options)),
    (reply) => ("status" in reply ? Effect.succeed(reply) : Effect.dieMessage(reply.code))
  )

describe("a stand-in for Ollama", () => {
  it.scopedLive("streams one line after the other, and every line says that it is made up", () =>
    Effect.gen(function* () {
      const { generate } = yield* connected()
      const reply = yield* Effect.flatten(generate())
      const lines = reply.exchange.body
        .lossyText()
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line))
      expect(lines.length).toBeGreaterThan(3)
      expect(lines.map(({ done }) => done)).toEqual([...lines.slice(1).map(() => false), true])
      expect(lines.every((line) => line.synthetic_mock === true)).toBe(true)
      expect(reply.exchange.headers).toMatchObject({
        "content-type": "application/x-ndjson",
        "transfer-encoding": "chunked",
        "x-synthetic-mock": "true"
      })
      expect(reply).toMatchObject({ text: "上限は5,000円です😀。", status: "completed", unknownParts: [] })
    })
  )

  it.scopedLive("lists its models, one of which is somebody else's", () =>
    Effect.gen(function* () {
      const { baseUrl, http, log } = yield* connected()
      const server = OllamaServer.make(http, baseUrl)
      expect(yield* server.version).toMatch(/synthetic/)
      const { cloud, models } = yield* server.models
      expect(models.map(({ name }) => name)).toEqual([
        "stand-in:8b",
        "stand-in-thinking:8b",
        "stand-in-plain:1b"
      ])
      expect(models[0]).toMatchObject({ quantization: "Q4_K_M", contextLength: 40_960 })
      expect(models[0]?.digest).toMatch(/^[0-9a-f]{64}$/)
      expect(cloud).toEqual(["stand-in:120b-cloud"])
      expect(yield* server.loaded).toMatchObject([{ name: "stand-in:8b", contextLength: 16_384 }])
      expect(log.every((entry) => entry.event === "ended" || entry.httpStatus === 200)).toBe(true)
    })
  )

  it.scopedLive("calls a tool that is offered, and answers when it has its result", () =>
    Effect.gen(function* () {
      const { generate } = yield* connected()
      const first = yield* Effect.flatten(generate({ ...asked, tools: [list] }))
      const call = { name: "list", arguments: { path: "." } }
      expect(first).toMatchObject({ text: "", toolCalls: [{ ...call, problem: null }], status: "completed" })
      const second = yield* Effect.flatten(
        generate({
          ...asked,
          tools: [list],
          input: [
            ...asked.input,
            { role: "assistant", content: "", toolCalls: [call] },
            { role: "tool", toolName: "list", content: "a.md" }
          ]
        })
      )
      expect(second.toolCalls).toBeUndefined()
      expect(second.text).toBe("上限は5,000円です😀。")
    })
  )

  it.scopedLive.each([
    [{ model: "stand-in-plain:1b", tools: [list] }, '"stand-in-plain:1b" does not support tools'],
    [
      { options: { numCtx: 4096, temperature: 0, seed: 1, think: true } },
      '"stand-in:8b" does not support thinking'
    ],
    [{ options: { numCtx: 3, temperature: 0, seed: 1 } }, "the prompt is longer than the context length"]
  ] satisfies ReadonlyArray<readonly [Partial<LlmRequest>, string]>)(
    "refuses what a server refuses: %j",
    ([more, sentence]) =>
      Effect.gen(function* () {
        const { generate } = yield* connected()
        const error = yield* Effect.flip(Effect.flatten(generate({ ...asked, ...more })))
        expect(error).toMatchObject({ _tag: "ApiError", httpStatus: 400, ambiguousOutcome: false })
        expect(error.message).toContain(sentence)
      })
  )

  it.scopedLive("is strict about fields and paths", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* standIn()
      const json = { headers: { "content-type": "application/json" } }
      const more = yield* got(`${baseUrl}/api/chat`, json, JSON.stringify({ model: "x", messages: [] }))
      expect(more.status).toBe(400)
      expect(more.json()).toEqual({ error: expect.stringContaining("options"), synthetic_mock: true })
      expect((yield* got(`${baseUrl}/api/chat`, { method: "GET" })).status).toBe(405)
      expect((yield* got(`${baseUrl}/api/pull`, json)).status).toBe(404)
      expect((yield* got(`${baseUrl}/api/tags`, json)).status).toBe(404)
    })
  )
})

describe("what our clock says of a stream", () => {
  it.scopedLive("thought and answer begin apart, after a load that is in neither", () =>
    Effect.gen(function* () {
      const { generate, log } = yield* connected()
      const thinking = { ...asked, model: "stand-in-thinking:8b" }
      const first = yield* Effect.flatten(generate(thinking))
      const times = Object.values(measured).map((name) => first.exchange.headers[name])
      const [toThinking = -1, toContent = -1, wall = -1, warmUp = -1] = times.map(Number)
      expect(first.thinking).toContain("何を問われているか")
      expect(0 <= toThinking && toThinking <= toContent && toContent <= wall).toBe(true)
      expect(warmUp).toBeGreaterThanOrEqual(0)

      const second = yield* Effect.flatten(
        generate({ ...thinking, input: [{ role: "user", content: "次" }] })
      )
      expect(second.exchange.headers).not.toHaveProperty(measured.warmUp)
      // A load and a question; the second question needs no load. Another context does.
      const requests = () => log.filter(({ event }) => event === "received").length
      expect(requests()).toBe(3)
      yield* generate({ ...thinking, options: { numCtx: 8192, temperature: 0, seed: 1 } })
      expect(requests()).toBe(5)
    })
  )

  it.scopedLive("a model that only answers has no first thought", () =>
    Effect.gen(function* () {
      const { generate } = yield* connected()
      const { exchange } = yield* Effect.flatten(generate())
      expect(exchange.headers).toHaveProperty(measured.firstContent)
      expect(exchange.headers).not.toHaveProperty(measured.firstThinking)
    })
  )
})

/** Fault, and what our client makes of it. Every one of them but a whole reply is met by the first request. */
const verdicts = [
  ["503", "ApiError 503"],
  ["429", "ApiError 429"],
  ["quota-429", "ApiError 429"],
  ["400", "ApiError 400"],
  ["404", "ApiError 404"],
  ["500", "ApiError 500"],
  ["redirect", "ApiError 307"],
  ["reset-before", "TransportError"],
  ["reset-body", "TransportError"],
  ["stall-before", "TransportError"],
  ["stall-body", "TransportError"],
  ["oversize", "TransportError"],
  ["gzip-bomb", "DecodeError"],
  ["malformed-json", "DecodeError"],
  ["cut-body", "DecodeError"],
  ["split-body", "completed"],
  ["html", "DecodeError"],
  ["sse", "DecodeError"],
  ["error-200", "ApiError 200"],
  ["failed-200", "DecodeError"],
  ["missing-usage", "completed"],
  ["zero-usage", "completed"],
  ["lone-surrogate", "DecodeError"]
] as const

describe("faults of a stream", () => {
  it.scopedLive.each(verdicts)("%s is %s", ([spec, expected]) =>
    Effect.gen(function* () {
      const { generate, log } = yield* connected(`${spec}:1`)
      const result = yield* generate()
      const told = Either.match(result, {
        onLeft: (error) => (error._tag === "ApiError" ? `ApiError ${error.httpStatus}` : error._tag),
        onRight: ({ status, text }) => {
          expect(text).toBe("上限は5,000円です😀。")
          return status as string
        }
      })
      expect(told).toBe(expected)
      // What nobody bills is settled or given back, and never waits for somebody who knows.
      expect(settlementOf(result, ollama).type).not.toBe("unresolved")
      expect(settlementOf(result, { billed: true }).type === "settled").toBe(
        settlementOf(result, ollama).type === "settled"
      )
      expect(log.filter(({ event }) => event === "received")).toHaveLength(2)
    })
  )

  it("leaves out no kind that a generation can meet", () => {
    const named: ReadonlyArray<string> = verdicts.map(([spec]) => spec)
    for (const [name, { at }] of Object.entries(faultKinds)) {
      const kinds: ReadonlyArray<string> = at
      if (name !== "status" && kinds.includes("generate")) expect(named).toContain(name)
    }
  })

  it.scopedLive("nothing of it is on a bill", () =>
    Effect.gen(function* () {
      const { generate, log } = yield* connected(undefined, dice)
      yield* generate()
      expect(log.flatMap((entry) => (entry.event === "received" ? [entry.billedTokens] : []))).toEqual([0, 0])
    })
  )

  it.scopedLive("nobody there: nothing was sent", () =>
    Effect.gen(function* () {
      const http = yield* UndiciTransport.make({ connectTimeoutMs: 1000, attemptTimeoutMs: 1500 })
      const error = yield* Effect.flip(OllamaServer.make(http, "http://127.0.0.1:9").version)
      expect(error).toMatchObject({ _tag: "TransportError", stage: "connect", ambiguousOutcome: false })
    })
  )
})
