import type { ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { clearInterval, setInterval, setTimeout } from "node:timers"
import { gzipSync } from "node:zlib"
import { describe, expect, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { LlmEndpoint } from "../../../src/llm/Endpoint.js"
import * as HttpLlmClient from "../../../src/llm/HttpLlmClient.js"
import { LlmClient } from "../../../src/llm/LlmClient.js"
import type { HttpProtocolId } from "../../../src/llm/Protocol.js"
import { encodeRequest } from "../../../src/llm/responses/RequestCodec.js"
import * as LiveTransport from "../../../src/llm/transport/LiveTransport.js"
import * as UndiciTransport from "../../../src/llm/transport/UndiciTransport.js"
import { clientContract, request } from "../clientContract.js"
import { message, responseBody, text } from "../responses/exchanges.js"
import { deafPort, serve, serveTcp, serveTls } from "./loopback.js"
import { selfSigned } from "./selfSigned.js"

const answer = JSON.stringify(responseBody([message([text("5916")])]))

const clientFor = (
  port: number,
  options: Partial<UndiciTransport.TransportOptions> = {},
  scheme = "http",
  protocol: HttpProtocolId = "responses"
) =>
  HttpLlmClient.layer.pipe(
    Layer.provide(UndiciTransport.layer({ ...UndiciTransport.defaultOptions, ...options })),
    Layer.provide(
      Layer.succeed(LlmEndpoint, {
        baseUrl: `${scheme}://127.0.0.1:${port}/v1`,
        apiKey: null,
        project: null,
        organization: null,
        truncation: "disabled",
        protocol
      })
    )
  )

const generate = Effect.flatMap(LlmClient, (llm) => llm.generate(request, "responses"))
const transportError = (fields: object) => ({ _tag: "TransportError", ...fields })
const pause = (ms: number) => Effect.sleep(ms)

clientContract("loopback server", (replies, protocol) =>
  Effect.gen(function* () {
    let hits = 0
    const { port } = yield* serve((_, outgoing) => {
      const reply = replies[hits++]
      if (reply === undefined) throw new Error("one request too many")
      outgoing.writeHead(reply.httpStatus, { ...reply.headers }).end(reply.body)
    })
    return { client: clientFor(port, {}, "http", protocol), hits: () => hits }
  })
)

describe("the request on the wire", () => {
  it.scopedLive("is what was encoded, with no header of our library's own", () =>
    Effect.gen(function* () {
      const server = yield* serve((_, outgoing) => outgoing.end(answer))
      yield* Effect.provide(Effect.withSpan(generate, "test"), clientFor(server.port))
      const [received] = server.requests
      expect(received?.body.equals(encodeRequest(request, { truncation: "disabled" }))).toBe(true)
      expect(received?.incoming.method).toBe("POST")
      expect(received?.incoming.url).toBe("/v1/responses")
      expect(Object.keys(received?.incoming.headers ?? {}).sort()).toEqual([
        "accept",
        "accept-encoding",
        "connection",
        "content-length",
        "content-type",
        "host"
      ])
    })
  )

  it.scopedLive("connections are used again", () =>
    Effect.gen(function* () {
      const server = yield* serve((_, outgoing) => outgoing.end(answer))
      yield* Effect.provide(Effect.repeatN(generate, 4), clientFor(server.port))
      expect(server.requests).toHaveLength(5)
      // A reply is handed over just before its connection is free, so the next request may open a second one.
      expect(server.sockets.opened).toBeLessThanOrEqual(2)
    })
  )

  it.scopedLive("the lazily loaded layer is the same transport", () =>
    Effect.gen(function* () {
      const server = yield* serve((_, outgoing) => outgoing.end(answer))
      const endpoint = Layer.succeed(LlmEndpoint, {
        baseUrl: `http://127.0.0.1:${server.port}/v1`,
        apiKey: null,
        project: null,
        organization: null,
        truncation: "omit",
        protocol: "responses"
      })
      const live = HttpLlmClient.layer.pipe(Layer.provide(LiveTransport.layer()), Layer.provide(endpoint))
      expect((yield* Effect.provide(generate, live)).text).toBe("5916")
    })
  )
})

describe("G1 N3 one deadline over headers and body", () => {
  const stalls: ReadonlyArray<[string, string, (outgoing: ServerResponse) => void]> = [
    ["before the headers", "request", () => undefined],
    ["in the body", "body", (outgoing) => outgoing.writeHead(200).write("{")],
    [
      "while it trickles",
      "body",
      (outgoing) => {
        outgoing.writeHead(200)
        const timer = setInterval(() => outgoing.write(" "), 20)
        outgoing.on("close", () => clearInterval(timer))
      }
    ]
  ]

  it.scopedLive.each(stalls)("G1 a server that stalls %s", ([, stage, stall]) =>
    Effect.gen(function* () {
      const server = yield* serve((_, outgoing) => stall(outgoing))
      const attempt = Effect.timed(Effect.flip(generate))
      const [elapsed, error] = yield* Effect.gen(function* () {
        const result = yield* attempt
        // The layer is still open: the socket is closed by the deadline, not by the end of the test.
        yield* pause(50)
        expect(server.requests.map(({ incoming }) => incoming.socket.destroyed)).toEqual([true])
        return result
      }).pipe(Effect.provide(clientFor(server.port, { attemptTimeoutMs: 200 })))
      expect(error).toMatchObject(transportError({ stage, code: "timeout", ambiguousOutcome: true }))
      expect(Duration.toMillis(elapsed)).toBeGreaterThanOrEqual(195)
      expect(Duration.toMillis(elapsed)).toBeLessThan(2000)
    })
  )

  it.scopedLive("each attempt has its own deadline", () =>
    Effect.gen(function* () {
      const server = yield* serve((_, outgoing) => {
        setTimeout(() => outgoing.end(answer), 150)
      })
      const late = Effect.delay(generate, 150)
      const results = yield* Effect.all([generate, late, Effect.delay(generate, 260)], {
        concurrency: 3
      }).pipe(Effect.provide(clientFor(server.port, { attemptTimeoutMs: 240 })))
      expect(results.map(({ text }) => text)).toEqual(["5916", "5916", "5916"])
    })
  )

  it.scopedLive("interruption closes the socket", () =>
    Effect.gen(function* () {
      const server = yield* serve(() => undefined)
      yield* Effect.gen(function* () {
        const fiber = yield* Effect.fork(generate)
        yield* pause(100)
        expect(server.requests).toHaveLength(1)
        yield* Fiber.interrupt(fiber)
        yield* pause(50)
        expect(server.requests[0]?.incoming.socket.destroyed).toBe(true)
      }).pipe(Effect.provide(clientFor(server.port)))
    })
  )
})

describe("G4 what was certainly not sent", () => {
  it.scopedLive("G4 a refused connection", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(Effect.provide(generate, clientFor(yield* deafPort)))
      expect(error).toMatchObject(
        transportError({ stage: "connect", code: "ECONNREFUSED", ambiguousOutcome: false })
      )
    })
  )

  it.scopedLive("G4 a name that does not resolve", () =>
    Effect.gen(function* () {
      const endpoint = Layer.succeed(LlmEndpoint, {
        baseUrl: "http://nowhere.invalid/v1",
        apiKey: null,
        project: null,
        organization: null,
        truncation: "omit",
        protocol: "responses"
      })
      const transport = UndiciTransport.layer({
        ...UndiciTransport.defaultOptions,
        lookup: (hostname, _, callback) =>
          callback(
            Object.assign(new Error(`getaddrinfo ENOTFOUND ${hostname}`), { code: "ENOTFOUND" }),
            "",
            4
          )
      })
      const client = HttpLlmClient.layer.pipe(Layer.provide(transport), Layer.provide(endpoint))
      expect(yield* Effect.flip(Effect.provide(generate, client))).toMatchObject(
        transportError({ stage: "connect", code: "ENOTFOUND", ambiguousOutcome: false })
      )
    })
  )

  const alert = Buffer.from([0x15, 0x03, 0x03, 0x00, 0x02, 0x02, 0x28])

  const brokenTls: ReadonlyArray<[string, (socket: Socket) => void]> = [
    ["answers TLS with plain text", (socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n")],
    ["hangs up during the handshake", (socket) => socket.once("data", () => socket.destroy())],
    // A fatal alert: handshake_failure (RFC 8446, 6).
    ["refuses the handshake", (socket) => socket.once("data", () => socket.end(alert))]
  ]

  it.scopedLive.each(brokenTls)("G4 a server that %s", ([, behaviour]) =>
    Effect.gen(function* () {
      const { port } = yield* serveTcp(behaviour)
      const error = yield* Effect.flip(Effect.provide(generate, clientFor(port, {}, "https")))
      expect(error).toMatchObject(transportError({ stage: "connect", ambiguousOutcome: false }))
    })
  )

  it.scopedLive("G4 a certificate that nobody vouches for: the request is not shown to its owner", () =>
    Effect.gen(function* () {
      let received = 0
      const { port } = yield* serveTls(selfSigned(), () => received++)
      const error = yield* Effect.flip(Effect.provide(generate, clientFor(port, {}, "https")))
      expect(error).toMatchObject(
        transportError({ stage: "connect", code: "DEPTH_ZERO_SELF_SIGNED_CERT", ambiguousOutcome: false })
      )
      expect(received).toBe(0)
    })
  )

  it.scopedLive("G4 a handshake that never ends meets the connect time-out", () =>
    Effect.gen(function* () {
      const { port } = yield* serveTcp(() => undefined)
      const error = yield* Effect.flip(
        Effect.provide(generate, clientFor(port, { connectTimeoutMs: 200 }, "https"))
      )
      expect(error).toMatchObject(
        transportError({ stage: "connect", code: "UND_ERR_CONNECT_TIMEOUT", ambiguousOutcome: false })
      )
    })
  )

  it.scopedLive("G4 a deadline during connecting: nothing is sent, then or later", () =>
    Effect.gen(function* () {
      let received = 0
      const lookups: Array<() => void> = []
      const server = yield* serve(() => received++)
      const endpoint = Layer.succeed(LlmEndpoint, {
        baseUrl: `http://slow.invalid:${server.port}/v1`,
        apiKey: null,
        project: null,
        organization: null,
        truncation: "omit",
        protocol: "responses"
      })
      const transport = UndiciTransport.layer({
        ...UndiciTransport.defaultOptions,
        attemptTimeoutMs: 100,
        lookup: (_, options, callback) =>
          lookups.push(() =>
            options.all
              ? callback(null, [{ address: "127.0.0.1", family: 4 }])
              : callback(null, "127.0.0.1", 4)
          )
      })
      yield* Effect.gen(function* () {
        const error = yield* Effect.flip(generate)
        expect(error).toMatchObject(
          transportError({ stage: "connect", code: "timeout", ambiguousOutcome: false })
        )
        for (const answerLookup of lookups) answerLookup()
        yield* pause(100)
        expect(server.sockets.opened).toBe(1)
        expect(received).toBe(0)
      }).pipe(Effect.provide(HttpLlmClient.layer.pipe(Layer.provide(transport), Layer.provide(endpoint))))
    })
  )
})

describe("G4 what may have been worked on", () => {
  it.scopedLive("G4 a reset before any byte of the reply", () =>
    Effect.gen(function* () {
      const server = yield* serve((incoming) => incoming.socket.destroy())
      const error = yield* Effect.flip(Effect.provide(generate, clientFor(server.port)))
      expect(error).toMatchObject(
        transportError({ stage: "request", code: "UND_ERR_SOCKET", ambiguousOutcome: true })
      )
      expect(server.requests).toHaveLength(1)
    })
  )

  it.scopedLive.each(["content-length", "transfer-encoding"])(
    "G4 a reset after half of a body (%s)",
    (framing) =>
      Effect.gen(function* () {
        const server = yield* serve((incoming, outgoing) => {
          const header =
            framing === "content-length" ? { "content-length": "100" } : { "transfer-encoding": "chunked" }
          outgoing.writeHead(200, header).write('{"id":', () => incoming.socket.destroy())
        })
        const error = yield* Effect.flip(Effect.provide(generate, clientFor(server.port)))
        expect(error).toMatchObject(transportError({ stage: "body", ambiguousOutcome: true }))
      })
  )

  it.scopedLive("G4 a reply that is not HTTP", () =>
    Effect.gen(function* () {
      const { port } = yield* serveTcp(
        (socket) => void socket.once("data", () => socket.end("hello\r\n\r\n"))
      )
      const error = yield* Effect.flip(Effect.provide(generate, clientFor(port)))
      expect(error).toMatchObject(transportError({ stage: "request", ambiguousOutcome: true }))
    })
  )

  it.scopedLive("G4 a body that never ends is cut off while it comes", () =>
    Effect.gen(function* () {
      let pushed = 0
      const server = yield* serve((_, outgoing) => {
        const chunk = Buffer.alloc(64 * 1024, 0x20)
        outgoing.writeHead(200)
        const push = (): void => {
          while (!outgoing.destroyed && outgoing.write(chunk)) pushed += chunk.length
          pushed += chunk.length
        }
        outgoing.on("drain", push)
        push()
      })
      const error = yield* Effect.flip(Effect.provide(generate, clientFor(server.port)))
      expect(error).toMatchObject(
        transportError({ stage: "body", code: "body_too_large", ambiguousOutcome: true })
      )
      expect(pushed).toBeLessThan(64 * 1024 * 1024)
    })
  )
})

describe("G6 redirects", () => {
  it.scopedLive.each([301, 302, 303, 307, 308])("G6 %i is an error, and nobody else is asked", (status) =>
    Effect.gen(function* () {
      const other = yield* serve((_, outgoing) => outgoing.end(answer))
      for (const location of [`http://127.0.0.1:${other.port}/v1/responses`, "/v2/responses"]) {
        const first = yield* serve((_, outgoing) => outgoing.writeHead(status, { location }).end())
        const error = yield* Effect.flip(Effect.provide(generate, clientFor(first.port)))
        expect(error).toMatchObject({ _tag: "ApiError", httpStatus: status })
        expect(first.requests).toHaveLength(1)
      }
      expect(other.requests).toHaveLength(0)
    })
  )
})

describe("compressed replies (decision 11)", () => {
  const reply = (body: Buffer, encoding: string) =>
    Effect.gen(function* () {
      const server = yield* serve((_, outgoing) =>
        outgoing.writeHead(200, { "content-encoding": encoding }).end(body)
      )
      return yield* Effect.either(Effect.provide(generate, clientFor(server.port)))
    })

  it.scopedLive("are read although none was asked for", () =>
    Effect.gen(function* () {
      const result = yield* reply(gzipSync(answer), "gzip")
      if (result._tag === "Left") return yield* result.left
      expect(result.right.text).toBe("5916")
      expect(result.right.exchange.body.lossyText()).toBe(answer)
      expect(result.right.exchange.headers).not.toHaveProperty("content-encoding")
    })
  )

  it.scopedLive.each([
    ["a bomb", gzipSync(Buffer.alloc(17 * 1024 * 1024, 0x20)), "gzip"],
    ["something else than it says", Buffer.from(answer), "gzip"],
    ["half of itself", gzipSync(answer).subarray(0, 60), "gzip"],
    ["in an encoding of its own", Buffer.from(answer), "zebra"],
    ["named like a method", Buffer.from(answer), "constructor"]
  ] as const)("are undecodable when %s, and kept as they came", ([, body, encoding]) =>
    Effect.gen(function* () {
      const result = yield* reply(body, encoding)
      if (result._tag === "Right" || result.left._tag !== "DecodeError")
        throw new Error("expected a DecodeError")
      expect(result.left.issues[0]).toContain(`content-encoding ${encoding}`)
      expect(Buffer.from(result.left.exchange.body.bytes).equals(body)).toBe(true)
    })
  )
})
