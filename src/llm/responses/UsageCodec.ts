import { isObject, type Json, type JsonObject } from "../../json/Json.js"
import { billedTokens, type TokenUsage } from "../LlmResponse.js"
import type { Dialect } from "../wire/Dialect.js"
import { describeJson, Findings, isAbsent } from "../wire/Findings.js"
import { readCount, readOptionalCount } from "../wire/readCount.js"

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

const accountableUsage = (body: Json): TokenUsage | null => {
  if (!isObject(body)) return null
  const usage = readUsage(body["usage"], new Findings())
  return billedTokens(usage) === null ? null : usage
}

export const dialect: Dialect = { requestIdHeader: "x-request-id", accountableUsage }

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
  return (member) => readOptionalCount(details[member], `usage.${key}.${member}`, findings)
}
