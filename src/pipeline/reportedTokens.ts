import { fieldsOf, isCount, type Line, parse } from "./plainFields.js"

/**
 * Tokens that a saved reply reports, as a stranger reads them who knows how each protocol writes; `null`: none, or not in a form that can be
 * read.
 */
export const reportedTokens = (protocol: unknown, body: string): number | null => {
  if (protocol === "ollama") return inLastLine(body)
  return protocol === "cli" ? inProgramOutput(parse(body)["stdout"]) : inUsage(parse(body)["usage"])
}

const linesOf = (text: string): ReadonlyArray<Line> => text.split("\n").map(parse)

const inUsage = (usage: unknown): number | null => {
  const { input_tokens: input, output_tokens: output, total_tokens: total, ...more } = fieldsOf(usage)
  if (!isCount(input) || !isCount(output)) return null
  // Anthropic counts what went into a cache or came from one beside the input.
  const beside = [more["cache_creation_input_tokens"], more["cache_read_input_tokens"]].filter(isCount)
  const sum = [input, output, ...beside].reduce((left, right) => left + right)
  return Math.max(sum, isCount(total) ? total : 0) || null
}

/** Ollama leaves zeros out. */
const inLastLine = (body: string): number | null => {
  const last = linesOf(body).findLast(({ done }) => done === true) ?? {}
  const counts = [last["prompt_eval_count"], last["eval_count"]].filter(isCount)
  return counts.reduce((sum, count) => sum + count, 0) || null
}

/** Programs tell it in one of their last events, each under a name of its own. */
const inProgramOutput = (stdout: unknown): number | null => {
  if (typeof stdout !== "string") return null
  const event = linesOf(stdout).findLast(
    (line) => line["type"] === "result" || line["type"] === "turn.completed"
  )
  const { total_tokens: _, ...counts } = fieldsOf(event?.["usage"] ?? event?.["stats"])
  return inUsage(counts)
}
