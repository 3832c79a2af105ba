import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import type { Credentials } from "./Credentials.js"
import type { HttpProtocolId, RequestOptions } from "./Protocol.js"
import { httpProtocolOf } from "./protocols.js"

/** Where requests go, in which protocol, and as whom. Without a key there is no header for one, as local servers want it. */
export interface Endpoint extends RequestOptions, Credentials {
  readonly protocol: HttpProtocolId
  /** As normalised by {@link make}: no final slash. */
  readonly baseUrl: string
}

export class LlmEndpoint extends Context.Tag("locality/LlmEndpoint")<LlmEndpoint, Endpoint>() {}

/** A base URL that must not be used. The URL itself is not repeated, because a password may stand in it. */
export class EndpointRefused extends Data.TaggedError("EndpointRefused")<{ readonly problem: string }> {
  override get message(): string {
    return `the base URL ${this.problem}`
  }
}

/** Checks the base URL: credentials go over HTTPS only, or to this machine (specification 8.3). */
export const make = (settings: Endpoint): Either.Either<Endpoint, EndpointRefused> => {
  const url = URL.canParse(settings.baseUrl) ? new URL(settings.baseUrl) : null
  const refuse = (problem: string) => Either.left(new EndpointRefused({ problem }))
  if (url === null) return refuse("is not a URL")
  if (url.protocol !== "https:" && url.protocol !== "http:")
    return refuse("must begin with https:// or http://")
  if (url.username !== "" || url.password !== "") return refuse("must not hold a user name or a password")
  if (url.search !== "" || url.hash !== "") return refuse("must not have a query or a fragment")
  const hasCredentials =
    settings.apiKey !== null || settings.project !== null || settings.organization !== null
  if (hasCredentials && url.protocol === "http:" && !isLoopback(url.hostname)) {
    return refuse("must begin with https:// when credentials are sent to another machine")
  }
  return Either.right({ ...settings, baseUrl: url.origin + url.pathname.replace(/\/+$/, "") })
}

const isLoopback = (hostname: string): boolean =>
  hostname === "localhost" || hostname === "[::1]" || /^127(\.[0-9]{1,3}){3}$/.test(hostname)

/** Whether it is the provider's own host, where HTTP 500 is never a model's output that does not parse (decision 12). */
export const isDefaultHost = (endpoint: Pick<Endpoint, "baseUrl" | "protocol">): boolean => {
  const { billed, http } = httpProtocolOf(endpoint)
  // A server at home is nobody's own host, wherever it listens by default.
  return (
    billed &&
    URL.canParse(endpoint.baseUrl) &&
    new URL(endpoint.baseUrl).host === new URL(http.defaultBaseUrl).host
  )
}

export const layer = (settings: Endpoint): Layer.Layer<LlmEndpoint, EndpointRefused> =>
  Layer.effect(
    LlmEndpoint,
    Effect.suspend(() => make(settings))
  )
