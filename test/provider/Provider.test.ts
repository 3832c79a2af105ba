import { createHash } from "node:crypto"
import * as http from "node:http"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import type { SimulatedModel } from "../../src/llm/simulated/SimulatedModel.js"
import { makeProvider } from "../../src/provider/Provider.js"
import type { LogEntry } from "../../src/provider/ProviderLog.js"
import { ask, countBytes, dice, faults, type Got, generateBytes, requestTokens } from "./support.js"

const provider = (spec?: string, model: SimulatedModel = dice, seed = 1n) =>
  makeProvider({ model, seed, ...(spec === undefined ? {} : { faults: faults(spec) }) })

const post = (url: string, body: Uint8Array | string, options: Parameters<typeof ask>[2] = {}) =>
  Effect.promise(() => ask(url, body, options))

/** A whole reply; anything else is a failure of the test. */
const whole = (
  url: string,
  body: Uint8Array | string,
  options: Parameters<typeof ask>[2] = {}
): Effect.Effect<Got> =>
  Effect.flatMap(post(url, body, options), (got) =>
    "status" in got ? Effect.succeed(got) : Effect.dieMessage(`no reply: ${got.code}`)
  )

const received = (log: ReadonlyArray<LogEntry>) => log.filter((entry) => entry.event === "received")

/** The model's number in a reply. */
const numberIn = (got: Got): string => /"output_text","text":"(\d+)"/.exec(got.body.toString())?.[1] ?? "none"

describe("the provider", () => {
  it.scopedLive("answers as the protocol wants, and says that it is made up", () =>
    Effect.gen(function* () {
      const { baseUrl, log } = yield* provider()
      expect(baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/)
      const counted = yield* whole(`${baseUrl}/responses/input_tokens`, countBytes())
      expect(counted.json()).toEqual({
        object: "response.input_tokens",
        input_tokens: requestTokens,
        synthetic_mock: true
      })
      const got = yield* whole(`${baseUrl}/responses`, generateBytes())
      expect(got.status).toBe(200)
      expect(got.headers).toMatchObject({
        "content-type": "application/json",
        "x-synthetic-mock": "true",
        "x-request-id": expect.stringMatching(/^req_mock_[0-9a-f]{16}$/)
      })
      const visible = Math.ceil(numberIn(got).length / 4)
      expect(got.json()).toMatchObject({
        object: "response",
        status: "completed",
        model: "made-up-model",
        synthetic_mock: true,
        usage: {
          input_tokens: requestTokens,
          output_tokens: visible + 7,
          total_tokens: requestTokens + visible + 7
        }
      })
      const billed = received(log).map(({ operation, billedTokens }) => [operation, billedTokens])
      expect(billed).toEqual([
        ["count", 0],
        ["generate", requestTokens + visible + 7]
      ])
    })
  )

  it.scopedLive("counts and bills the same input, also around a fixed body", () =>
    Effect.gen(function* () {
      const raw = (usage: object | null): SimulatedModel => ({
        profile: "raw",
        reply: () => ({
          type: "raw",
          httpStatus: 200,
          headers: {},
          body: JSON.stringify({ id: "resp", status: "completed", model: "m", output: [], usage })
        })
      })
      const full = yield* provider(
        undefined,
        raw({ input_tokens: 1200, output_tokens: 90, total_tokens: 1290 })
      )
      const got = yield* whole(`${full.baseUrl}/responses`, generateBytes())
      expect(got.json()).toMatchObject({
        usage: { input_tokens: requestTokens, output_tokens: 90, total_tokens: requestTokens + 90 },
        synthetic_mock: true
      })
      expect(received(full.log)[0]?.billedTokens).toBe(requestTokens + 90)

      const partial = yield* provider(undefined, raw({ input_tokens: 1200, output_tokens: 90 }))
      const less = yield* whole(`${partial.baseUrl}/responses`, generateBytes())
      expect(less.json()).toHaveProperty("usage", { input_tokens: requestTokens, output_tokens: 90 })

      const none = yield* provider(undefined, raw(null))
      const silent = yield* whole(`${none.baseUrl}/responses`, generateBytes())
      expect(silent.json()).toHaveProperty("usage", null)
      expect(received(none.log)[0]?.billedTokens).toBeGreaterThan(requestTokens)
    })
  )

  it.scopedLive("refuses what is no request of ours, in the shape that OpenAI's errors have", () =>
    Effect.gen(function* () {
      const { baseUrl, log } = yield* provider()
      const shape = (param: string | null, code: string | null) => ({
        error: { message: expect.any(String), type: "invalid_request_error", param, code },
        synthetic_mock: true
      })
      const url = `${baseUrl}/responses`
      const extra = JSON.stringify({ ...JSON.parse(Buffer.from(generateBytes()).toString()), seed: 1 })
      const cases: ReadonlyArray<readonly [Effect.Effect<Got>, number, object]> = [
        [whole(url, extra), 400, shape("seed", "unknown_parameter")],
        [whole(`${url}/input_tokens`, generateBytes()), 400, shape("max_output_tokens", "unknown_parameter")],
        [whole(url, "{"), 400, shape(null, null)],
        [whole(url, ""), 400, shape(null, null)],
        [whole(url, generateBytes(), { headers: { "content-type": "text/plain" } }), 400, shape(null, null)],
        [whole(url, "", { method: "GET" }), 405, shape(null, "method_not_supported")],
        [whole(`${baseUrl}/chat/completions`, generateBytes()), 404, shape(null, "unknown_url")],
        [whole(`${url}?x=1`, generateBytes()), 404, shape(null, "unknown_url")],
        [whole(url, " ".repeat(16 * 1024 * 1024 + 1)), 413, shape(null, null)]
      ]
      for (const [reply, status, body] of cases) {
        const got = yield* reply
        expect([got.status, got.json()]).toEqual([status, body])
        expect(got.headers["x-synthetic-mock"]).toBe("true")
      }
      expect(received(log).map(({ billedTokens }) => billedTokens)).toEqual(cases.map(() => 0))
      const parameters = { headers: { "content-type": "Application/JSON; charset=utf-8" } }
      expect((yield* whole(url, generateBytes(), parameters)).status).toBe(200)
    })
  )

  it.scopedLive("is repeatable: seed, request and how often it came decide, not the order", () =>
    Effect.gen(function* () {
      const bodies = Array.from({ length: 12 }, (_, index) =>
        generateBytes({ instructions: `number ${index}` })
      )
      const answers = (seed: bigint, order: ReadonlyArray<number>) =>
        Effect.gen(function* () {
          const { baseUrl } = yield* provider("503:0.3", dice, seed)
          const got = new Map<number, Array<string>>()
          for (const index of order) {
            const reply = yield* whole(`${baseUrl}/responses`, bodies[index] ?? "")
            const text = reply.status === 200 ? numberIn(reply) : String(reply.status)
            got.set(index, [...(got.get(index) ?? []), text])
          }
          return [...got].sort(([a], [b]) => a - b)
        })
      const ascending = [...bodies.keys(), ...bodies.keys()]
      const descending = [...bodies.keys(), ...bodies.keys()].reverse()
      const first = yield* answers(1n, ascending)
      expect(yield* answers(1n, descending)).toEqual(first)
      expect(yield* answers(2n, ascending)).not.toEqual(first)
      // The second answer to the same bytes is drawn anew.
      expect(first.some(([, [one, two]]) => one !== two)).toBe(true)
      expect(first.flatMap(([, texts]) => texts)).toContain("503")
    })
  )

  it.scopedLive("logs a request before it answers, and how it ended", () =>
    Effect.gen(function* () {
      const { baseUrl, log } = yield* provider("latency=30..30")
      const pending = yield* Effect.fork(whole(`${baseUrl}/responses`, generateBytes()))
      while (log.length === 0) yield* Effect.sleep(1)
      expect(log).toHaveLength(1)
      yield* pending.await
      while (log.length === 1) yield* Effect.sleep(1)
      expect(log).toEqual([
        {
          event: "received",
          n: 1,
          at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
          operation: "generate",
          requestSha256: createHash("sha256").update(generateBytes()).digest("hex"),
          seen: 1,
          fault: null,
          httpStatus: 200,
          billedTokens: expect.any(Number)
        },
        { event: "ended", n: 1, at: expect.any(String), outcome: "answered" }
      ])
    })
  )

  it.scopedLive("notices a client that leaves, and bills it all the same", () =>
    Effect.gen(function* () {
      const { baseUrl, log } = yield* provider("latency=5000")
      const got = yield* post(`${baseUrl}/responses`, generateBytes(), { giveUpAfterMs: 50 })
      expect(got).toMatchObject({ code: "GAVE_UP" })
      while (log.length === 1) yield* Effect.sleep(1)
      expect(log[1]).toMatchObject({ event: "ended", n: 1, outcome: "lost" })
      expect(received(log)[0]?.billedTokens).toBeGreaterThan(requestTokens)
    })
  )

  it.scopedLive("does not take a request for made before the whole of it is there", () =>
    Effect.gen(function* () {
      const { baseUrl, log } = yield* provider()
      const half = generateBytes().length / 2
      const headers = { "content-type": "application/json", "content-length": String(half * 2) }
      const sent = http.request(`${baseUrl}/responses`, { method: "POST", headers, agent: false })
      sent.on("error", () => {})
      sent.write(generateBytes().subarray(0, half))
      yield* Effect.sleep(30)
      sent.destroy()
      yield* Effect.sleep(30)
      expect(log).toEqual([])
    })
  )

  it.live("ends with its scope, whatever is under way, and frees its port", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const { baseUrl, log } = yield* Scope.extend(provider("stall-body:1"), scope)
      const pending = yield* Effect.fork(post(`${baseUrl}/responses`, generateBytes()))
      while (log.length === 0) yield* Effect.sleep(1)
      yield* Scope.close(scope, Exit.void)
      expect(yield* Effect.flatten(pending.await)).toMatchObject({ code: "ECONNRESET" })
      const port = Number(new URL(baseUrl).port)
      yield* Effect.scoped(makeProvider({ model: dice, seed: 1n, port }))
    })
  )

  it.scopedLive("cannot listen where somebody else does", () =>
    Effect.gen(function* () {
      const port = Number(new URL((yield* provider()).baseUrl).port)
      const failure = yield* Effect.flip(makeProvider({ model: dice, seed: 1n, port }))
      expect(failure).toMatchObject({ _tag: "ProviderUnavailable", port, code: "EADDRINUSE" })
    })
  )
})
