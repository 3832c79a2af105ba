import * as HttpClientError from "@effect/platform/HttpClientError"
import type { HttpClientRequest } from "@effect/platform/HttpClientRequest"
import { TransportError, type TransportStage } from "../LlmError.js"

/**
 * Why no complete reply arrived, as our own transports say it: the `cause` of Effect's HttpClientError, which has no place for
 * a stage.
 */
export class TransportFailure {
  readonly _tag = "TransportFailure"

  constructor(
    readonly stage: TransportStage,
    readonly code: string
  ) {}
}

export const requestError = (
  request: HttpClientRequest,
  failure: TransportFailure
): HttpClientError.RequestError =>
  new HttpClientError.RequestError({ request, reason: "Transport", cause: failure })

/**
 * The border: an HttpClientError holds the request with its key and its whole body, so it is never stored, logged or passed on.
 *
 * Whether a request was sent is decided by the stage (decision 15). A transport that is not ours does not tell it; then only
 * a request that could not even be built counts as not sent.
 */
export const toTransportError = (error: HttpClientError.HttpClientError): TransportError => {
  if (error.cause instanceof TransportFailure) return transportError(error.cause)
  if (error._tag === "ResponseError") return transportError(new TransportFailure("body", codeOf(error.cause)))
  if (error.reason === "Transport")
    return transportError(new TransportFailure("request", codeOf(error.cause)))
  return transportError(new TransportFailure("connect", error.reason))
}

export const transportError = ({ stage, code }: TransportFailure): TransportError =>
  new TransportError({ stage, code, ambiguousOutcome: stage !== "connect" })

/** The system's or the library's word for an error, one cause deeper if need be; never its message. */
export const codeOf = (cause: unknown): string => {
  for (let error = cause, depth = 0; depth < 4; depth++) {
    if (typeof error !== "object" || error === null) break
    if ("code" in error && typeof error.code === "string" && /^[A-Z][A-Z0-9_]{1,50}$/.test(error.code)) {
      return error.code
    }
    error = "cause" in error ? error.cause : null
  }
  return "unknown"
}
