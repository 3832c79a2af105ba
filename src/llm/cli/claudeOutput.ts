import { stripAnsi } from "../../processes/stripAnsi.js"
import {
  type CliFailure,
  type CliOutput,
  type CliReport,
  type CliUsage,
  endedWell,
  type FailureKind,
  nothingReported
} from "./CliReport.js"
import { at, type Loose, listAt, numberAt, readEvents, textAt } from "./looseJson.js"
import { type Classify, failure, kindAmong } from "./messageRules.js"

/** The event that says that all is said. */
export const claudeHasAnswered = (event: Loose): boolean => at(event, "type") === "result"

/** Sources of the key that a subscription's login has; with any other one each use would be billed. */
const subscriptionSources = new Set(["none", "oauth"])

/** Reads what `claude -p --output-format stream-json --verbose` (or `json`) printed. */
export const readClaude = (output: CliOutput, classify: Classify): CliReport => {
  const { events, unread, words } = readEvents(output.stdout)
  const init = events.find((event) => at(event, "type") === "system" && at(event, "subtype") === "init")
  const result = events.findLast(claudeHasAnswered)
  const calls = contentOf(events, "assistant").filter((part) => at(part, "type") === "tool_use")
  const web = calls.filter((call) => ["WebSearch", "WebFetch"].includes(textAt(call, "name") ?? ""))
  const onServer = ["web_search_requests", "web_fetch_requests"].reduce(
    (total, name) => total + (numberAt(result, "usage", "server_tool_use", name) ?? 0),
    0
  )
  const source = textAt(init, "apiKeySource")
  const outOfTurns = textAt(result, "subtype") === "error_max_turns"
  const report = {
    ...nothingReported,
    outOfTurns,
    usage: usageOf(result),
    toolCalls: calls.length,
    toolFailures: contentOf(events, "user").filter(
      (part) => at(part, "type") === "tool_result" && at(part, "is_error") === true
    ).length,
    denials: listAt(result, "permission_denials").length,
    webUse: Math.max(web.length, onServer),
    ttftMs: numberAt(result, "ttft_ms"),
    serviceMs: numberAt(result, "duration_api_ms"),
    model: textAt(init, "model"),
    unreadLines: unread,
    synthetic: at(result, "synthetic") === true
  }
  if (source !== null && !subscriptionSources.has(source))
    return {
      ...report,
      answer: null,
      failure: failure("auth", `it used a key (${source}) that is billed for each use`)
    }
  const answer = textAt(result, "result")
  if (outOfTurns) return { ...report, answer: stripAnsi(answer ?? ""), failure: null }
  if (endedWell(output) && at(result, "is_error") === false && answer !== null)
    return { ...report, answer: stripAnsi(answer), failure: null }
  return { ...report, answer: null, failure: failureOf(output, events, words, classify) }
}

const contentOf = (events: ReadonlyArray<Loose>, type: string): ReadonlyArray<Loose> =>
  events.filter((event) => at(event, "type") === type).flatMap((event) => listAt(event, "message", "content"))

const usageOf = (result: Loose): CliUsage | null => {
  const inputTokens = numberAt(result, "usage", "input_tokens")
  const outputTokens = numberAt(result, "usage", "output_tokens")
  // A run that failed before its first request counts nothing, and says so in zeros.
  if (inputTokens === null || outputTokens === null || inputTokens + outputTokens === 0) return null
  const read = numberAt(result, "usage", "cache_read_input_tokens") ?? 0
  const made = numberAt(result, "usage", "cache_creation_input_tokens") ?? 0
  return {
    inputTokens: inputTokens + read + made,
    cachedInputTokens: read,
    outputTokens,
    reasoningTokens: null
  }
}

const failureOf = (
  output: CliOutput,
  events: ReadonlyArray<Loose>,
  words: ReadonlyArray<string>,
  classify: Classify
): CliFailure => {
  const limit = events
    .filter((event) => at(event, "type") === "rate_limit_event")
    .map((event) => at(event, "rate_limit_info"))
    .findLast((info) => at(info, "status") === "rejected")
  const result = events.findLast(claudeHasAnswered)
  const failed = events.findLast(
    (event) => at(event, "type") === "assistant" && textAt(event, "error") !== null
  )
  const said = [
    ...listAt(failed, "message", "content").flatMap((part) => textAt(part, "text") ?? []),
    ...(at(result, "is_error") === true ? [textAt(result, "result") ?? ""] : [])
  ].filter((text) => text !== "")
  const message = said.at(-1) ?? lastWords(output, words)
  if (limit !== undefined) return failure("cap", message, instant(numberAt(limit, "resetsAt")))
  const known = kindAmong(said, classify)
  const byStructure =
    kindOfStatus(numberAt(result, "api_error_status")) ?? kindOfError(textAt(failed, "error"))
  // The structure says that there were too many requests; only the words tell a busy service from a used-up subscription.
  if (byStructure === "cap") return failure(known ?? "cap", message)
  const kind = byStructure ?? known ?? kindAmong([...words, ...output.stderr.split("\n")], classify)
  return failure(kind ?? (output.ending === "timeout" ? "timeout" : "crash"), message)
}

const lastWords = (output: CliOutput, words: ReadonlyArray<string>): string =>
  [...words, output.stderr].join("\n").trim() || `no answer (exit ${output.exitCode}, ${output.ending})`

const kindOfStatus = (status: number | null): FailureKind | null => {
  if (status === null) return null
  if (status === 429) return "cap"
  if (status === 401 || status === 403) return "auth"
  return status >= 500 ? "overload" : null
}

const errors: Record<string, FailureKind> = {
  rate_limit: "cap",
  authentication_failed: "auth",
  billing_error: "auth",
  server_error: "overload",
  overloaded: "overload"
}

const kindOfError = (error: string | null): FailureKind | null =>
  error === null ? null : (errors[error] ?? null)

/** From seconds since 1970; null where that is no date. */
const instant = (seconds: number | null): string | null =>
  seconds === null || seconds > 8.64e12 ? null : new Date(seconds * 1000).toISOString()
