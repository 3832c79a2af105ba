import { isObject, type Json } from "../../json/Json.js"
import { billedTokens, type TokenUsage } from "../LlmResponse.js"
import type { Dialect } from "../wire/Dialect.js"
import { describeJson, Findings, isAbsent } from "../wire/Findings.js"
import { readCount, readOptionalCount } from "../wire/readCount.js"

const usageKeys = new Set(
  (
    "input_tokens output_tokens cache_creation_input_tokens cache_read_input_tokens cache_creation inference_geo " +
    "output_tokens_details server_tool_use service_tier"
  ).split(" ")
)
const outputDetailKeys = new Set(["thinking_tokens"])

/**
 * Reads `usage` by decision 9. Upstream counts what was read from a cache and what was written to one beside `input_tokens`; here, as
 * everywhere else, input tokens are all of the prompt's. The protocol has no total, so none is missing.
 */
export const readUsage = (value: Json | undefined, findings: Findings): TokenUsage | null => {
  if (isAbsent(value)) return null
  if (!isObject(value)) {
    findings.issue("usage", `expected an object, found ${describeJson(value)}`)
    return null
  }
  findings.unknownKeys(value, usageKeys, "usage.")
  const before = findings.issues.length
  const count = (key: string) => readOptionalCount(value[key], `usage.${key}`, findings)
  const cachedInputTokens = count("cache_read_input_tokens")
  const cacheWriteTokens = count("cache_creation_input_tokens")
  const uncached = readCount(value["input_tokens"], "usage.input_tokens", findings)
  const inputTokens = readCount(
    uncached + (cachedInputTokens ?? 0) + (cacheWriteTokens ?? 0),
    "usage.input_tokens (with those of caches)",
    findings
  )
  const outputTokens = readCount(value["output_tokens"], "usage.output_tokens", findings)
  const totalTokens = readCount(inputTokens + outputTokens, "usage (its sum)", findings)
  const usage: TokenUsage = {
    inputTokens,
    outputTokens,
    totalTokens,
    cachedInputTokens,
    cacheWriteTokens,
    reasoningTokens: readThinking(value["output_tokens_details"], findings),
    totalDerived: false
  }
  return findings.issues.length === before ? usage : null
}

const readThinking = (details: Json | undefined, findings: Findings): number | null => {
  if (isAbsent(details)) return null
  if (!isObject(details)) {
    findings.issue("usage.output_tokens_details", `expected an object, found ${describeJson(details)}`)
    return null
  }
  findings.unknownKeys(details, outputDetailKeys, "usage.output_tokens_details.")
  return readOptionalCount(
    details["thinking_tokens"],
    "usage.output_tokens_details.thinking_tokens",
    findings
  )
}

const accountableUsage = (body: Json): TokenUsage | null => {
  if (!isObject(body)) return null
  const usage = readUsage(body["usage"], new Findings())
  return billedTokens(usage) === null ? null : usage
}

export const dialect: Dialect = { requestIdHeader: "request-id", accountableUsage }
