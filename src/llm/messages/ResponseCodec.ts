import * as Either from "effect/Either"
import { isObject, type Json, type JsonObject } from "../../json/Json.js"
import type { HttpExchange } from "../HttpExchange.js"
import type { ApiError, DecodeError } from "../LlmError.js"
import { billedTokens, type LlmResponse, type ResponseNote, type TokenUsage } from "../LlmResponse.js"
import { requestIdOf } from "../wire/Dialect.js"
import { errorInSuccess, httpError } from "../wire/ErrorReply.js"
import { describeJson, Findings, isAbsent } from "../wire/Findings.js"
import { isSuccess, parseReply, undecodable } from "../wire/ReplyBody.js"
import { usageNotes } from "../wire/usageNotes.js"
import { readContent } from "./ContentCodec.js"
import { readStop, type Stop } from "./StopReason.js"
import { dialect, readUsage } from "./UsageCodec.js"

/** Fields of a message as published, and the mark of our own simulation. */
const messageKeys = new Set(
  "id type role content model stop_reason stop_sequence stop_details container usage synthetic_mock".split(
    " "
  )
)

/**
 * Reads a reply of `POST /v1/messages` by the rules of the other protocol (decisions 5 to 11 as far as there is something to decide).
 * Pure: the same saved bytes always give the same response.
 */
export const decodeResponse = (
  exchange: HttpExchange,
  maxOutputTokens: number
): Either.Either<LlmResponse, ApiError | DecodeError> => {
  if (!isSuccess(exchange)) return Either.left(httpError(dialect, exchange))
  return Either.flatMap(
    parseReply(dialect, exchange),
    (body): Either.Either<LlmResponse, ApiError | DecodeError> =>
      !isAbsent(body["error"]) && isAbsent(body["content"])
        ? Either.left(errorInSuccess(dialect, exchange, body))
        : readMessage(body, exchange, maxOutputTokens)
  )
}

const readMessage = (
  body: JsonObject,
  exchange: HttpExchange,
  maxOutputTokens: number
): Either.Either<LlmResponse, DecodeError> => {
  const findings = new Findings()
  findings.unknownKeys(body, messageKeys, "")
  expectWord(body, "type", "message", findings)
  expectWord(body, "role", "assistant", findings)
  const responseId = readString(body, "id", findings)
  const returnedModel = readString(body, "model", findings)
  if (returnedModel === "") findings.issue("model", "expected a name, found an empty string")
  const stop = readStop(body["stop_reason"], findings)
  const textParts = readContent(body["content"], findings)
  const usage = readUsage(body["usage"], findings)
  if (!isAbsent(body["error"])) findings.unknown("error beside content")
  if (findings.issues.length > 0) {
    // All zeros are no usage that anything could be settled with.
    return Either.left(
      undecodable(dialect, exchange, findings.issues, billedTokens(usage) === null ? null : usage)
    )
  }
  return Either.right({
    responseId,
    returnedModel,
    status: stop.status,
    text: textParts.join(""),
    textPartLengths: textParts.map((part) => part.length),
    refusals: stop.refused ? [explanationOf(body["stop_details"])] : [],
    incompleteReason: stop.incompleteReason,
    errorCode: null,
    usage,
    requestId: requestIdOf(dialect, exchange),
    notes: notesOn(stop, textParts, usage, maxOutputTokens),
    unknownParts: findings.unknownParts,
    exchange
  })
}

/** A word that is always the same upstream: another is recorded, since it may be the beginning of something new. */
const expectWord = (body: JsonObject, key: string, word: string, findings: Findings): void => {
  const value = body[key]
  if (!isAbsent(value) && value !== word) {
    findings.unknown(`${key}=${typeof value === "string" ? value : describeJson(value)}`)
  }
}

const readString = (body: JsonObject, key: string, findings: Findings): string => {
  const value = body[key]
  if (typeof value === "string") return value
  findings.issue(key, `expected a string, found ${describeJson(value)}`)
  return ""
}

/** Why the model was stopped from answering, as far as it is told. */
const explanationOf = (details: Json | undefined): string => {
  const explanation = isObject(details) ? details["explanation"] : undefined
  return typeof explanation === "string" ? explanation : "stop_reason refusal"
}

const notesOn = (
  stop: Stop,
  textParts: ReadonlyArray<string>,
  usage: TokenUsage | null,
  maxOutputTokens: number
): ReadonlyArray<ResponseNote> => {
  const notes: Array<ResponseNote> = usage === null ? [] : [...usageNotes(usage)]
  if (textParts.length === 0) notes.push("no_final_message")
  if (stop.status === "completed" && usage !== null && usage.outputTokens >= maxOutputTokens) {
    notes.push("output_limit_reached")
  }
  return notes
}
