import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/TestClock"
import { type HttpExchange, RawBody } from "../../src/llm/HttpExchange.js"
import { TransportError } from "../../src/llm/LlmError.js"
import type { LlmRequest } from "../../src/llm/LlmRequest.js"
import * as MeasuredClient from "../../src/llm/MeasuredClient.js"
import { ollama } from "../../src/llm/ollama/OllamaProtocol.js"
import { bodyListener } from "../../src/llm/transport/bodyListener.js"

const { measured } = MeasuredClient

const asked: LlmRequest = {
  model: "qwen3:8b",
  instructions: "",
  input: [{ role: "user", content: "?" }],
  reasoningEffort: null,
  maxOutputTokens: 64
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const exchangeOf = (body: string, headers = {}, httpStatus = 200): HttpExchange => ({
  httpStatus,
  headers,
  body: new RawBody(bytes(body))
})
const load =
  '{"model":"qwen3:8b","message":{"content":""},"done":true,"done_reason":"load","load_duration":2499999999}'
const thought = '{"message":{"content":"","thinking":"考"},"done":false}\n'
const answered = '{"message":{"content":"答"},"done":false}\n'

const isLoad = (body: Uint8Array): boolean => JSON.parse(new TextDecoder().decode(body)).messages.length === 0

/** A server whose time is the test's: 3 s for a load, then a thought after 1 s, an answer after 2 s more, and the end after 4 s more. */
const server = (sent: Array<string>, loads: (nth: number) => HttpExchange = () => exchangeOf(load)) => {
  let loaded = 0
  return (body: () => Uint8Array): Effect.Effect<HttpExchange, TransportError> =>
    Effect.gen(function* () {
      const isLoading = isLoad(body())
      sent.push(isLoading ? "load" : "question")
      if (isLoading) {
        yield* Effect.sleep(3000)
        return loads(++loaded)
      }
      const hear = (yield* bodyListener) ?? (() => {})
      yield* Effect.sleep(1000)
      // Cut within a character: the line is not there yet.
      hear(bytes(thought + answered).subarray(0, thought.length + 25))
      yield* Effect.sleep(2000)
      hear(bytes(thought + answered).subarray(thought.length + 25))
      yield* Effect.sleep(4000)
      return exchangeOf(thought + answered, { [measured.warmUp]: "1", [measured.wall]: "1", server: "x" })
    })
}

const local = ollama.http.local
if (local === null) throw new Error("Ollama's is a server at home")
const clientOf = (send: ReturnType<typeof server>) =>
  MeasuredClient.make(send, (request) => ollama.encodeRequest(request, { truncation: "omit" }), local)

/** While the test's clock runs on. */
const later = <A, E>(effect: Effect.Effect<A, E>) =>
  Effect.gen(function* () {
    const fiber = yield* Effect.fork(Effect.either(effect))
    yield* TestClock.adjust("1 hour")
    return yield* Fiber.join(fiber)
  })

describe("a measured client", () => {
  it.effect("takes the times of a question without its load, and believes no server's", () =>
    Effect.gen(function* () {
      const sent: Array<string> = []
      const ask = clientOf(server(sent))
      const first = Either.getOrThrow(yield* later(ask(asked)))
      expect(first.headers).toEqual({
        server: "x",
        [measured.firstThinking]: "1000",
        [measured.firstContent]: "3000",
        [measured.wall]: "7000",
        [measured.warmUp]: "3000",
        [measured.warmUpLoad]: "2500"
      })
      const second = Either.getOrThrow(yield* later(ask(asked)))
      expect(second.headers).not.toHaveProperty(measured.warmUp)
      expect(sent).toEqual(["load", "question", "question"])
    })
  )

  it.effect("asks nothing of a model that cannot be loaded, and tries to load it again", () =>
    Effect.gen(function* () {
      const sent: Array<string> = []
      const busy = exchangeOf('{"error":"server busy, please try again"}', {}, 503)
      const ask = clientOf(server(sent, (nth) => (nth === 1 ? busy : exchangeOf(load))))
      expect(yield* later(ask(asked))).toMatchObject({ left: { _tag: "ApiError", httpStatus: 503 } })
      expect(sent).toEqual(["load"])
      expect(Either.isRight(yield* later(ask(asked)))).toBe(true)
      expect(sent).toEqual(["load", "load", "question"])
    })
  )

  it.effect("loads once for questions that come together, and once for each context", () =>
    Effect.gen(function* () {
      const sent: Array<string> = []
      const ask = clientOf(server(sent))
      const other = { ...asked, options: { numCtx: 4096, temperature: 0, seed: 1 } }
      yield* later(Effect.all([ask(asked), ask(asked), ask(other)], { concurrency: 3 }))
      expect(sent.filter((what) => what === "load")).toHaveLength(2)
      expect(sent.filter((what) => what === "question")).toHaveLength(3)
    })
  )

  it.effect("loads again after another model was asked, which may have taken its place", () =>
    Effect.gen(function* () {
      const sent: Array<string> = []
      const ask = clientOf(server(sent))
      for (const model of ["a", "a", "b", "a"]) yield* later(ask({ ...asked, model }))
      expect(sent).toEqual(["load", "question", "question", "load", "question", "load", "question"])
    })
  )

  it.effect("passes on what kept a load from arriving", () =>
    Effect.gen(function* () {
      const refused = new TransportError({ stage: "connect", code: "ECONNREFUSED", ambiguousOutcome: false })
      const ask = clientOf(() => Effect.fail(refused))
      expect(yield* Effect.flip(ask(asked))).toBe(refused)
    })
  )
})
