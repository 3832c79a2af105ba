import { inspect } from "node:util"
import * as HttpClient from "@effect/platform/HttpClient"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Endpoint from "../../src/llm/Endpoint.js"
import * as HttpLlmClient from "../../src/llm/HttpLlmClient.js"
import { LlmClient } from "../../src/llm/LlmClient.js"
import { rememberBytes } from "../../src/llm/plannedBytes.js"
import { encodeCountRequest, encodeRequest } from "../../src/llm/responses/RequestCodec.js"
import * as ScriptedTransport from "../../src/llm/scripted/ScriptedTransport.js"
import { request } from "./clientContract.js"
import { message, responseBody, text } from "./responses/exchanges.js"

const canary = "sk-canary-0123456789"
const anonymous: Endpoint.Endpoint = {
  baseUrl: "https://api.openai.com/v1",
  apiKey: null,
  project: null,
  organization: null,
  truncation: "disabled",
  protocol: "responses"
}
const known: Endpoint.Endpoint = {
  ...anonymous,
  apiKey: Redacted.make(canary),
  project: Redacted.make("proj_canary_1"),
  organization: Redacted.make("org-canary-1")
}

const answer = JSON.stringify(responseBody([message([text("5916")])]))

const run = <A, E>(
  effect: Effect.Effect<A, E, LlmClient | ScriptedTransport.ScriptedTransport>,
  script: ReadonlyArray<ScriptedTransport.ScriptedStep>,
  endpoint = anonymous
) =>
  Effect.provide(
    effect,
    Layer.provideMerge(
      HttpLlmClient.layer,
      Layer.merge(ScriptedTransport.layer(script), Endpoint.layer(endpoint))
    )
  )
const generate = Effect.flatMap(LlmClient, (llm) => llm.generate(request, "responses"))
const sent = Effect.flatMap(ScriptedTransport.ScriptedTransport, ({ requests }) => requests)

describe("what is sent", () => {
  it.effect("generation is one POST of the request's bytes, with no header that was not decided on", () =>
    Effect.gen(function* () {
      const [outgoing, ...others] = yield* run(Effect.zipRight(Effect.withSpan(generate, "test"), sent), [
        { httpStatus: 200, body: answer }
      ])
      expect(others).toEqual([])
      const body = encodeRequest(request, { truncation: "disabled" })
      expect(outgoing).toEqual({
        method: "POST",
        url: "https://api.openai.com/v1/responses",
        headers: {
          accept: "application/json",
          "accept-encoding": "identity",
          "content-type": "application/json",
          "content-length": String(body.length)
        },
        body
      })
    })
  )

  it.effect("counting has its own path and body", () =>
    Effect.gen(function* () {
      const count = Effect.flatMap(LlmClient, (llm) => llm.countInputTokens(request, "responses"))
      const [n, [outgoing]] = yield* run(Effect.zip(count, sent), [
        { httpStatus: 200, body: '{"input_tokens":12}' }
      ])
      expect(n).toBe(12)
      expect(outgoing?.url).toBe("https://api.openai.com/v1/responses/input_tokens")
      expect(outgoing?.body).toEqual(encodeCountRequest(request))
    })
  )

  it.effect("credentials go into their headers, truncation out of the body", () =>
    Effect.gen(function* () {
      const [outgoing] = yield* run(Effect.zipRight(generate, sent), [{ httpStatus: 200, body: answer }], {
        ...known,
        truncation: "omit"
      })
      expect(outgoing?.headers).toMatchObject({
        authorization: `Bearer ${canary}`,
        "openai-project": "proj_canary_1",
        "openai-organization": "org-canary-1"
      })
      expect(outgoing?.body).toEqual(encodeRequest(request, { truncation: "omit" }))
    })
  )

  it.effect("a request that was read from saved bytes is sent in those bytes, in its own protocol only", () =>
    Effect.gen(function* () {
      const bytes = encodeRequest(request, { truncation: "omit" })
      const planned = { ...request }
      rememberBytes(planned, "responses", bytes)
      const other = { ...request }
      rememberBytes(other, "messages", new Uint8Array([0x7b, 0x7d]))
      const both = Effect.flatMap(LlmClient, (llm) =>
        Effect.zip(llm.generate(planned, "responses"), llm.generate(other, "responses"))
      )
      const outgoing = yield* run(Effect.zipRight(both, sent), [
        { httpStatus: 200, body: answer },
        { httpStatus: 200, body: answer }
      ])
      expect(outgoing.map(({ body }) => Buffer.from(body).toString())).toEqual([
        Buffer.from(bytes).toString(),
        Buffer.from(encodeRequest(request, { truncation: "disabled" })).toString()
      ])
    })
  )

  it.effect("tracing headers are not sent by the platform's own clients either", () =>
    Effect.gen(function* () {
      const headers: Array<Readonly<Record<string, string>>> = []
      const http = HttpClient.make((outgoing) => {
        headers.push({ ...outgoing.headers })
        return Effect.die("far enough")
      })
      const client = HttpLlmClient.make(http, anonymous)
      yield* Effect.exit(Effect.withSpan(client.generate(request, "responses"), "test"))
      expect(Object.keys(headers[0] ?? {}).sort()).toEqual([
        "accept",
        "accept-encoding",
        "content-length",
        "content-type"
      ])
    })
  )
})

describe("L2 secrets that come back", () => {
  const echo = JSON.stringify({
    error: { message: `bad key: Bearer ${canary} of org-canary-1`, code: `x-${canary}` }
  })
  const headers = { "x-request-id": `req-${canary}`, "openai-project": "proj_canary_1" }

  it.effect("L2 are in no part of an error, and the reply says that it was redacted", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(run(generate, [{ httpStatus: 401, headers, body: echo }], known))
      if (error._tag !== "ApiError") throw error
      const everything = [
        inspect(error, { depth: 10 }),
        JSON.stringify(error),
        error.message,
        error.exchange.body.lossyText(),
        JSON.stringify(error.exchange.headers)
      ].join("\n")
      expect(everything).not.toMatch(/canary/)
      expect(error.exchange.redacted).toBe(true)
      expect(error.detail).toBe("bad key: Bearer [redacted] of [redacted]")
    })
  )

  it.effect("L2 are not in transport errors, which would hold the whole request", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(run(generate, [{ stage: "request", code: "ECONNRESET" }], known))
      expect(inspect(error, { depth: 10 }) + JSON.stringify(error) + error.stack).not.toMatch(/canary|5916/)
    })
  )

  it.effect("L2 an innocent reply is left alone", () =>
    Effect.gen(function* () {
      const { exchange } = yield* run(generate, [{ httpStatus: 200, body: answer }], known)
      expect(exchange.redacted).toBeUndefined()
      expect(exchange.body.lossyText()).toBe(answer)
    })
  )
})

describe("Endpoint", () => {
  const baseUrlOf = (baseUrl: string, settings = known) =>
    Either.map(Endpoint.make({ ...settings, baseUrl }), (endpoint) => endpoint.baseUrl)

  it.each([
    ["https://api.openai.com/v1/", "https://api.openai.com/v1"],
    ["https://EXAMPLE.com", "https://example.com"],
    ["http://localhost:11434/v1", "http://localhost:11434/v1"],
    ["http://127.0.0.1:8080/v1//", "http://127.0.0.1:8080/v1"],
    ["http://[::1]:8080/v1", "http://[::1]:8080/v1"]
  ])("takes %s", (given, normal) => {
    expect(baseUrlOf(given)).toEqual(Either.right(normal))
  })

  it.each([
    "api.openai.com/v1",
    "ftp://api.openai.com/v1",
    "https://user:sk-canary@api.openai.com/v1",
    "https://api.openai.com/v1?key=sk-canary",
    "https://api.openai.com/v1#sk-canary",
    "http://api.openai.com/v1",
    "http://localhost.example.com/v1",
    "http://127.0.0.1.example.com/v1",
    "http://0.0.0.0/v1",
    ""
  ])("refuses %s and repeats nothing of it", (given) => {
    const refused = Either.flip(baseUrlOf(given))
    expect(Either.isRight(refused)).toBe(true)
    expect(Either.merge(refused)).toMatchObject({
      _tag: "EndpointRefused",
      message: expect.not.stringContaining("canary")
    })
  })

  it("lets plain HTTP through where there is nothing to steal", () => {
    expect(baseUrlOf("http://gpu-box:8000/v1", anonymous)).toEqual(Either.right("http://gpu-box:8000/v1"))
  })

  it("knows the default host", () => {
    expect(Endpoint.isDefaultHost({ protocol: "responses", baseUrl: "https://api.openai.com/v1" })).toBe(true)
    expect(
      Endpoint.isDefaultHost({ protocol: "responses", baseUrl: "https://api.openai.com.example.org/v1" })
    ).toBe(false)
    expect(Endpoint.isDefaultHost({ protocol: "responses", baseUrl: "http://localhost:8080/v1" })).toBe(false)
  })
})
