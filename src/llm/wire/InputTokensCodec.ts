import * as Either from "effect/Either"
import type { HttpExchange } from "../HttpExchange.js"
import type { ApiError, DecodeError } from "../LlmError.js"
import type { Dialect } from "./Dialect.js"
import { errorInSuccess, httpError } from "./ErrorReply.js"
import { Findings, isAbsent } from "./Findings.js"
import { isSuccess, parseReply, undecodable } from "./ReplyBody.js"
import { readCount } from "./readCount.js"

/**
 * Reads a count of input tokens (specification 8.5), which all protocols write as `input_tokens`. The body decides whether the endpoint
 * exists: some servers answer unknown paths with HTTP 200 and an `error`.
 */
export const inputTokensDecoder =
  (dialect: Dialect) =>
  (exchange: HttpExchange): Either.Either<number, ApiError | DecodeError> => {
    if (!isSuccess(exchange)) return Either.left(httpError(dialect, exchange))
    return Either.flatMap(
      parseReply(dialect, exchange),
      (body): Either.Either<number, ApiError | DecodeError> => {
        if (!isAbsent(body["error"]) && isAbsent(body["input_tokens"])) {
          return Either.left(errorInSuccess(dialect, exchange, body))
        }
        const findings = new Findings()
        const count = readCount(body["input_tokens"], "input_tokens", findings)
        return findings.issues.length === 0
          ? Either.right(count)
          : Either.left(undecodable(dialect, exchange, findings.issues, null))
      }
    )
  }
