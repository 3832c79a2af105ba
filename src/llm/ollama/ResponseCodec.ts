import * as Either from "effect/Either"
import { exactInteger } from "../../json/ExactInteger.js"
import type { Json, JsonObject } from "../../json/Json.js"
import type { HttpExchange } from "../HttpExchange.js"
import type { ApiError, DecodeError } from "../LlmError.js"
import {
  billedTokens,
  type LlmResponse,
  type ResponseNote,
  type ServerTimings,
  type TokenUsage
} from "../LlmResponse.js"
import type { Dialect } from "../wire/Dialect.js"
import { errorInSuccess, httpError, shortText } from "../wire/ErrorReply.js"
import { describeJson, Findings, isAbsent } from "../wire/Findings.js"
import { encodingProblem, isSuccess, undecodable } from "../wire/ReplyBody.js"
import { readCount, readOptionalCount } from "../wire/readCount.js"
import { type Chat, readChat } from "./ChatLines.js"

/** Replies have no name, and an error has no usage. */
export const dialect: Dialect = { requestIdHeader: "x-request-id", accountableUsage: () => null }

/**
 * Reads a reply of `POST /api/chat`, streamed or not. Pure: the same saved bytes always give the same response. A stream that stops before
 * its last line is no reply, and a line with an `error` is the server's, under HTTP 200 as well (facts of the API, decision 7).
 */
export const decodeResponse = (
  exchange: HttpExchange,
  maxOutputTokens: number
): Either.Either<LlmResponse, ApiError | DecodeError> => {
  if (!isSuccess(exchange)) return Either.left(httpError(dialect, exchange))
  const findings = new Findings()
  const encoding = encodingProblem(exchange)
  if (encoding !== null) {
    findings.issue("body", encoding)
    return Either.left(undecodable(dialect, exchange, findings.issues, null))
  }
  const chat = readChat(exchange.body.bytes, findings)
  if (chat.error !== null) return Either.left(errorInSuccess(dialect, exchange, chat.error))
  if (chat.last === null) findings.issue("body", "the stream ended before a line with done: true")
  const last = chat.last ?? nothing
  const usage = readUsage(last, findings)
  const timings = readTimings(last, findings)
  const stop = readStop(last, usage, maxOutputTokens, findings)
  const returnedModel = typeof last["model"] === "string" ? last["model"] : ""
  if (chat.last !== null && returnedModel === "") {
    findings.issue("model", `expected a name, found ${describeJson(last["model"])}`)
  }
  if (findings.issues.length > 0) {
    return Either.left(
      undecodable(dialect, exchange, findings.issues, billedTokens(usage) === null ? null : usage)
    )
  }
  return Either.right({
    responseId: typeof last["created_at"] === "string" ? last["created_at"] : "",
    returnedModel,
    ...stop,
    text: chat.text,
    textPartLengths: chat.text === "" ? [] : [chat.text.length],
    refusals: [],
    errorCode: null,
    usage,
    requestId: null,
    ...(chat.toolCalls.length === 0 ? {} : { toolCalls: chat.toolCalls }),
    ...(chat.thinking === "" ? {} : { thinking: chat.thinking }),
    timings,
    notes: notesOn(chat, stop.status, usage, maxOutputTokens),
    unknownParts: findings.unknownParts,
    exchange
  })
}

const nothing: JsonObject = {}

/** The server leaves zeros out: a count that is missing beside the other one is 0, and two are unknown. */
const readUsage = (last: JsonObject, findings: Findings): TokenUsage | null => {
  const prompt = readOptionalCount(last["prompt_eval_count"], "prompt_eval_count", findings)
  const output = readOptionalCount(last["eval_count"], "eval_count", findings)
  if (prompt === null && output === null) return null
  const inputTokens = prompt ?? 0
  const outputTokens = output ?? 0
  return {
    inputTokens,
    outputTokens,
    totalTokens: readCount(inputTokens + outputTokens, "prompt_eval_count + eval_count", findings),
    cachedInputTokens: null,
    cacheWriteTokens: null,
    reasoningTokens: null,
    totalDerived: true
  }
}

/** They measure and settle nothing: one that cannot be read is recorded, and the answer stands. */
const readTimings = (last: JsonObject, findings: Findings): ServerTimings => {
  const duration = (key: string): number | null => {
    const value = last[key]
    if (isAbsent(value)) return null
    const nanoseconds = exactInteger(value)
    if (nanoseconds !== null && nanoseconds >= 0) return nanoseconds
    findings.unknown(`${key} is no duration`)
    return null
  }
  return {
    totalNs: duration("total_duration"),
    loadNs: duration("load_duration"),
    promptNs: duration("prompt_eval_duration"),
    outputNs: duration("eval_duration")
  }
}

/**
 * How it ended. The same word stands for an answer that was as long as it may be and for a context that was full; a reason that is new may
 * stand for an answer that was cut. Old servers give none.
 */
const readStop = (
  last: JsonObject,
  usage: TokenUsage | null,
  maxOutputTokens: number,
  findings: Findings
): Pick<LlmResponse, "status" | "incompleteReason"> => {
  const reason: Json | undefined = last["done_reason"]
  const completed = { status: "completed", incompleteReason: null } as const
  const cut = (incompleteReason: string) => ({ status: "incomplete", incompleteReason }) as const
  if (isAbsent(reason)) {
    findings.unknown("no done_reason")
    return completed
  }
  if (reason === "stop") return completed
  if (reason === "length") {
    const contextFull = usage !== null && usage.outputTokens < maxOutputTokens
    return cut(contextFull ? "context_full" : "max_output_tokens")
  }
  const word = shortText(reason) ?? describeJson(reason)
  findings.unknown(`done_reason=${word}`)
  return cut(word)
}

const notesOn = (
  chat: Chat,
  status: LlmResponse["status"],
  usage: TokenUsage | null,
  maxOutputTokens: number
): ReadonlyArray<ResponseNote> => {
  const notes: Array<ResponseNote> = []
  if (usage !== null && billedTokens(usage) === null) notes.push("usage_all_zero")
  if (chat.text === "" && chat.toolCalls.length === 0) notes.push("no_final_message")
  if (status === "completed" && usage !== null && usage.outputTokens >= maxOutputTokens) {
    notes.push("output_limit_reached")
  }
  return notes
}
