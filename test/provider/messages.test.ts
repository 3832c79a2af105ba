import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { makeProvider } from "../../src/provider/Provider.js"
import { ask, dice, faults, type Got, requestOf, requestTokens } from "./support.js"

const provider = (spec?: string) =>
  makeProvider({
    protocol: "messages",
    model: dice,
    seed: 1n,
    ...(spec === undefined ? {} : { faults: faults(spec) })
  })

const post = (url: string, body: Uint8Array | string): Effect.Effect<Got> =>
  Effect.flatMap(
    Effect.promise(() => ask(url, body)),
    (got) => ("status" in got ? Effect.succeed(got) : Effect.dieMessage(`no reply: ${got.code}`))
  )

const generation = requestOf("messages", "generate")
const count = requestOf("messages", "count")

const errorOf = (type: string, more: object = {}) => ({
  type: "error",
  error: { type, message: expect.any(String), ...more },
  synthetic_mock: true
})

describe("the provider in the Messages protocol", () => {
  it.scopedLive("answers at its paths, with a base URL as Anthropic's clients take one", () =>
    Effect.gen(function* () {
      const { baseUrl, log } = yield* provider()
      expect(baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
      expect((yield* post(`${baseUrl}/v1/messages/count_tokens`, count.body)).json()).toEqual({
        input_tokens: requestTokens,
        synthetic_mock: true
      })
      const got = yield* post(`${baseUrl}/v1/messages`, generation.body)
      expect(got.headers).toMatchObject({
        "x-synthetic-mock": "true",
        "request-id": expect.stringMatching(/^req_mock_[0-9a-f]{16}$/)
      })
      const text = /"type":"text","text":"(\d+)"/.exec(got.body.toString())?.[1] ?? ""
      const visible = Math.ceil(text.length / 4)
      expect(got.json()).toMatchObject({
        type: "message",
        role: "assistant",
        model: "made-up-model",
        stop_reason: "end_turn",
        usage: {
          input_tokens: requestTokens,
          output_tokens: visible + 7,
          output_tokens_details: { thinking_tokens: 7 }
        },
        synthetic_mock: true
      })
      const billed = log.flatMap((entry) => (entry.event === "received" ? [entry.billedTokens] : []))
      expect(billed).toEqual([0, requestTokens + visible + 7])
    })
  )

  it.scopedLive("refuses what is no request of ours, in the shape that Anthropic's errors have", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* provider()
      const url = `${baseUrl}/v1/messages`
      const body = JSON.parse(Buffer.from(generation.body).toString())
      const refused = [
        { ...body, seed: 1 },
        { ...body, system: "" },
        { ...body, stream: true },
        { ...body, max_tokens: 0 },
        { ...body, max_tokens: undefined },
        { ...body, messages: [] },
        { ...body, messages: [{ role: "system", content: "x" }] },
        { ...body, output_config: { effort: "none" } },
        { ...body, output_config: { format: { type: "json_schema" } } },
        { ...body, output_config: { format: { type: "json_schema", name: "x", schema: {} } } }
      ]
      for (const given of refused) {
        const got = yield* post(url, JSON.stringify(given))
        expect([got.status, got.json()]).toEqual([400, errorOf("invalid_request_error")])
      }
      const format = { type: "json_schema", schema: { type: "object" } }
      const formatted = JSON.stringify({ ...body, output_config: { effort: "max", format } })
      expect((yield* post(url, formatted)).status).toBe(200)
      expect((yield* post(`${url}/count_tokens`, generation.body)).status).toBe(400)
      const other = yield* post(`${baseUrl}/v1/responses`, generation.body)
      expect([other.status, other.json()]).toEqual([404, errorOf("not_found_error")])
    })
  )

  it.scopedLive.each([
    [401, "authentication_error", 0],
    [402, "billing_error", 0],
    [429, "rate_limit_error", 0],
    [500, "api_error", 1],
    [503, "api_error", 0],
    [504, "timeout_error", 1],
    [529, "overloaded_error", 0]
  ] as const)("HTTP %i is %s, and bills if the work was done: %i", ([status, type, bills]) =>
    Effect.gen(function* () {
      const { baseUrl, log } = yield* provider(`${status}:1`)
      const got = yield* post(`${baseUrl}/v1/messages`, generation.body)
      expect([got.status, got.json()]).toEqual([status, errorOf(type)])
      const [entry] = log
      expect(entry?.event === "received" && Math.sign(entry.billedTokens)).toBe(bills)
    })
  )

  it.scopedLive("quota-429 says what Anthropic's spend limit says", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* provider("quota-429:1")
      const got = yield* post(`${baseUrl}/v1/messages`, generation.body)
      const details = { error_code: "enforced_spend_limit_reached" }
      expect([got.status, got.json()]).toEqual([429, errorOf("rate_limit_error", { details })])
    })
  )

  it.scopedLive("a format is part of what is counted", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* provider()
      const body = JSON.parse(Buffer.from(count.body).toString())
      const schema = { type: "object", required: ["x".repeat(400)] }
      const config = { ...body.output_config, format: { type: "json_schema", schema } }
      const got = yield* post(
        `${baseUrl}/v1/messages/count_tokens`,
        JSON.stringify({ ...body, output_config: config })
      )
      expect((got.json() as { readonly input_tokens: number }).input_tokens).toBeGreaterThan(
        requestTokens + 100
      )
    })
  )
})
