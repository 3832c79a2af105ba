import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import * as Effect from "effect/Effect"
import type { Either } from "effect/Either"
import type { HttpExchange } from "../HttpExchange.js"
import type { ApiError, DecodeError, LlmError } from "../LlmError.js"
import { readExchange } from "../transport/readExchange.js"
import { toTransportError } from "../transport/TransportFailure.js"
import { type LoadedModel, type ModelList, readPs, readTags, readVersion } from "./readServer.js"

/** What an Ollama server says of itself: which models there are to ask, and how they are loaded. */
export interface OllamaServer {
  readonly version: Effect.Effect<string, LlmError>
  /** The models on its disk: the only ones that may be asked (specification of the workbench 2.1). */
  readonly models: Effect.Effect<ModelList, LlmError>
  /** The models in memory right now. */
  readonly loaded: Effect.Effect<ReadonlyArray<LoadedModel>, LlmError>
}

/** The server at `baseUrl`, without a final slash; each question is one request. */
export const make = (http: HttpClient.HttpClient, baseUrl: string): OllamaServer => {
  const client = http.pipe(
    HttpClient.withTracerPropagation(false),
    HttpClient.withTracerDisabledWhen(() => true)
  )
  const get = <A>(
    path: string,
    read: (exchange: HttpExchange) => Either<A, ApiError | DecodeError>
  ): Effect.Effect<A, LlmError> =>
    client
      .execute(HttpClientRequest.get(baseUrl + path, { headers: { accept: "application/json" } }))
      .pipe(Effect.mapError(toTransportError), Effect.flatMap(readExchange), Effect.flatMap(read))
  return {
    version: get("/api/version", readVersion),
    models: get("/api/tags", readTags),
    loaded: get("/api/ps", readPs)
  }
}
