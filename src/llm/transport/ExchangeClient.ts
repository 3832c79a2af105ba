import * as HttpClient from "@effect/platform/HttpClient"
import { type HttpClientError, RequestError, type ResponseError } from "@effect/platform/HttpClientError"
import type { HttpClientRequest } from "@effect/platform/HttpClientRequest"
import * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import * as HttpIncomingMessage from "@effect/platform/HttpIncomingMessage"
import * as Effect from "effect/Effect"
import * as Inspectable from "effect/Inspectable"
import type { HttpExchange } from "../HttpExchange.js"
import { requestError, type TransportFailure } from "./TransportFailure.js"

/** What one attempt puts on the wire. */
export interface OutgoingRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/**
 * Effect's HttpClient over a function that sends one request and reads the whole reply. It sends the headers it was given and
 * no others (no tracing), never retries, and follows nothing.
 */
export const make = (
  send: (request: OutgoingRequest) => Effect.Effect<HttpExchange, TransportFailure>
): HttpClient.HttpClient => {
  const client = HttpClient.makeWith<HttpClientError, never, HttpClientError, never>(
    Effect.flatMap((request) => {
      const { body, headers, method, url } = request
      if (body._tag !== "Uint8Array" && body._tag !== "Empty") {
        return Effect.fail(
          new RequestError({ request, reason: "Encode", description: "only bytes can be sent" })
        )
      }
      const bytes = body._tag === "Empty" ? new Uint8Array() : body.body
      return send({ method, url, headers, body: bytes }).pipe(
        Effect.mapBoth({
          onSuccess: (exchange) => new ExchangeResponse(request, exchange),
          onFailure: (failure) => requestError(request, failure)
        })
      )
    }),
    Effect.succeed
  )
  bare.add(client)
  return client
}

/** `client` as it sends nothing but what it is given: without the headers and spans of tracing that Effect's clients add. */
export const untraced = (client: HttpClient.HttpClient): HttpClient.HttpClient =>
  // Ours knows of no tracing, and to switch it off costs each request six copies of the fiber's settings.
  bare.has(client)
    ? client
    : client.pipe(
        HttpClient.withTracerPropagation(false),
        HttpClient.withTracerDisabledWhen(() => true)
      )

/** The clients that {@link make} made. */
const bare = new WeakSet<HttpClient.HttpClient>()

/** A reply that has arrived in full. Readers that know of it take `exchange`; for others it behaves like any response. */
export class ExchangeResponse extends Inspectable.Class implements HttpClientResponse.HttpClientResponse {
  readonly [HttpIncomingMessage.TypeId]: HttpIncomingMessage.TypeId = HttpIncomingMessage.TypeId
  readonly [HttpClientResponse.TypeId]: HttpClientResponse.TypeId = HttpClientResponse.TypeId
  #web: HttpClientResponse.HttpClientResponse | undefined

  constructor(
    readonly request: HttpClientRequest,
    readonly exchange: HttpExchange
  ) {
    super()
  }

  get status(): number {
    return this.exchange.httpStatus
  }

  toJSON(): unknown {
    return { _id: "locality/ExchangeResponse", status: this.status }
  }

  private get web(): HttpClientResponse.HttpClientResponse {
    const { httpStatus: status, headers, body } = this.exchange
    const empty = status === 204 || status === 205 || status === 304
    this.#web ??= HttpClientResponse.fromWeb(
      this.request,
      new Response(empty ? null : body.bytes.slice(), { status, headers: { ...headers } })
    )
    return this.#web
  }

  get headers() {
    return this.web.headers
  }
  get remoteAddress() {
    return this.web.remoteAddress
  }
  get cookies() {
    return this.web.cookies
  }
  get json(): Effect.Effect<unknown, ResponseError> {
    return this.web.json
  }
  get text() {
    return this.web.text
  }
  get urlParamsBody() {
    return this.web.urlParamsBody
  }
  get formData() {
    return this.web.formData
  }
  get arrayBuffer() {
    return this.web.arrayBuffer
  }
  get stream() {
    return this.web.stream
  }
}
