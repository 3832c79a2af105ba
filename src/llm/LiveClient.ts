import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Credentials from "./Credentials.js"
import { type Endpoint, type EndpointRefused, layer as endpointLayer } from "./Endpoint.js"
import * as HttpLlmClient from "./HttpLlmClient.js"
import type { LlmClient } from "./LlmClient.js"
import { httpProtocolOf } from "./protocols.js"
import * as LiveTransport from "./transport/LiveTransport.js"
import type { TransportOptions } from "./transport/UndiciTransport.js"

/** Where requests go and how they are written, without who sends them. */
export type Destination = Omit<Endpoint, keyof Credentials.Credentials>

/**
 * A protocol over the network, with the credentials of the environment. Only the provider's own host needs a key; others, such as
 * a local server, get one if there is one.
 */
export const layer = (
  destination: Destination,
  limits: Partial<TransportOptions> = {}
): Layer.Layer<LlmClient, Credentials.CredentialRefused | EndpointRefused> =>
  Layer.unwrapEffect(
    Effect.map(credentialsFor(destination), (credentials) =>
      HttpLlmClient.layer.pipe(
        Layer.provide(endpointLayer({ ...destination, ...credentials })),
        Layer.provide(LiveTransport.layer(limits))
      )
    )
  )

const credentialsFor = (destination: Destination) => {
  const { defaultBaseUrl, variables } = httpProtocolOf(destination).http
  if (variables === null) return Effect.succeed(Credentials.none)
  return Effect.filterOrFail(
    Credentials.fromConfig(variables),
    ({ apiKey }) => apiKey !== null || destination.baseUrl !== defaultBaseUrl,
    () => new Credentials.CredentialRefused({ variable: variables.apiKey, problem: "is not set" })
  )
}
