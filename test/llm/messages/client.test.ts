import { inspect } from "node:util"
import { describe, expect, it } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Credentials from "../../../src/llm/Credentials.js"
import * as Endpoint from "../../../src/llm/Endpoint.js"
import * as HttpLlmClient from "../../../src/llm/HttpLlmClient.js"
import { layer as liveLayer } from "../../../src/llm/LiveClient.js"
import { LlmClient } from "../../../src/llm/LlmClient.js"
import { messages } from "../../../src/llm/messages/MessagesProtocol.js"
import * as ScriptedTransport from "../../../src/llm/scripted/ScriptedTransport.js"
import { request } from "../clientContract.js"
import { messageBody, textBlock } from "./bodies.js"

const canary = "sk-ant-canary-0123456789"
const destination = {
  baseUrl: "https://api.anthropic.com",
  protocol: "messages",
  truncation: "disabled"
} as const
const nobody = { apiKey: null, project: null, organization: null }
const known: Endpoint.Endpoint = { ...destination, ...nobody, apiKey: Redacted.make(canary) }

const answer = JSON.stringify(messageBody([textBlock("5916")]))

const run = <A, E>(
  effect: Effect.Effect<A, E, LlmClient | ScriptedTransport.ScriptedTransport>,
  script: ReadonlyArray<ScriptedTransport.ScriptedStep>,
  endpoint = known
) =>
  Effect.provide(
    effect,
    Layer.provideMerge(
      HttpLlmClient.layer,
      Layer.merge(ScriptedTransport.layer(script), Endpoint.layer(endpoint))
    )
  )
const generate = Effect.flatMap(LlmClient, (llm) => llm.generate(request, "messages"))
const sent = Effect.flatMap(ScriptedTransport.ScriptedTransport, ({ requests }) => requests)

describe("what is sent in the Messages protocol", () => {
  it.effect("generation is one POST of the request's bytes, with no header that was not decided on", () =>
    Effect.gen(function* () {
      const script = [{ httpStatus: 200, body: answer }]
      const [outgoing, ...others] = yield* run(
        Effect.zipRight(Effect.withSpan(generate, "test"), sent),
        script
      )
      const body = messages.encodeRequest(request, destination)
      expect(others).toEqual([])
      expect(outgoing).toEqual({
        method: "POST",
        url: "https://api.anthropic.com/v1/messages",
        headers: {
          accept: "application/json",
          "accept-encoding": "identity",
          "anthropic-version": "2023-06-01",
          "content-type": "application/json",
          "content-length": String(body.length),
          "x-api-key": canary
        },
        body
      })
    })
  )

  it.effect("counting has its own path and body", () =>
    Effect.gen(function* () {
      const count = Effect.flatMap(LlmClient, (llm) => llm.countInputTokens(request, "messages"))
      const [n, [outgoing]] = yield* run(Effect.zip(count, sent), [
        { httpStatus: 200, body: '{"input_tokens":12}' }
      ])
      expect(n).toBe(12)
      expect(outgoing?.url).toBe("https://api.anthropic.com/v1/messages/count_tokens")
      expect(outgoing?.body).toEqual(messages.http.counting.encodeRequest(request))
    })
  )

  it.effect("a trial of another protocol is a bug of whoever chose the client, and nothing is sent", () =>
    Effect.gen(function* () {
      const other = Effect.flatMap(LlmClient, (llm) => Effect.exit(llm.generate(request, "responses")))
      const [exit, requests] = yield* run(Effect.zip(other, sent), [])
      expect(Exit.isFailure(exit) && exit.cause._tag).toBe("Die")
      expect(requests).toEqual([])
    })
  )
})

describe("L2 the second key", () => {
  it.effect("L2 is in no part of an error", () =>
    Effect.gen(function* () {
      const body = JSON.stringify({ type: "error", error: { type: canary, message: `bad ${canary}` } })
      const headers = { "request-id": `req-${canary}` }
      const error = yield* Effect.flip(run(generate, [{ httpStatus: 401, headers, body }]))
      if (error._tag !== "ApiError") throw error
      const everything = inspect(error, { depth: 10 }) + error.message + error.exchange.body.lossyText()
      expect(everything).not.toContain("canary")
      expect(error.exchange.redacted).toBe(true)
    })
  )

  const read = (variables: Record<string, string>) =>
    Credentials.fromConfig(messages.http.variables).pipe(
      Effect.withConfigProvider(ConfigProvider.fromMap(new Map(Object.entries(variables))))
    )

  it.effect("L1 comes from its own variable, and that of the other provider is not looked at", () =>
    Effect.gen(function* () {
      const found = yield* read({ ANTHROPIC_API_KEY: canary, OPENAI_API_KEY: "\n", OPENAI_PROJECT: "p" })
      expect(found.apiKey === null ? null : Redacted.value(found.apiKey)).toBe(canary)
      expect([found.project, found.organization]).toEqual([null, null])
    })
  )

  it.effect.each([`${canary}\n`, "", ` ${canary}`, "鍵"])(
    "L1 is refused where a header cannot hold it",
    (key) =>
      Effect.gen(function* () {
        const refused = yield* Effect.flip(read({ ANTHROPIC_API_KEY: key }))
        expect(refused).toMatchObject({ _tag: "CredentialRefused", variable: "ANTHROPIC_API_KEY" })
        expect(inspect(refused) + refused.message).not.toContain("canary")
      })
  )

  it.effect("is needed at the provider's own host", () =>
    Effect.gen(function* () {
      const without = Effect.withConfigProvider(
        Effect.scoped(Layer.build(liveLayer(destination))),
        ConfigProvider.fromMap(new Map([["OPENAI_API_KEY", "sk-0123456789"]]))
      )
      expect(yield* Effect.flip(without)).toMatchObject({
        variable: "ANTHROPIC_API_KEY",
        problem: "is not set"
      })
    })
  )

  it("goes over HTTPS only, or to this machine", () => {
    const at = (baseUrl: string) => Either.isRight(Endpoint.make({ ...known, baseUrl }))
    expect([at("http://gateway.example"), at("https://gateway.example"), at("http://127.0.0.1:1")]).toEqual([
      false,
      true,
      true
    ])
  })

  it("knows the default host of its protocol", () => {
    const isDefault = (protocol: "responses" | "messages", baseUrl: string) =>
      Endpoint.isDefaultHost({ protocol, baseUrl })
    expect(isDefault("messages", "https://api.anthropic.com")).toBe(true)
    expect(isDefault("messages", "https://api.openai.com/v1")).toBe(false)
    expect(isDefault("responses", "https://api.anthropic.com")).toBe(false)
  })
})
