import * as HttpClient from "@effect/platform/HttpClient"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as FiberRef from "effect/FiberRef"
import * as Layer from "effect/Layer"
import type { JsonObject } from "../../json/Json.js"
import { renderJson } from "../../json/JsonWriter.js"
import { JavaRandom } from "../../random/JavaRandom.js"
import { deriveSeed } from "../../random/Seeds.js"
import { type AttemptKey, currentAttempt } from "../AttemptKey.js"
import { type HttpExchange, RawBody, syntheticHeader } from "../HttpExchange.js"
import type { CountedFields } from "../Protocol.js"
import { decodeCountRequest, parseRequest } from "../responses/RequestCodec.js"
import * as ExchangeClient from "../transport/ExchangeClient.js"
import { dressReply, estimateTokens } from "./dressReply.js"
import type { SimulatedModel } from "./SimulatedModel.js"

/** What the simulated mistakes depend on beside trial and attempt. */
export interface SimulatedTransportOptions {
  /** Seed of the simulated mistakes; a signed 64-bit integer. */
  readonly seed: bigint
}

/**
 * A network with a simulated model at its end. It reads the bytes of the request as a server would, and answers with an HTTP
 * body, so that everything between the two is exercised. Every reply says `synthetic_mock`.
 *
 * The model's chance depends on (seed, trial id, attempt) alone (decision 25); outside a trial on the seed alone.
 */
export const make = (model: SimulatedModel, options: SimulatedTransportOptions): HttpClient.HttpClient => {
  const generate = (body: Uint8Array, key: AttemptKey | null): HttpExchange =>
    Either.match(parseRequest(body), {
      onLeft: (error) => exchange(400, invalidRequest(error.message)),
      onRight: (request) => {
        const seed = deriveSeed(options.seed, key?.trialId ?? "", key?.attempt ?? 0)
        const reply = model.reply(request, new JavaRandom(seed))
        if (reply.type === "raw") return exchange(reply.httpStatus, reply.body, reply.headers)
        const id = BigInt.asUintN(64, seed).toString(16).padStart(16, "0")
        return exchange(200, renderJson(dressReply(request, reply, id)))
      }
    })

  return ExchangeClient.make(({ body, url }) =>
    Effect.map(FiberRef.get(currentAttempt), (key) => {
      if (url.endsWith("/responses")) return generate(body, key)
      if (url.endsWith("/responses/input_tokens")) return count(body)
      return exchange(404, invalidRequest("the simulated provider has no such path"))
    })
  )
}

/** The `HttpClient` that asks no network; see {@link make}. */
export const layer = (
  model: SimulatedModel,
  options: SimulatedTransportOptions
): Layer.Layer<HttpClient.HttpClient> => Layer.sync(HttpClient.HttpClient, () => make(model, options))

const count = (body: Uint8Array): HttpExchange =>
  Either.match(decodeCountRequest(body), {
    onLeft: (error) => exchange(400, invalidRequest(error.message)),
    onRight: (fields: CountedFields) =>
      exchange(
        200,
        renderJson({
          object: "response.input_tokens",
          input_tokens: estimateTokens(fields),
          synthetic_mock: true
        })
      )
  })

const invalidRequest = (message: string): string => {
  const error: JsonObject = { message, type: "invalid_request_error", param: null, code: null }
  return renderJson({ error, synthetic_mock: true })
}

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
