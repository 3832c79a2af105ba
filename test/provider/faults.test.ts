import { gunzipSync } from "node:zlib"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as HttpLlmClient from "../../src/llm/HttpLlmClient.js"
import type { HttpProtocolId } from "../../src/llm/Protocol.js"
import { protocolOf } from "../../src/llm/protocols.js"
import * as UndiciTransport from "../../src/llm/transport/UndiciTransport.js"
import { faultKinds } from "../../src/provider/Fault.js"
import { makeProvider } from "../../src/provider/Provider.js"
import { settlementOf } from "../../src/runner/settlement.js"
import { bothProtocols } from "../llm/wires.js"
import { ask, countBytes, dice, faults, type Got, generateBytes, request, requestTokens } from "./support.js"

const sixteenMiB = 16 * 1024 * 1024

/** A client that is to be kept waiting gives up soon; any other has all the time that a busy machine may need. */
const patienceMs = (spec: string, endlessMs: number): number =>
  spec.startsWith("stall") && !spec.includes("/for=") ? endlessMs : 20_000

/** One request to a provider where `spec` always strikes, and what it would have been billed. */
const meet = (spec: string, operation: "generate" | "count" = "generate") =>
  Effect.gen(function* () {
    const { baseUrl, log } = yield* makeProvider({ model: dice, seed: 1n, faults: faults(`${spec}:1`) })
    const [path, body] =
      operation === "generate" ? ["/responses", generateBytes()] : ["/responses/input_tokens", countBytes()]
    const got = yield* Effect.promise(() =>
      ask(`${baseUrl}${path}`, body, { giveUpAfterMs: patienceMs(spec, 150) })
    )
    const entry = log.find((one) => one.event === "received")
    if (entry === undefined) throw new Error("nothing was logged")
    expect(entry.fault).toBe(spec)
    return { got, billed: entry.billedTokens, log }
  })

const reply = (got: unknown): Got => got as Got

describe("faults on the wire", () => {
  it.scopedLive.each([
    [400, false],
    [401, false],
    [404, false],
    [408, true],
    [409, false],
    [429, false],
    [500, true],
    [501, false],
    [502, true],
    [503, false],
    [504, true],
    [529, true]
  ] as const)("HTTP %d has its status, is marked, and bills if the work was done: %s", ([status, bills]) =>
    Effect.gen(function* () {
      const { billed, got } = yield* meet(String(status))
      expect(reply(got).status).toBe(status)
      expect(reply(got).headers["x-synthetic-mock"]).toBe("true")
      expect(reply(got).body.toString()).toContain("synthetic_mock")
      expect(billed > 0).toBe(bills)
      const isJson = ![502, 504, 529].includes(status)
      expect(reply(got).headers["content-type"]).toBe(isJson ? "application/json" : "text/html")
      if (isJson) {
        expect(reply(got).json()).toHaveProperty("error", {
          message: expect.any(String),
          type: expect.any(String),
          param: null,
          code: expect.toSatisfy((code) => code === null || typeof code === "string")
        })
      }
    })
  )

  it.scopedLive("Retry-After comes with it", () =>
    Effect.gen(function* () {
      const { got } = yield* meet("429/retry-after=2")
      expect(reply(got).headers["retry-after"]).toBe("2")
      expect(reply((yield* meet("429")).got).headers["retry-after"]).toBeUndefined()
      const quota = reply((yield* meet("quota-429/retry-after=imf+5")).got)
      expect(quota.status).toBe(429)
      expect(quota.json()).toMatchObject({
        error: { type: "insufficient_quota", code: "insufficient_quota" }
      })
      expect(Date.parse(quota.headers["retry-after"] ?? "")).toBeGreaterThan(Date.now() + 2000)
    })
  )

  it.scopedLive("a reset before the reply shows nothing of it, one in the body shows a part", () =>
    Effect.gen(function* () {
      const before = yield* meet("reset-before")
      expect(before.got).toEqual({ code: "ECONNRESET", bytes: null })
      const within = yield* meet("reset-body")
      expect(within.got).toMatchObject({ code: "ECONNRESET" })
      expect([before.billed > 0, within.billed > 0]).toEqual([true, true])
      while (within.log.length < 2) yield* Effect.sleep(1)
      expect(within.log[1]).toMatchObject({ outcome: "lost" })
    })
  )

  it.scopedLive("a stall lasts until the client gives up, or as long as it is told to", () =>
    Effect.gen(function* () {
      expect((yield* meet("stall-before")).got).toEqual({ code: "GAVE_UP", bytes: null })
      const { billed, got } = yield* meet("stall-body")
      expect(got).toMatchObject({ code: "GAVE_UP" })
      expect("bytes" in got && (got.bytes ?? 0)).toBeGreaterThan(100)
      expect(billed).toBeGreaterThan(requestTokens)
      for (const spec of ["stall-before/for=40", "stall-body/for=40"]) {
        const began = performance.now()
        const late = yield* meet(spec)
        expect(performance.now() - began).toBeGreaterThan(39)
        expect(reply(late.got).json()).toHaveProperty("status", "completed")
      }
    })
  )

  it.scopedLive("oversize and gzip-bomb are more than 16 MiB of good JSON", () =>
    Effect.gen(function* () {
      const plain = reply((yield* meet("oversize")).got)
      expect(plain.body.length).toBeGreaterThan(sixteenMiB)
      expect(plain.json()).toHaveProperty("status", "completed")
      const zipped = reply((yield* meet("gzip-bomb")).got)
      expect(zipped.headers["content-encoding"]).toBe("gzip")
      expect(zipped.body.length).toBeLessThan(100_000)
      const opened = gunzipSync(zipped.body)
      expect(opened.length).toBeGreaterThan(sixteenMiB)
      expect(JSON.parse(opened.toString()).synthetic_mock).toBe(true)
    })
  )

  it.scopedLive("bodies of HTTP 200 that are no answer", () =>
    Effect.gen(function* () {
      const body = (spec: string) => Effect.map(meet(spec), ({ got }) => reply(got))
      const cut = (yield* body("malformed-json")).body.toString()
      expect(() => JSON.parse(cut)).toThrow()
      expect(JSON.parse(`${cut}}`).synthetic_mock).toBe(true)
      const html = yield* body("html")
      expect([html.headers["content-type"], html.body.toString().slice(0, 9)]).toEqual([
        "text/html",
        "<!DOCTYPE"
      ])
      const sse = yield* body("sse")
      expect(sse.headers["content-type"]).toBe("text/event-stream")
      expect(sse.body.toString()).toMatch(/^event: response\.completed\ndata: \{.*\}\n\ndata: \[DONE\]\n\n$/)
      const failed = (yield* body("failed-200")).json()
      expect(failed).toMatchObject({
        status: "failed",
        error: { code: "server_error" },
        output: [],
        usage: null
      })
      const error = (yield* body("error-200")).json()
      expect(error).toMatchObject({ error: { code: "server_error" }, synthetic_mock: true })
      expect(error).not.toHaveProperty("output")
      expect((yield* body("missing-usage")).json()).not.toHaveProperty("usage")
      expect((yield* body("zero-usage")).json()).toHaveProperty("usage", {
        input_tokens: 0,
        output_tokens: 0,
        total_tokens: 0
      })
      const surrogate = yield* body("lone-surrogate")
      expect(surrogate.body.toString()).toContain('\\ud83d"')
      for (const spec of [
        "failed-200",
        "error-200",
        "missing-usage",
        "zero-usage",
        "lone-surrogate",
        "html",
        "sse"
      ]) {
        expect((yield* meet(spec)).billed, spec).toBeGreaterThanOrEqual(requestTokens)
      }
    })
  )

  it.scopedLive("a count can be wrong, or not be had at all, and never costs", () =>
    Effect.gen(function* () {
      const tenth = yield* meet("wrong-count", "count")
      expect(reply(tenth.got).json()).toHaveProperty("input_tokens", Math.floor(requestTokens / 10))
      for (const [spec, status] of [
        ["count.404", 404],
        ["count.405", 405],
        ["count.500", 500],
        ["count.error-200", 200]
      ] as const) {
        const { billed, got } = yield* meet(spec, "count")
        expect([reply(got).status, billed]).toEqual([status, 0])
        expect(reply(got).json()).not.toHaveProperty("input_tokens")
      }
      const text = reply((yield* meet("count.error-200", "count")).got).json()
      expect(text).toEqual({ error: expect.any(String), synthetic_mock: true })
    })
  )

  it.scopedLive("a redirect points to a path of this server that does not exist", () =>
    Effect.gen(function* () {
      const { got } = yield* meet("redirect")
      expect([reply(got).status, reply(got).headers["location"]]).toEqual([307, "/v1/elsewhere"])
    })
  )
})

/** What our client makes of a fault, and what that does to its reservation. */
const outcome = (protocol: HttpProtocolId, spec: string) =>
  Effect.gen(function* () {
    const { baseUrl, log } = yield* makeProvider({
      protocol,
      model: dice,
      seed: 1n,
      faults: faults(`${spec}:1`)
    })
    const http = yield* UndiciTransport.make({
      connectTimeoutMs: 1000,
      attemptTimeoutMs: patienceMs(spec, 250)
    })
    const client = HttpLlmClient.make(http, {
      baseUrl,
      apiKey: null,
      project: null,
      organization: null,
      truncation: "disabled",
      protocol
    })
    const result = yield* Effect.either(client.generate(request, protocol))
    const requests = log.filter((entry) => entry.event === "received")
    return { result, requests }
  })

/** Fault, what the client says, and what becomes of the reservation (decisions 6 to 18). */
const verdicts = [
  ["503", "ApiError 503", "unresolved"],
  ["429", "ApiError 429", "released"],
  ["quota-429", "ApiError 429", "released"],
  ["400", "ApiError 400", "released"],
  ["408", "ApiError 408 ambiguous", "unresolved"],
  ["409", "ApiError 409", "unresolved"],
  ["redirect", "ApiError 307", "unresolved"],
  ["reset-before", "TransportError ambiguous", "unresolved"],
  ["reset-body", "TransportError ambiguous", "unresolved"],
  ["stall-before", "TransportError ambiguous", "unresolved"],
  ["stall-body", "TransportError ambiguous", "unresolved"],
  ["oversize", "TransportError ambiguous", "unresolved"],
  ["gzip-bomb", "DecodeError", "unresolved"],
  ["malformed-json", "DecodeError", "unresolved"],
  ["cut-body", "DecodeError", "unresolved"],
  ["split-body", "completed", "settled"],
  ["html", "DecodeError", "unresolved"],
  ["sse", "DecodeError", "unresolved"],
  ["error-200", "ApiError 200 ambiguous", "unresolved"],
  ["failed-200", "failed", "unresolved"],
  ["missing-usage", "completed", "unresolved"],
  ["zero-usage", "completed", "unresolved"],
  ["lone-surrogate", "DecodeError", "settled"],
  ["stall-body/for=20", "completed", "settled"]
] as const

/** Where Messages differs: it has no failed responses, and a message that has not ended is none. */
const differing: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  responses: {},
  messages: { "failed-200": "DecodeError" }
}

describe.each(bothProtocols)("G what our client makes of each fault, in one request of %s", (protocol) => {
  it.scopedLive.each(verdicts)("%s is %s and leaves its reservation %s", ([spec, expected, settlement]) =>
    Effect.gen(function* () {
      const { requests, result: decoded } = yield* outcome(protocol, spec)
      expect(requests).toHaveLength(1)
      const told = Either.match(decoded, {
        onRight: ({ status }) => status as string,
        onLeft: (error) =>
          [
            error._tag,
            error._tag === "ApiError" ? String(error.httpStatus) : "",
            error._tag !== "DecodeError" && error.ambiguousOutcome ? "ambiguous" : ""
          ]
            .filter((word) => word !== "")
            .join(" ")
      })
      expect(told).toBe(differing[protocol]?.[spec] ?? expected)
      const settled = settlementOf(decoded, protocolOf({ protocol }))
      expect(settled.type).toBe(settlement)
      const billed = requests[0]?.billedTokens ?? 0
      // Nothing that was billed may be released, and what is settled is the bill.
      if (settled.type === "released") expect(billed).toBe(0)
      if (settled.type === "settled") expect(settled.tokens).toBe(billed)
    })
  )

  it("leaves out no kind that a generation can meet", () => {
    const named = verdicts.map(([spec]) => spec.split("/")[0])
    for (const [name, { at }] of Object.entries(faultKinds)) {
      if (name !== "status" && (at as ReadonlyArray<string>).includes("generate"))
        expect(named).toContain(name)
    }
  })
})
