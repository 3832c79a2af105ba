import * as Either from "effect/Either"
import { isObject, type Json, type JsonObject } from "../../json/Json.js"
import type { HttpExchange } from "../HttpExchange.js"
import type { ApiError, DecodeError } from "../LlmError.js"
import { billedTokens, type LlmResponse, type ResponseNote, type TokenUsage } from "../LlmResponse.js"
import { requestIdOf } from "../wire/Dialect.js"
import { errorInSuccess, httpError, shortText } from "../wire/ErrorReply.js"
import { describeJson, Findings, isAbsent } from "../wire/Findings.js"
import { isSuccess, parseReply, undecodable } from "../wire/ReplyBody.js"
import { usageNotes } from "../wire/usageNotes.js"
import { type Answer, readOutput } from "./OutputCodec.js"
import { dialect, readUsage } from "./UsageCodec.js"

/** Fields of a response object as published (OpenAPI 2.3.0), `store`, which servers echo, and the mark of our own simulation. */
const responseKeys = new Set(
  (
    "id object created_at completed_at status error incomplete_details model output output_text usage " +
    "background conversation instructions max_output_tokens max_tool_calls metadata moderation parallel_tool_calls " +
    "previous_response_id prompt prompt_cache_key prompt_cache_options prompt_cache_retention reasoning " +
    "safety_identifier service_tier store synthetic_mock temperature text tool_choice tools top_logprobs top_p truncation user"
  ).split(" ")
)
const detailsKeys = new Set(["reason"])

/**
 * Reads a reply of `POST /responses` (specification 8.4, decisions 5 to 11). Pure: the same saved bytes always give the same
 * response. `maxOutputTokens` is the request's, to tell a reply that was cut at the limit although it says `completed`.
 */
export const decodeResponse = (
  exchange: HttpExchange,
  maxOutputTokens: number
): Either.Either<LlmResponse, ApiError | DecodeError> => {
  if (!isSuccess(exchange)) return Either.left(httpError(dialect, exchange))
  return Either.flatMap(
    parseReply(dialect, exchange),
    (body): Either.Either<LlmResponse, ApiError | DecodeError> =>
      isErrorAlone(body)
        ? Either.left(errorInSuccess(dialect, exchange, body))
        : readResponse(body, exchange, maxOutputTokens)
  )
}

/** An error where a response was due. A `failed` response also has an error, but identifies itself (decision 6). */
const isErrorAlone = (body: JsonObject): boolean =>
  !isAbsent(body["error"]) &&
  isAbsent(body["output"]) &&
  !(body["status"] === "failed" && typeof body["id"] === "string")

const readResponse = (
  body: JsonObject,
  exchange: HttpExchange,
  maxOutputTokens: number
): Either.Either<LlmResponse, DecodeError> => {
  const findings = new Findings()
  findings.unknownKeys(body, responseKeys, "")
  const responseId = readString(body, "id", findings)
  const returnedModel = readString(body, "model", findings)
  if (returnedModel === "") findings.issue("model", "expected a name, found an empty string")
  const status = readStatus(body["status"], findings)
  const answer = readOutput(readItems(body, findings), findings)
  const incompleteReason = readIncompleteReason(body["incomplete_details"], findings)
  const usage = readUsage(body["usage"], findings)
  if (status !== "failed" && !isAbsent(body["error"])) findings.unknown(`error beside status ${status}`)
  if (findings.issues.length > 0) {
    // All zeros are no usage that anything could be settled with.
    return Either.left(
      undecodable(dialect, exchange, findings.issues, billedTokens(usage) === null ? null : usage)
    )
  }
  return Either.right({
    responseId,
    returnedModel,
    status,
    text: answer.textParts.join(""),
    textPartLengths: answer.textParts.map((part) => part.length),
    refusals: answer.refusals,
    incompleteReason,
    errorCode: status === "failed" ? errorCodeOf(body["error"]) : null,
    usage,
    requestId: requestIdOf(dialect, exchange),
    notes: notesOn(status, answer, usage, maxOutputTokens),
    unknownParts: findings.unknownParts,
    exchange
  })
}

const readString = (body: JsonObject, key: string, findings: Findings): string => {
  const value = body[key]
  if (typeof value === "string") return value
  findings.issue(key, `expected a string, found ${describeJson(value)}`)
  return ""
}

/** Queued, running or cancelled work has no answer yet, and none was asked to run in the background (decision 8). */
const readStatus = (value: Json | undefined, findings: Findings): LlmResponse["status"] => {
  if (value === "completed" || value === "incomplete" || value === "failed") return value
  const found = typeof value === "string" ? `'${value}'` : describeJson(value)
  findings.issue("status", `expected completed, incomplete or failed, found ${found}`)
  return "failed"
}

/** Only a failed response may do without output: where an answer is due, no output is not an empty answer. */
const readItems = (body: JsonObject, findings: Findings): ReadonlyArray<Json> => {
  const output = body["output"]
  if (Array.isArray(output)) return output
  if (!(isAbsent(output) && body["status"] === "failed")) {
    findings.issue("output", `expected an array, found ${describeJson(output)}`)
  }
  return []
}

const readIncompleteReason = (details: Json | undefined, findings: Findings): string | null => {
  if (isAbsent(details)) return null
  const reason = isObject(details) ? details["reason"] : details
  if (isObject(details)) findings.unknownKeys(details, detailsKeys, "incomplete_details.")
  if (isAbsent(reason)) return null
  const text = shortText(reason)
  if (text !== "max_output_tokens" && text !== "content_filter") {
    findings.unknown(`incomplete_details.reason=${text ?? describeJson(reason)}`)
  }
  return text
}

const errorCodeOf = (error: Json | undefined): string | null =>
  isObject(error) ? (shortText(error["code"]) ?? shortText(error["type"])) : null

const notesOn = (
  status: LlmResponse["status"],
  answer: Answer,
  usage: TokenUsage | null,
  maxOutputTokens: number
): ReadonlyArray<ResponseNote> => {
  const notes: Array<ResponseNote> = usage === null ? [] : [...usageNotes(usage)]
  if (status !== "failed" && !answer.hasMessage) notes.push("no_final_message")
  if (status === "completed" && usage !== null && usage.outputTokens >= maxOutputTokens) {
    notes.push("output_limit_reached")
  }
  return notes
}
