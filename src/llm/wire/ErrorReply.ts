import * as Either from "effect/Either"
import { isObject, type Json, type JsonObject } from "../../json/Json.js"
import { parseJsonBytes } from "../../json/JsonParser.js"
import { renderJson } from "../../json/JsonWriter.js"
import { type HttpExchange, RawBody } from "../HttpExchange.js"
import { ApiError } from "../LlmError.js"
import { shortLine } from "../shortLine.js"
import { type Dialect, requestIdOf } from "./Dialect.js"
import { isAbsent } from "./Findings.js"

const longestDetail = 500

interface ErrorFacts {
  readonly code: string | null
  readonly type: string | null
  readonly detail: string
}

/** The error of a reply whose HTTP status is not a success. It takes any body: JSON of many shapes, HTML, nothing. */
export const httpError = (dialect: Dialect, exchange: HttpExchange): ApiError => {
  const body = Either.getOrElse(parseJsonBytes(exchange.body.bytes), () => null)
  // A request that timed out on the server may still have been worked on (decision 12).
  return apiError(dialect, exchange, body, exchange.httpStatus === 408)
}

/**
 * The error of a reply that has HTTP 200, an `error`, and no output (decision 7). Work had begun when a limit or a server
 * failure was reported this way, so nobody knows what was done.
 */
export const errorInSuccess = (dialect: Dialect, exchange: HttpExchange, body: JsonObject): ApiError => {
  const { code, type } = errorFacts(body, exchange)
  return apiError(dialect, exchange, body, isTransientCode(code) || isTransientCode(type))
}

const apiError = (
  dialect: Dialect,
  exchange: HttpExchange,
  body: Json,
  ambiguousOutcome: boolean
): ApiError => {
  const { code, type, detail } = errorFacts(body, exchange)
  return new ApiError({
    httpStatus: exchange.httpStatus,
    code,
    type,
    detail,
    retryAfter: exchange.headers["retry-after"] ?? null,
    requestId: requestIdOf(dialect, exchange) ?? (isObject(body) ? shortText(body["request_id"]) : null),
    ambiguousOutcome,
    usage: dialect.accountableUsage(body),
    exchange
  })
}

const transientCodes: ReadonlySet<string> = new Set([
  "rate_limit_exceeded",
  "rate_limit_error",
  "slow_down",
  "server_error",
  "server_is_overloaded",
  "service_unavailable_error",
  "internal_server_error",
  "api_error",
  "overloaded_error",
  "timeout",
  "timeout_error"
])

const isTransientCode = (code: string | null): boolean =>
  code !== null && (transientCodes.has(code) || /^(408|429|5[0-9][0-9])$/.test(code))

/**
 * Known shapes: `{error: {message, type, code}}`, the same with the code in `details`, `{error: "text"}`, and the error object or `{detail}`
 * without a wrapper.
 */
const errorFacts = (body: Json, exchange: HttpExchange): ErrorFacts => {
  if (exchange.httpStatus >= 300 && exchange.httpStatus <= 399) {
    return { code: null, type: null, detail: "redirects are not followed" }
  }
  const error = isObject(body) && !isAbsent(body["error"]) ? body["error"] : body
  if (typeof error === "string") return { code: null, type: null, detail: shortLine(error, longestDetail) }
  if (!isObject(error)) return { code: null, type: null, detail: bodyText(exchange.body) }
  const detail = error["message"] ?? error["detail"]
  return {
    code: shortText(error["code"]) ?? codeIn(error["details"]),
    type: shortText(error["type"]),
    detail: isAbsent(detail)
      ? bodyText(exchange.body)
      : shortLine(typeof detail === "string" ? detail : renderJson(detail), longestDetail)
  }
}

const codeIn = (details: Json | undefined): string | null =>
  isObject(details) ? shortText(details["error_code"]) : null

/** A code as text, whether the server writes it as a string or a number. */
export const shortText = (value: Json | undefined): string | null =>
  typeof value === "string" || typeof value === "number" ? shortLine(String(value), 200) : null

/** The beginning of a body for a person to read. */
const bodyText = (body: RawBody): string => {
  const text = shortLine(new RawBody(body.bytes.subarray(0, 4096)).lossyText(), longestDetail)
  return text === "" ? "the reply has no body" : text
}
