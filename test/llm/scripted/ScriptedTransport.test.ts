import * as HttpClient from "@effect/platform/HttpClient"
import { fromWeb } from "@effect/platform/HttpClientResponse"
import { describe, expect, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { LlmEndpoint } from "../../../src/llm/Endpoint.js"
import * as HttpLlmClient from "../../../src/llm/HttpLlmClient.js"
import { LlmClient } from "../../../src/llm/LlmClient.js"
import type { HttpProtocolId } from "../../../src/llm/Protocol.js"
import * as ScriptedTransport from "../../../src/llm/scripted/ScriptedTransport.js"
import { clientContract, request } from "../clientContract.js"

const endpointOf = (protocol: HttpProtocolId) =>
  Layer.succeed(LlmEndpoint, {
    baseUrl: "http://localhost/v1",
    apiKey: null,
    project: null,
    organization: null,
    truncation: "disabled",
    protocol
  })
const endpoint = endpointOf("responses")

clientContract("scripted transport", (replies, protocol) =>
  Effect.sync(() => {
    let hits = 0
    const counted = Layer.effect(
      HttpClient.HttpClient,
      Effect.map(
        HttpClient.HttpClient,
        HttpClient.tapRequest(() => Effect.sync(() => hits++))
      )
    )
    const script = replies.map(({ headers, ...reply }) => ({
      ...reply,
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
    }))
    const client = HttpLlmClient.layer.pipe(
      Layer.provide(counted),
      Layer.provide(ScriptedTransport.layer(script)),
      Layer.provide(endpointOf(protocol))
    )
    return { client, hits: () => hits }
  })
)

clientContract("responses of the platform's own kind", (replies, protocol) =>
  Effect.sync(() => {
    let hits = 0
    const http = HttpClient.make((sent) =>
      Effect.sync(() => {
        const reply = replies[hits++]
        if (reply === undefined) throw new Error("one request too many")
        const empty = reply.httpStatus === 204
        return fromWeb(
          sent,
          new Response(empty ? null : reply.body, { status: reply.httpStatus, headers: reply.headers })
        )
      })
    )
    const client = HttpLlmClient.layer.pipe(
      Layer.provide(Layer.succeed(HttpClient.HttpClient, http)),
      Layer.provide(endpointOf(protocol))
    )
    return { client, hits: () => hits }
  })
)

describe("ScriptedTransport", () => {
  const generate = Effect.flatMap(LlmClient, (llm) => llm.generate(request, "responses"))
  const run = <A, E>(
    effect: Effect.Effect<A, E, LlmClient | ScriptedTransport.ScriptedTransport>,
    script: ReadonlyArray<ScriptedTransport.ScriptedStep>
  ) =>
    Effect.provide(
      effect,
      Layer.provideMerge(HttpLlmClient.layer, Layer.merge(ScriptedTransport.layer(script), endpoint))
    )

  it.effect("dies by its own name when the script is over", () =>
    Effect.gen(function* () {
      const exit = yield* Effect.exit(run(generate, []))
      if (!Exit.isFailure(exit)) throw new Error("expected a failure")
      expect(Cause.isDie(exit.cause)).toBe(true)
      expect(Cause.pretty(exit.cause)).toContain(
        "ScriptedTransport: request 1 (POST http://localhost/v1/responses)"
      )
    })
  )

  it.effect.each(["connect", "request", "body"] as const)("plays a failure in stage %s", (stage) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(run(generate, [{ stage, code: "ECONNRESET" }]))
      expect(error).toMatchObject({
        _tag: "TransportError",
        stage,
        code: "ECONNRESET",
        ambiguousOutcome: stage !== "connect"
      })
    })
  )

  it.effect("stays silent until it is interrupted, and remembers what it was sent", () =>
    run(
      Effect.gen(function* () {
        const fiber = yield* Effect.fork(generate)
        yield* Effect.yieldNow()
        yield* Fiber.interrupt(fiber)
        const { requests } = yield* ScriptedTransport.ScriptedTransport
        expect((yield* requests).map(({ method, url }) => `${method} ${url}`)).toEqual([
          "POST http://localhost/v1/responses"
        ])
      }),
      ["silence"]
    )
  )
})
