import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib"
import type { ResponseError } from "@effect/platform/HttpClientError"
import type { HttpClientResponse } from "@effect/platform/HttpClientResponse"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { type HttpExchange, RawBody } from "../HttpExchange.js"
import type { TransportError } from "../LlmError.js"
import { ExchangeResponse } from "./ExchangeClient.js"
import { TransportFailure, toTransportError, transportError } from "./TransportFailure.js"

/** Largest body that is read, as received and as decompressed (specification 8.3). */
export const maxBodyBytes = 16 * 1024 * 1024

export const bodyTooLarge = new TransportFailure("body", "body_too_large")

/** Reads a reply in full under {@link maxBodyBytes}, whatever transport it comes from. */
export const readExchange = (response: HttpClientResponse): Effect.Effect<HttpExchange, TransportError> => {
  if (response instanceof ExchangeResponse) {
    const { exchange } = response
    return exchange.body.bytes.length > maxBodyBytes
      ? Effect.fail(transportError(bodyTooLarge))
      : Effect.succeed(opened(exchange))
  }
  return Effect.map(readBody(response), (bytes) =>
    opened({ httpStatus: response.status, headers: { ...response.headers }, body: new RawBody(bytes) })
  )
}

const readBody = (response: HttpClientResponse): Effect.Effect<Uint8Array, TransportError> =>
  Effect.suspend(() => {
    const chunks: Array<Uint8Array> = []
    let size = 0
    return response.stream.pipe(
      Stream.runForEach((chunk) => {
        chunks.push(chunk)
        size += chunk.length
        return size > maxBodyBytes ? Effect.fail(transportError(bodyTooLarge)) : Effect.void
      }),
      Effect.catchTag("ResponseError", (error: ResponseError) =>
        error.reason === "EmptyBody" ? Effect.void : Effect.fail(toTransportError(error))
      ),
      Effect.map(() => Buffer.concat(chunks))
    )
  })

/** Without the session's cookies, and decompressed: what may be saved, and can be read. */
const opened = (exchange: HttpExchange): HttpExchange => {
  const { "set-cookie": _cookie, "content-encoding": encoding, ...others } = exchange.headers
  if (encoding === undefined) return _cookie === undefined ? exchange : { ...exchange, headers: others }
  const plain = decompress(encoding, exchange.body.bytes)
  return plain === null
    ? { ...exchange, headers: { ...others, "content-encoding": encoding } }
    : { ...exchange, headers: others, body: new RawBody(plain) }
}

const decompressors = {
  gzip: gunzipSync,
  "x-gzip": gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync
}

/**
 * We ask for no compression; a server that compresses all the same is understood. `null` when the encoding is not known, the
 * bytes are not in it, or there are too many: then the header stays, and the codec refuses the reply (decision 11).
 */
const decompress = (encoding: string, bytes: Uint8Array): Uint8Array | null => {
  const name = encoding.trim().toLowerCase()
  if (name === "" || name === "identity") return bytes
  if (!Object.hasOwn(decompressors, name)) return null
  try {
    // `name` is one of the table's own keys.
    return decompressors[name as keyof typeof decompressors](bytes, { maxOutputLength: maxBodyBytes })
  } catch {
    return null
  }
}
