import * as Either from "effect/Either"
import { isObject, type Json, type JsonObject } from "../../json/Json.js"
import type { JsonErrorCode } from "../../json/JsonError.js"
import { parseJsonBytes } from "../../json/JsonParser.js"
import type { HttpExchange } from "../HttpExchange.js"
import { DecodeError } from "../LlmError.js"
import type { TokenUsage } from "../LlmResponse.js"
import { shortLine } from "../shortLine.js"
import { type Dialect, requestIdOf } from "./Dialect.js"
import { describeJson } from "./Findings.js"

export const isSuccess = ({ httpStatus }: HttpExchange): boolean => httpStatus >= 200 && httpStatus <= 299

export const undecodable = (
  dialect: Dialect,
  exchange: HttpExchange,
  issues: ReadonlyArray<string>,
  usage: TokenUsage | null
): DecodeError => new DecodeError({ issues, usage, requestId: requestIdOf(dialect, exchange), exchange })

/** The body as a JSON object, under the strict rules of specification 8.7. */
export const parseReply = (
  dialect: Dialect,
  exchange: HttpExchange
): Either.Either<JsonObject, DecodeError> => {
  const fail = (problem: string, usage: TokenUsage | null) =>
    Either.left(undecodable(dialect, exchange, [shortLine(`body: ${problem}`, 200)], usage))
  const encoding = encodingProblem(exchange)
  if (encoding !== null) return fail(encoding, null)
  const parsed = parseJsonBytes(exchange.body.bytes)
  if (Either.isLeft(parsed)) {
    const { code, message } = parsed.left
    const type = exchange.headers["content-type"] ?? "no content-type"
    return fail(`${message} (${shortLine(type, 80)})`, salvagedUsage(dialect, code, exchange))
  }
  return isObject(parsed.right)
    ? Either.right(parsed.right)
    : fail(`expected an object, found ${describeJson(parsed.right)}`, null)
}

/** A compressed body is opened on arrival, and its header removed; where the header still stands, that failed (decision 11). */
export const encodingProblem = (exchange: HttpExchange): string | null => {
  const encoding = exchange.headers["content-encoding"]?.trim().toLowerCase()
  return encoding === undefined || encoding === "" || encoding === "identity"
    ? null
    : `content-encoding ${shortLine(encoding, 40)} could not be undone within the limits`
}

/** Refused by us and yet unambiguous to read: what such a body says of its cost is true. */
const refusedButReadable: ReadonlySet<JsonErrorCode> = new Set([
  "unpaired_surrogate",
  "too_deep",
  "number_too_long"
])

/** A body that the model spoilt, say with half a surrogate pair, was paid for all the same (decisions 10 and 18). */
const salvagedUsage = (dialect: Dialect, code: JsonErrorCode, exchange: HttpExchange): TokenUsage | null => {
  if (!refusedButReadable.has(code)) return null
  try {
    // JSON.parse yields JSON; where it rounds an integer, the result is unsafe and is refused as a count.
    return dialect.accountableUsage(JSON.parse(exchange.body.lossyText()) as Json)
  } catch {
    return null
  }
}
