import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { currentAttempt } from "../../src/llm/AttemptKey.js"
import { LlmClient } from "../../src/llm/LlmClient.js"
import type { LlmRequest } from "../../src/llm/LlmRequest.js"
import type { HttpProtocolId } from "../../src/llm/Protocol.js"
import { exchangeOfFixture, fixture } from "./responses/exchanges.js"
import { type TestWire, testWires } from "./wires.js"

export interface Reply {
  readonly httpStatus: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface Subject {
  readonly client: Layer.Layer<LlmClient>
  /** How many requests reached the other side. */
  readonly hits: () => number
}

export const request: LlmRequest = {
  model: "made-up-model",
  instructions: "Answer with one integer.",
  input: [{ role: "user", content: "print(5916) 😀" }],
  reasoningEffort: "low",
  maxOutputTokens: 8192
}

const json = { "content-type": "application/json" }
const reply = (body: unknown, httpStatus = 200, headers: Readonly<Record<string, string>> = json): Reply => ({
  httpStatus,
  headers,
  body: typeof body === "string" ? body : JSON.stringify(body)
})
const replyOfFixture = (prefix: string): Reply => {
  const { body, headers, httpStatus } = exchangeOfFixture(fixture(prefix))
  return { httpStatus, headers, body: body.lossyText() }
}

type MakeSubject = (
  replies: ReadonlyArray<Reply>,
  protocol: HttpProtocolId
) => Effect.Effect<Subject, never, Scope.Scope>

/** What every LlmClient owes to the runner, whatever carries its bytes and in whichever protocol. */
export const clientContract = (name: string, subject: MakeSubject): void => {
  for (const wire of testWires) contractOver(`${name}, ${wire.protocol}`, subject, wire)
}

const contractOver = (
  name: string,
  subject: MakeSubject,
  { answer, protocol, requestIdHeader }: TestWire
): void => {
  /** Generates once, and tells how it ended and how many requests that took. */
  const generate = (replies: ReadonlyArray<Reply>) =>
    Effect.gen(function* () {
      const { client, hits } = yield* subject(replies, protocol)
      const result = yield* Effect.flatMap(LlmClient, (llm) => llm.generate(request, protocol)).pipe(
        Effect.locally(currentAttempt, { trialId: "t".repeat(32), attempt: 1 }),
        Effect.either,
        Effect.provide(client)
      )
      return { result, hits: hits() }
    })

  describe(`LlmClient contract: ${name}`, () => {
    it.scopedLive("returns a decoded response with the bytes it came from", () =>
      Effect.gen(function* () {
        const given = reply(answer("59", "16 é😀"), 200, {
          ...json,
          [requestIdHeader]: "req_1",
          "set-cookie": "session=1"
        })
        const { result } = yield* generate([given])
        if (result._tag === "Left") return yield* result.left
        expect(result.right).toMatchObject({ text: "5916 é😀", status: "completed", requestId: "req_1" })
        const { exchange } = result.right
        expect(exchange.body.lossyText()).toBe(given.body)
        expect(exchange.headers).toMatchObject({
          "content-type": "application/json",
          [requestIdHeader.toLowerCase()]: "req_1"
        })
        expect(Object.keys(exchange.headers)).not.toContain("set-cookie")
      })
    )

    it.scopedLive.each([
      ["a rate limit", replyOfFixture("12"), "ApiError"],
      ["HTML from a gateway", replyOfFixture("15"), "ApiError"],
      ["an event stream", replyOfFixture("14"), "DecodeError"],
      ["an unpaired surrogate", replyOfFixture("20"), "DecodeError"],
      ["a redirect", reply("", 302, { location: "https://elsewhere.invalid/" }), "ApiError"],
      ["an empty body", reply(""), "DecodeError"],
      ["no content", reply("", 204, {}), "DecodeError"],
      ["server error", reply({ error: { message: "x" } }, 500), "ApiError"],
      ["conflict", reply({ error: { message: "x" } }, 409), "ApiError"]
    ] as const)("N2 fails once and asks no second time: %s", ([, given, tag]) =>
      Effect.gen(function* () {
        const second = reply(answer("8604"))
        const { hits, result } = yield* generate([given, second])
        expect(result).toMatchObject({ _tag: "Left", left: { _tag: tag } })
        if (result._tag === "Left" && result.left._tag !== "TransportError") {
          expect(result.left.exchange.body.lossyText()).toBe(given.body)
          expect(result.left.exchange.httpStatus).toBe(given.httpStatus)
        }
        expect(hits).toBe(1)
      })
    )

    it.scopedLive("stops reading a body beyond 16 MiB", () =>
      Effect.gen(function* () {
        const { hits, result } = yield* generate([reply("x".repeat(16 * 1024 * 1024 + 1))])
        expect(result).toMatchObject({
          _tag: "Left",
          left: { _tag: "TransportError", stage: "body", code: "body_too_large", ambiguousOutcome: true }
        })
        expect(hits).toBe(1)
      })
    )

    it.scopedLive("reads a body of 16 MiB", () =>
      Effect.gen(function* () {
        const body = JSON.stringify(answer("5916"))
        const { result } = yield* generate([reply(body + " ".repeat(16 * 1024 * 1024 - body.length))])
        expect(result).toMatchObject({ _tag: "Right", right: { text: "5916" } })
      })
    )
  })
}
