import * as Either from "effect/Either"
import type { HttpExchange } from "../HttpExchange.js"
import { ApiError, DecodeError } from "../LlmError.js"
import { billedTokens, type LlmResponse, type TokenUsage } from "../LlmResponse.js"
import { shortLine } from "../shortLine.js"
import type { CliFailure, CliUsage, FailureKind } from "./CliReport.js"
import { readEnvelope, reportOf } from "./Envelope.js"

/**
 * Reads the end of a program. Whatever kept it from answering is an error of the API that it stands for; a subscription that is used up or that
 * nobody is logged in to has a type of its own, since it stops this program and no other.
 */
export const decodeResponse = (
  exchange: HttpExchange
): Either.Either<LlmResponse, ApiError | DecodeError> => {
  const envelope = readEnvelope(exchange)
  if (Either.isLeft(envelope)) {
    const issues = [shortLine(`body: ${envelope.left}`, 200)]
    return Either.left(new DecodeError({ issues, usage: null, requestId: null, exchange }))
  }
  const report = reportOf(envelope.right)
  const usage = usageOf(report.usage)
  const { answer, failure, model, outOfTurns, unreadLines } = report
  if (failure !== null) return Either.left(apiError(failure, usage, exchange))
  return Either.right({
    responseId: "",
    returnedModel: model ?? envelope.right.program,
    status: outOfTurns ? "incomplete" : "completed",
    text: answer ?? "",
    textPartLengths: answer === null || answer === "" ? [] : [answer.length],
    refusals: [],
    incompleteReason: outOfTurns ? "out_of_turns" : null,
    errorCode: null,
    usage,
    requestId: null,
    notes: [
      ...(answer === null || answer === "" ? ["no_final_message" as const] : []),
      ...(usage !== null && billedTokens(usage) === null ? ["usage_all_zero" as const] : [])
    ],
    unknownParts: unreadLines === 0 ? [] : [`${unreadLines} lines that are no events`],
    exchange
  })
}

/** What is retried, and what stops a run, is decided by status and type alone. */
const statuses: Readonly<Record<FailureKind, readonly [httpStatus: number, type: string]>> = {
  cap: [429, "subscription_cap"],
  auth: [401, "subscription_login"],
  throttle: [429, "throttle"],
  overload: [529, "overload"],
  network: [500, "network"],
  timeout: [500, "timeout"],
  crash: [500, "crash"]
}

const apiError = (
  { kind, message }: CliFailure,
  usage: TokenUsage | null,
  exchange: HttpExchange
): ApiError => {
  const [httpStatus, type] = statuses[kind]
  return new ApiError({
    httpStatus,
    code: null,
    type,
    detail: shortLine(message, 500),
    retryAfter: null,
    requestId: null,
    ambiguousOutcome: false,
    usage,
    exchange
  })
}

/** Tokens of input and output together or not at all. */
const usageOf = (usage: CliUsage | null): TokenUsage | null => {
  const {
    cachedInputTokens = null,
    inputTokens = null,
    outputTokens = null,
    reasoningTokens = null
  } = usage ?? {}
  if (inputTokens === null || outputTokens === null) return null
  return {
    inputTokens,
    outputTokens,
    totalTokens: inputTokens + outputTokens,
    cachedInputTokens,
    cacheWriteTokens: null,
    reasoningTokens,
    totalDerived: true
  }
}
