import * as Either from "effect/Either"
import { exactInteger } from "../../json/ExactInteger.js"
import type { HttpExchange } from "../HttpExchange.js"
import type { ApiError, DecodeError } from "../LlmError.js"
import type { LlmRequest } from "../LlmRequest.js"
import { errorInSuccess, httpError } from "../wire/ErrorReply.js"
import { isAbsent } from "../wire/Findings.js"
import { isSuccess, parseReply } from "../wire/ReplyBody.js"
import { defaultOptions, encodeRequest } from "./RequestCodec.js"
import { dialect } from "./ResponseCodec.js"

/**
 * Loads a request's model and asks nothing: a request without messages. Of the options only the context matters, since another one would be
 * another load.
 */
export const encodeWarmUp = ({ model, options = defaultOptions }: LlmRequest): Uint8Array =>
  encodeRequest({
    model,
    instructions: "",
    input: [],
    reasoningEffort: null,
    maxOutputTokens: 1,
    options: {
      ...defaultOptions,
      numCtx: options.numCtx,
      ...(options.keepAlive === undefined ? {} : { keepAlive: options.keepAlive })
    }
  })

/** How long the server says that it loaded, in milliseconds; `null`: it says nothing, as of a model that was there already. */
export const decodeWarmUp = (
  exchange: HttpExchange
): Either.Either<number | null, ApiError | DecodeError> => {
  if (!isSuccess(exchange)) return Either.left(httpError(dialect, exchange))
  return Either.flatMap(
    parseReply(dialect, exchange),
    (body): Either.Either<number | null, ApiError | DecodeError> => {
      if (!isAbsent(body["error"])) return Either.left(errorInSuccess(dialect, exchange, body))
      const nanoseconds = exactInteger(body["load_duration"] ?? null)
      return Either.right(nanoseconds === null ? null : Math.round(nanoseconds / 1e6))
    }
  )
}
