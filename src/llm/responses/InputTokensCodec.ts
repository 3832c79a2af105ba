import * as Either from "effect/Either"
import type { HttpExchange } from "../HttpExchange.js"
import type { ApiError, DecodeError } from "../LlmError.js"
import { Findings, isAbsent } from "../wire/Findings.js"
import { errorInSuccess, httpError } from "./ErrorReply.js"
import { parseReply, undecodable } from "./ReplyBody.js"
import { isSuccess } from "./ResponseCodec.js"
import { readCount } from "./UsageCodec.js"

/**
 * Reads a reply of `POST /responses/input_tokens` (specification 8.5). The body decides whether the endpoint exists: some
 * servers answer unknown paths with HTTP 200 and an `error`.
 */
export const decodeInputTokens = (exchange: HttpExchange): Either.Either<number, ApiError | DecodeError> => {
  if (!isSuccess(exchange)) return Either.left(httpError(exchange))
  return Either.flatMap(parseReply(exchange), (body): Either.Either<number, ApiError | DecodeError> => {
    if (!isAbsent(body["error"]) && isAbsent(body["input_tokens"])) {
      return Either.left(errorInSuccess(exchange, body))
    }
    const findings = new Findings()
    const count = readCount(body["input_tokens"], "input_tokens", findings)
    return findings.issues.length === 0
      ? Either.right(count)
      : Either.left(undecodable(exchange, findings.issues, null))
  })
}
