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
import { at, type Loose, lastObject, numberAt, readEvents, textAt, valuesAt } from "./looseJson.js"
import { type Classify, failure, kindAmong } from "./messageRules.js"

const isOf = (type: string) => (event: Loose) => at(event, "type") === type

/** The event that says that all is said. */
export const geminiHasAnswered = isOf("result")

const webTools = new Set(["google_web_search", "web_fetch"])

/** Its exit when the model has used up its turns. */
const exitOfTurns = 53

/** Reads what `gemini -o stream-json` (or `json`) printed. */
export const readGemini = (output: CliOutput, classify: Classify): CliReport => {
  const { events, unread, words } = readEvents(output.stdout)
  const result = events.findLast(geminiHasAnswered)
  const whole = result === undefined ? lastObject(output.stdout) : undefined
  const report = result === undefined ? ofWhole(whole) : ofStream(events, result, unread)
  if (output.exitCode === exitOfTurns) return { ...report, outOfTurns: true, failure: null }
  const failed = result === undefined ? at(whole, "error") : at(result, "error")
  const response = textAt(whole, "response")
  const succeeded = result === undefined ? response !== null : at(result, "status") === "success"
  if (endedWell(output) && succeeded && failed === undefined) return { ...report, failure: null }
  return {
    ...report,
    answer: null,
    failure: failureOf(output, result, response === null ? words : [], classify)
  }
}

type Read = Omit<CliReport, "failure"> & { readonly answer: string }

const ofStream = (events: ReadonlyArray<Loose>, result: Loose, unread: number): Read => {
  const said = events.filter((event) => isOf("message")(event) && at(event, "role") === "assistant")
  const calls = events.filter(isOf("tool_use"))
  return {
    ...nothingReported,
    answer: stripAnsi(said.map((event) => textAt(event, "content") ?? "").join("")),
    usage: usage({
      inputTokens: numberAt(result, "stats", "input_tokens"),
      cachedInputTokens: numberAt(result, "stats", "cached"),
      outputTokens: numberAt(result, "stats", "output_tokens"),
      reasoningTokens: null
    }),
    toolCalls: Math.max(calls.length, numberAt(result, "stats", "tool_calls") ?? 0),
    toolFailures: events.filter((event) => isOf("tool_result")(event) && at(event, "status") === "error")
      .length,
    webUse: calls.filter((call) => webTools.has(textAt(call, "tool_name") ?? "")).length,
    model: textAt(events.find(isOf("init")), "model"),
    unreadLines: unread,
    synthetic: at(result, "synthetic") === true
  }
}

const ofWhole = (whole: Loose): Read => {
  const models = valuesAt(whole, "stats", "models")
  const sum = (...path: ReadonlyArray<string>): number | null => {
    const counts = models.flatMap((model) => numberAt(model, ...path) ?? [])
    return counts.length === 0 ? null : counts.reduce((total, count) => total + count, 0)
  }
  const tools = (...path: ReadonlyArray<string>) => numberAt(whole, "stats", "tools", ...path) ?? 0
  const names = at(whole, "stats", "models")
  return {
    ...nothingReported,
    answer: stripAnsi(textAt(whole, "response") ?? ""),
    usage: usage({
      inputTokens: sum("tokens", "prompt"),
      cachedInputTokens: sum("tokens", "cached"),
      outputTokens: sum("tokens", "candidates"),
      reasoningTokens: sum("tokens", "thoughts")
    }),
    toolCalls: tools("totalCalls"),
    toolFailures: tools("totalFail"),
    denials: tools("totalDecisions", "reject"),
    webUse: [...webTools].reduce((total, name) => total + tools("byName", name, "count"), 0),
    serviceMs: sum("api", "totalLatencyMs"),
    model: typeof names === "object" && names !== null ? (Object.keys(names)[0] ?? null) : null,
    synthetic: at(whole, "synthetic") === true
  }
}

const usage = (counts: CliUsage): CliUsage | null =>
  (counts.inputTokens ?? 0) + (counts.outputTokens ?? 0) === 0 ? null : counts

const failureOf = (
  output: CliOutput,
  result: Loose,
  words: ReadonlyArray<string>,
  classify: Classify
): CliFailure => {
  const error =
    at(result, "error") ?? at(lastObject(output.stderr), "error") ?? at(lastObject(output.stdout), "error")
  const message = textAt(error, "message")
  const byStructure = kindOfStatus(numberAt(error, "code")) ?? kindOfExit(output.exitCode)
  const known = message === null ? null : classify(message)
  const lines = [...words, ...output.stderr.split("\n").filter((line) => line.trim() !== "")]
  const said = message ?? (lines.slice(-5).join("\n") || `exit ${output.exitCode}`)
  // Too many requests: the words tell those of a minute from those of a day.
  if (byStructure === "cap") return failure(known ?? kindAmong(lines, classify) ?? "cap", said)
  const kind = byStructure ?? known ?? kindAmong(lines, classify)
  return failure(kind ?? (output.ending === "timeout" ? "timeout" : "crash"), said)
}

/** Its own exit codes come as error codes too. */
const kindOfStatus = (status: number | null): FailureKind | null => {
  if (status === 429) return "cap"
  if (status === 41 || status === 401 || status === 403) return "auth"
  return status !== null && status >= 500 && status < 600 ? "overload" : null
}

/** An API status ends as the exit code modulo 256. */
const kindOfExit = (exitCode: number | null): FailureKind | null => {
  if (exitCode === null) return null
  const status = [429, 401, 403, 500, 502, 503, 504].find((known) => known % 256 === exitCode)
  return kindOfStatus(exitCode === 41 ? 41 : (status ?? null))
}
