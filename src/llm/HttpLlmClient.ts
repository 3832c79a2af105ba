import * as HttpBody from "@effect/platform/HttpBody"
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type Endpoint, LlmEndpoint } from "./Endpoint.js"
import type { HttpExchange } from "./HttpExchange.js"
import { LlmClient, type LlmClientService } from "./LlmClient.js"
import type { LlmError, TransportError } from "./LlmError.js"
import type { LlmRequest } from "./LlmRequest.js"
import * as MeasuredClient from "./MeasuredClient.js"
import type { ProtocolId } from "./Protocol.js"
import { bytesOf } from "./plannedBytes.js"
import { httpProtocolOf } from "./protocols.js"
import { makeRedactor } from "./Redaction.js"
import { untraced } from "./transport/ExchangeClient.js"
import { readExchange } from "./transport/readExchange.js"
import { toTransportError } from "./transport/TransportFailure.js"

/**
 * The endpoint's protocol over whatever HttpClient is given. Each call sends exactly one request: retry, limits and records belong
 * to the runner (specification 8.1). The bytes sent are those of the protocol's codec, and secrets never reach a result.
 */
export const make = (http: HttpClient.HttpClient, endpoint: Endpoint): LlmClientService => {
  const client = untraced(http)
  const protocol = httpProtocolOf(endpoint)
  const side = protocol.http
  const headers = { accept: side.accept, "accept-encoding": "identity", ...side.headers(endpoint) }
  const generation = HttpClientRequest.post(endpoint.baseUrl + side.generatePath, { headers })
  const secrets = [endpoint.apiKey, endpoint.project, endpoint.organization].filter(
    (secret) => secret !== null
  )
  const redactor = makeRedactor(secrets)

  const exchange = (
    request: HttpClientRequest.HttpClientRequest,
    body: () => Uint8Array
  ): Effect.Effect<HttpExchange, TransportError> =>
    Effect.suspend(() =>
      client.execute(HttpClientRequest.setBody(request, HttpBody.uint8Array(body(), "application/json")))
    ).pipe(Effect.mapError(toTransportError), Effect.flatMap(readExchange), Effect.map(redactor.exchange))

  /** A trial that is asked through a client of another protocol would get a reply that its records cannot be read by. */
  const only = <A, E>(asked: ProtocolId, effect: Effect.Effect<A, E>): Effect.Effect<A, E> =>
    asked === protocol.id ? effect : Effect.dieMessage(`a ${protocol.id} client was asked to speak ${asked}`)

  /** What was planned is sent as it was planned, byte for byte. */
  const encode = (request: LlmRequest): Uint8Array =>
    bytesOf(request, protocol.id) ?? protocol.encodeRequest(request, endpoint)
  const { counting, local } = side
  const ask: (request: LlmRequest) => Effect.Effect<HttpExchange, LlmError> =
    local === null
      ? (request) => exchange(generation, () => encode(request))
      : MeasuredClient.make((body) => exchange(generation, body), encode, local)
  const count: (request: LlmRequest) => Effect.Effect<number, LlmError> =
    counting === null
      ? () => Effect.dieMessage(`nobody counts the tokens of ${protocol.id}: they are estimated`)
      : (request) =>
          Effect.flatMap(
            exchange(HttpClientRequest.post(endpoint.baseUrl + counting.path, { headers }), () =>
              counting.encodeRequest(request)
            ),
            counting.decodeInputTokens
          )

  return {
    generate: (request, asked) =>
      only(
        asked,
        Effect.flatMap(ask(request), (reply) => protocol.decodeResponse(reply, request.maxOutputTokens))
      ),
    countInputTokens: (request, asked) => only(asked, count(request))
  }
}

export const layer: Layer.Layer<LlmClient, never, HttpClient.HttpClient | LlmEndpoint> = Layer.effect(
  LlmClient,
  Effect.zipWith(HttpClient.HttpClient, LlmEndpoint, make)
)
