import { stripAnsi } from "../../processes/stripAnsi.js"
import {
  type CliFailure,
  type CliOutput,
  type CliReport,
  type CliUsage,
  endedWell,
  nothingReported
} from "./CliReport.js"
import { at, type Loose, numberAt, readEvents, textAt } from "./looseJson.js"
import { type Classify, failure, kindAmong } from "./messageRules.js"

const isOf = (type: string) => (event: Loose) => at(event, "type") === type

/** A turn that failed is the only error that ends a run; all words are news of retries. */
export const codexHasAnswered = (event: Loose): boolean =>
  isOf("turn.completed")(event) || isOf("turn.failed")(event)

/** Items that are calls of the model, as opposed to what it says and to notices. */
const toolItems = new Set(["command_execution", "file_change", "mcp_tool_call", "web_search"])

/** Reads what `codex exec --json` printed. */
export const readCodex = (output: CliOutput, classify: Classify): CliReport => {
  const { events, unread, words } = readEvents(output.stdout)
  const items = events.filter(isOf("item.completed")).map((event) => at(event, "item"))
  const calls = items.filter((item) => toolItems.has(textAt(item, "type") ?? ""))
  const completed = events.findLast(isOf("turn.completed"))
  const failed = events.some(isOf("turn.failed"))
  const report = {
    ...nothingReported,
    usage: usageOf(completed),
    toolCalls: calls.length,
    toolFailures: calls.filter(hasFailed).length,
    denials: calls.filter((call) => at(call, "status") === "declined").length,
    webUse: calls.filter(isOf("web_search")).length,
    unreadLines: unread,
    synthetic: events.some((event) => at(event, "synthetic") === true)
  }
  if (endedWell(output) && completed !== undefined && !failed) {
    const said = items.findLast(isOf("agent_message"))
    return { ...report, answer: stripAnsi(textAt(said, "text") ?? ""), failure: null }
  }
  return { ...report, answer: null, failure: failureOf(output, events, words, classify) }
}

const hasFailed = (call: Loose): boolean => {
  const exit = numberAt(call, "exit_code")
  return at(call, "status") === "failed" || (exit !== null && exit !== 0)
}

const usageOf = (completed: Loose): CliUsage | null => {
  const of = (name: string) => numberAt(completed, "usage", name)
  const usage = {
    inputTokens: of("input_tokens"),
    cachedInputTokens: of("cached_input_tokens"),
    outputTokens: of("output_tokens"),
    reasoningTokens: of("reasoning_output_tokens")
  }
  return Object.values(usage).every((count) => count === null) ? null : usage
}

const failureOf = (
  output: CliOutput,
  events: ReadonlyArray<Loose>,
  words: ReadonlyArray<string>,
  classify: Classify
): CliFailure => {
  const terminal = events.findLast(isOf("turn.failed"))
  const message = textAt(terminal, "error", "message")
  const known = message === null ? null : classify(message)
  if (message !== null && known !== null) return failure(known, message)
  const notices = events.filter(isOf("error")).flatMap((event) => textAt(event, "message") ?? [])
  const lines = [...words, ...output.stderr.split("\n").filter((line) => line.trim() !== "")]
  // What it says on its own account comes first; its log is only asked when that says nothing.
  const kind = kindAmong(notices, classify) ?? kindAmong(lines, classify)
  const said = message ?? notices.at(-1) ?? lines.slice(-5).join("\n")
  return failure(
    kind ?? (output.ending === "timeout" ? "timeout" : "crash"),
    said || `exit ${output.exitCode}`
  )
}
