import { exactInteger } from "../../json/ExactInteger.js"
import { type Json, JsonNumber, type JsonObject } from "../../json/Json.js"
import { billedTokens, type ResponseNote, type TokenUsage } from "../LlmResponse.js"
import { describeJson, Findings, isAbsent, isObject } from "../wire/Findings.js"

const usageKeys = new Set([
  "input_tokens",
  "input_tokens_details",
  "output_tokens",
  "output_tokens_details",
  "total_tokens"
])
const inputDetailKeys = new Set(["cached_tokens", "cache_write_tokens"])
const outputDetailKeys = new Set(["reasoning_tokens"])

/**
 * Reads `usage` by decision 9. `null` when it is absent, or when `findings` got an issue about it: a count that is not a count
 * never becomes 0.
 */
export const readUsage = (value: Json | undefined, findings: Findings): TokenUsage | null => {
  if (isAbsent(value)) return null
  if (!isObject(value)) {
    findings.issue("usage", `expected an object, found ${describeJson(value)}`)
    return null
  }
  findings.unknownKeys(value, usageKeys, "usage.")
  const before = findings.issues.length
  const inputTokens = readCount(value["input_tokens"], "usage.input_tokens", findings)
  const outputTokens = readCount(value["output_tokens"], "usage.output_tokens", findings)
  const inputDetails = readDetails(value, "input_tokens_details", inputDetailKeys, findings)
  const outputDetails = readDetails(value, "output_tokens_details", outputDetailKeys, findings)
  const totalDerived = isAbsent(value["total_tokens"])
  const totalTokens = totalDerived
    ? readCount(inputTokens + outputTokens, "usage.total_tokens (derived)", findings)
    : readCount(value["total_tokens"], "usage.total_tokens", findings)
  const usage: TokenUsage = {
    inputTokens,
    outputTokens,
    totalTokens,
    cachedInputTokens: inputDetails("cached_tokens"),
    cacheWriteTokens: inputDetails("cache_write_tokens"),
    reasoningTokens: outputDetails("reasoning_tokens"),
    totalDerived
  }
  return findings.issues.length === before ? usage : null
}

/** Usage that can settle a reservation, from a body that is otherwise an error; `null` when there is none. */
export const accountableUsage = (body: Json): TokenUsage | null => {
  if (!isObject(body)) return null
  const usage = readUsage(body["usage"], new Findings())
  return billedTokens(usage) === null ? null : usage
}

/** What is odd about a usage that decodes. */
export const usageNotes = (usage: TokenUsage): ReadonlyArray<ResponseNote> => {
  const notes: Array<ResponseNote> = []
  if (billedTokens(usage) === null) notes.push("usage_all_zero")
  if (usage.totalTokens !== usage.inputTokens + usage.outputTokens) notes.push("usage_total_differs")
  if (usage.reasoningTokens !== null && usage.reasoningTokens > usage.outputTokens) {
    notes.push("usage_reasoning_exceeds_output")
  }
  return notes
}

/** A count of tokens; 0 stands in for one that got an issue. */
export const readCount = (value: Json | undefined, path: string, findings: Findings): number => {
  const count = value === undefined ? null : exactInteger(value)
  if (count !== null && count >= 0) return count
  const found =
    value instanceof JsonNumber ? value.lexeme : typeof value === "number" ? value : describeJson(value)
  findings.issue(path, `expected an integer from 0 to 2^53-1, found ${found}`)
  return 0
}

/** Reads members of a details object, each of which may be missing: then it is unknown. */
const readDetails = (
  usage: JsonObject,
  key: string,
  known: ReadonlySet<string>,
  findings: Findings
): ((member: string) => number | null) => {
  const details = usage[key]
  if (isAbsent(details)) return () => null
  if (!isObject(details)) {
    findings.issue(`usage.${key}`, `expected an object, found ${describeJson(details)}`)
    return () => null
  }
  findings.unknownKeys(details, known, `usage.${key}.`)
  return (member) => {
    const value = details[member]
    return isAbsent(value) ? null : readCount(value, `usage.${key}.${member}`, findings)
  }
}
