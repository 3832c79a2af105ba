import * as HttpClient from "@effect/platform/HttpClient"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as FiberRef from "effect/FiberRef"
import * as Layer from "effect/Layer"
import { renderJson } from "../../json/JsonWriter.js"
import { JavaRandom } from "../../random/JavaRandom.js"
import { deriveSeed } from "../../random/Seeds.js"
import { type AttemptKey, currentAttempt } from "../AttemptKey.js"
import { type HttpExchange, RawBody, syntheticHeader } from "../HttpExchange.js"
import type { LlmRequest } from "../LlmRequest.js"
import {
  type Counting,
  defaultProtocol,
  type HttpProtocol,
  type HttpProtocolId,
  httpProtocolIds
} from "../Protocol.js"
import { httpProtocolOf } from "../protocols.js"
import * as ExchangeClient from "../transport/ExchangeClient.js"
import { estimateTokens } from "./dressReply.js"
import type { SimulatedModel, SimulatedReply } from "./SimulatedModel.js"
import { wireOf } from "./wires.js"

/** What the simulated mistakes depend on beside trial and attempt. */
export interface SimulatedTransportOptions {
  /** Seed of the simulated mistakes; a signed 64-bit integer. */
  readonly seed: bigint
}

/**
 * A network with a simulated model at its end, reached by every protocol. It reads the bytes of the request as a server would, and answers
 * with an HTTP body, so that everything between the two is exercised. Every reply says `synthetic_mock`.
 *
 * The model's chance depends on (seed, trial id, attempt) alone (decision 25); outside a trial on the seed alone.
 */
export const make = (model: SimulatedModel, options: SimulatedTransportOptions): HttpClient.HttpClient => {
  const generate = (protocol: HttpProtocol, body: Uint8Array, key: AttemptKey | null): HttpExchange =>
    Either.match(protocol.parseRequest(body), {
      onLeft: (error) => refusal(protocol.id, 400, error.message),
      onRight: (request) => {
        const seed = deriveSeed(options.seed, key?.trialId ?? "", key?.attempt ?? 0)
        // A model that is to be loaded is asked nothing.
        const said = isEmpty(request) ? nothingSaid : model.reply(request, new JavaRandom(seed))
        if (said.type === "raw") return exchange(said.httpStatus, said.body, said.headers)
        const id = BigInt.asUintN(64, seed).toString(16).padStart(16, "0")
        const wire = wireOf(protocol.id)
        return exchange(200, wire.render(wire.reply(request, said, id)), {
          "content-type": protocol.http.accept
        })
      }
    })

  return ExchangeClient.make(({ body, url }) =>
    Effect.map(FiberRef.get(currentAttempt), (key) => {
      for (const protocol of protocols) {
        const { counting, generatePath } = protocol.http
        if (url.endsWith(generatePath)) return generate(protocol, body, key)
        if (counting !== null && url.endsWith(counting.path)) return count(protocol.id, counting, body)
      }
      return refusal(defaultProtocol, 404, "the simulated provider has no such path")
    })
  )
}

/** The `HttpClient` that asks no network; see {@link make}. */
export const layer = (
  model: SimulatedModel,
  options: SimulatedTransportOptions
): Layer.Layer<HttpClient.HttpClient> => Layer.sync(HttpClient.HttpClient, () => make(model, options))

const isEmpty = ({ input, instructions }: LlmRequest): boolean => input.length === 0 && instructions === ""

const nothingSaid: SimulatedReply = { type: "answer", text: "", reasoningTokens: 0 }

const protocols = httpProtocolIds.map((protocol) => httpProtocolOf({ protocol }))

const count = (protocol: HttpProtocolId, counting: Counting, body: Uint8Array): HttpExchange =>
  Either.match(counting.decodeRequest(body), {
    onLeft: (error) => refusal(protocol, 400, error.message),
    onRight: (fields) => exchange(200, renderJson(wireOf(protocol).count(estimateTokens(fields))))
  })

const refusal = (protocol: HttpProtocolId, httpStatus: number, message: string): HttpExchange =>
  exchange(
    httpStatus,
    renderJson(wireOf(protocol).error(httpStatus, { message, type: "invalid_request_error", code: null }))
  )

const exchange = (
  httpStatus: number,
  body: string,
  headers: HttpExchange["headers"] = jsonHeaders
): HttpExchange => ({
  httpStatus,
  headers: { ...headers, [syntheticHeader]: "true" },
  body: new RawBody(Buffer.from(body, "utf8"))
})

const jsonHeaders = { "content-type": "application/json" }
