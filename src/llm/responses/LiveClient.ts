import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Credentials from "../Credentials.js"
import type { LlmClient } from "../LlmClient.js"
import * as LiveTransport from "../transport/LiveTransport.js"
import type { RequestOptions } from "./RequestCodec.js"
import * as ResponsesClient from "./ResponsesClient.js"
import { defaultBaseUrl, type EndpointRefused, layer as endpointLayer } from "./ResponsesEndpoint.js"

/**
 * The Responses API over the network, with the credentials of the environment. Only the provider's own host needs a key;
 * others, such as a local server, get one if there is one.
 */
export const layer = (
  settings: RequestOptions & { readonly baseUrl: string }
): Layer.Layer<LlmClient, Credentials.CredentialRefused | EndpointRefused> =>
  Layer.unwrapEffect(
    Effect.map(credentialsFor(settings.baseUrl), (credentials) =>
      ResponsesClient.layer.pipe(
        Layer.provide(endpointLayer({ ...settings, ...credentials })),
        Layer.provide(LiveTransport.layer)
      )
    )
  )

const credentialsFor = (baseUrl: string) =>
  Effect.filterOrFail(
    Credentials.fromConfig,
    ({ apiKey }) => apiKey !== null || baseUrl !== defaultBaseUrl,
    () => new Credentials.CredentialRefused({ variable: "OPENAI_API_KEY", problem: "is not set" })
  )
