import { isUtf8 } from "node:buffer"
import * as Either from "effect/Either"
import {
  type LlmRequest,
  type ReasoningEffort,
  reasoningEfforts,
  type TextMessage
} from "../llm/LlmRequest.js"
import type { Operation } from "./Fault.js"

/** Why a body is refused with HTTP 400, in the words of the API that is imitated. */
export interface Refusal {
  readonly message: string
  readonly param: string | null
  readonly code: string | null
}

type Fields = Readonly<Record<string, unknown>>

/** A body that {@link problemOf} has no objection to. */
interface CheckedBody {
  readonly model: string
  readonly instructions: string
  readonly input: ReadonlyArray<TextMessage>
  readonly reasoning?: { readonly effort: ReasoningEffort }
  /** Not in a count. */
  readonly max_output_tokens?: number
}

/**
 * Reads a body as strictly as the closed schema of what we send: unknown fields are refused, and so are values that ask for
 * something else than one answer that is neither stored nor streamed. Spaces, escapes and the order of keys are free.
 */
export const readBody = (operation: Operation, bytes: Buffer): Either.Either<LlmRequest, Refusal> => {
  const body = parseObject(bytes)
  if (body === null) {
    return Either.left({
      message: "We could not parse the JSON body of your request.",
      param: null,
      code: null
    })
  }
  const problem = problemOf(operation, body)
  if (problem !== null) return Either.left(problem)
  // Every field has just been looked at.
  const { input, instructions, max_output_tokens, model, reasoning } = body as unknown as CheckedBody
  const reasoningEffort = reasoning?.effort ?? null
  return Either.right({
    model,
    instructions,
    input,
    reasoningEffort,
    maxOutputTokens: max_output_tokens ?? 0
  })
}

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const parseObject = (bytes: Buffer): Fields | null => {
  if (!isUtf8(bytes)) return null
  try {
    const body: unknown = JSON.parse(bytes.toString("utf8"))
    return isFields(body) ? body : null
  } catch {
    return null
  }
}

const countKeys = new Set(["model", "instructions", "input", "reasoning"])
const generateKeys = new Set([...countKeys, "max_output_tokens", "store", "stream", "truncation"])

/** The first thing that is wrong, `null` if nothing is. */
const problemOf = (operation: Operation, body: Fields): Refusal | null =>
  otherKey(body, operation === "generate" ? generateKeys : countKeys, "") ??
  notText(body, "model") ??
  (body["model"] === "" ? { message: "Invalid model.", param: "model", code: "invalid_value" } : null) ??
  notText(body, "instructions") ??
  notMessages(body) ??
  notReasoning(body["reasoning"]) ??
  (operation === "count"
    ? null
    : (otherThan(body, "store", false) ??
      otherThan(body, "stream", false) ??
      (body["truncation"] === undefined ? null : otherThan(body, "truncation", "disabled")) ??
      notLimit(body)))

const otherKey = (object: Fields, known: ReadonlySet<string>, prefix: string): Refusal | null => {
  for (const key in object) {
    const param = prefix + key
    if (!known.has(key))
      return { message: `Unknown parameter: '${param}'.`, param, code: "unknown_parameter" }
  }
  return null
}

const missing = (object: Fields, param: string): Refusal | null =>
  object[param] === undefined
    ? { message: `Missing required parameter: '${param}'.`, param, code: "missing_required_parameter" }
    : null

const otherType = (param: string, expected: string): Refusal => ({
  message: `Invalid type for '${param}': expected ${expected}.`,
  param,
  code: "invalid_type"
})

const notText = (object: Fields, key: string): Refusal | null =>
  missing(object, key) ?? (typeof object[key] === "string" ? null : otherType(key, "a string"))

const messageKeys = new Set(["role", "content"])
const roles: ReadonlySet<unknown> = new Set<TextMessage["role"]>(["user", "assistant", "developer", "system"])

const notMessages = (body: Fields): Refusal | null => {
  const { input } = body
  if (!Array.isArray(input) || input.length === 0) {
    return missing(body, "input") ?? otherType("input", "an array with at least one message")
  }
  for (const [index, item] of input.entries()) {
    const path = `input[${index}]`
    if (!isFields(item)) return otherType(path, "an object")
    const stray = otherKey(item, messageKeys, `${path}.`)
    if (stray !== null) return stray
    if (!roles.has(item["role"])) {
      const param = `${path}.role`
      return { message: `Invalid value: '${param}'.`, param, code: "invalid_value" }
    }
    if (typeof item["content"] !== "string") return otherType(`${path}.content`, "a string")
  }
  return null
}

const effortKeys = new Set(["effort"])
const efforts: ReadonlySet<unknown> = new Set(reasoningEfforts)

const notReasoning = (reasoning: unknown): Refusal | null => {
  if (reasoning === undefined) return null
  if (!isFields(reasoning)) return otherType("reasoning", "an object")
  const param = "reasoning.effort"
  return (
    otherKey(reasoning, effortKeys, "reasoning.") ??
    (efforts.has(reasoning["effort"])
      ? null
      : { message: `Unsupported value: '${param}'.`, param, code: "unsupported_value" })
  )
}

const otherThan = (body: Fields, param: string, only: unknown): Refusal | null =>
  body[param] === only
    ? null
    : {
        message: `Unsupported value: '${param}' must be ${JSON.stringify(only)} here.`,
        param,
        code: "unsupported_value"
      }

const fewestOutputTokens = 16

const notLimit = (body: Fields): Refusal | null => {
  const param = "max_output_tokens"
  const limit = body[param]
  if (typeof limit !== "number" || !Number.isSafeInteger(limit)) {
    return missing(body, param) ?? otherType(param, "an integer")
  }
  return limit < fewestOutputTokens
    ? { message: `'${param}' is at least ${fewestOutputTokens}.`, param, code: "integer_below_min_value" }
    : null
}
