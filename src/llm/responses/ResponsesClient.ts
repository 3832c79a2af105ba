import * as HttpBody from "@effect/platform/HttpBody"
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type { HttpExchange } from "../HttpExchange.js"
import { LlmClient, type LlmClientService } from "../LlmClient.js"
import type { TransportError } from "../LlmError.js"
import { makeRedactor } from "../Redaction.js"
import { readExchange } from "../transport/readExchange.js"
import { toTransportError } from "../transport/TransportFailure.js"
import { decodeInputTokens } from "./InputTokensCodec.js"
import { encodeCountRequest, encodeRequest } from "./RequestCodec.js"
import { decodeResponse } from "./ResponseCodec.js"
import { type Endpoint, ResponsesEndpoint } from "./ResponsesEndpoint.js"

/**
 * The Responses API over whatever HttpClient is given. Each call sends exactly one request: retry, limits and records belong
 * to the runner (specification 8.1). The bytes sent are those of `encodeRequest`, and secrets never reach a result.
 */
export const make = (http: HttpClient.HttpClient, endpoint: Endpoint): LlmClientService => {
  const client = http.pipe(
    HttpClient.withTracerPropagation(false),
    HttpClient.withTracerDisabledWhen(() => true)
  )
  const headers = requestHeaders(endpoint)
  const generation = HttpClientRequest.post(`${endpoint.baseUrl}/responses`, { headers })
  const counting = HttpClientRequest.post(`${endpoint.baseUrl}/responses/input_tokens`, { headers })
  const secrets = [endpoint.apiKey, endpoint.project, endpoint.organization].filter(
    (secret) => secret !== null
  )
  const redactor = makeRedactor(secrets)

  const exchange = (
    request: HttpClientRequest.HttpClientRequest,
    body: Uint8Array
  ): Effect.Effect<HttpExchange, TransportError> =>
    client
      .execute(HttpClientRequest.setBody(request, HttpBody.uint8Array(body, "application/json")))
      .pipe(Effect.mapError(toTransportError), Effect.flatMap(readExchange), Effect.map(redactor.exchange))

  return {
    generate: (request) =>
      Effect.flatMap(
        Effect.suspend(() => exchange(generation, encodeRequest(request, endpoint))),
        (reply) => decodeResponse(reply, request.maxOutputTokens)
      ),
    countInputTokens: (request) =>
      Effect.flatMap(
        Effect.suspend(() => exchange(counting, encodeCountRequest(request))),
        decodeInputTokens
      )
  }
}

const requestHeaders = ({ apiKey, organization, project }: Endpoint): Record<string, string> => ({
  accept: "application/json",
  "accept-encoding": "identity",
  ...(apiKey === null ? {} : { authorization: `Bearer ${Redacted.value(apiKey)}` }),
  ...(organization === null ? {} : { "openai-organization": Redacted.value(organization) }),
  ...(project === null ? {} : { "openai-project": Redacted.value(project) })
})

export const layer: Layer.Layer<LlmClient, never, HttpClient.HttpClient | ResponsesEndpoint> = Layer.effect(
  LlmClient,
  Effect.zipWith(HttpClient.HttpClient, ResponsesEndpoint, make)
)
