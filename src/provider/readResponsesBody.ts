import * as Either from "effect/Either"
import type { JsonObject } from "../json/Json.js"
import {
  type LlmRequest,
  type ReasoningEffort,
  reasoningEfforts,
  type TextMessage
} from "../llm/LlmRequest.js"
import {
  type Fields,
  isFields,
  noJson,
  notLimit,
  notMessages,
  notText,
  otherKey,
  otherThan,
  otherType,
  parseFields,
  type Refusal
} from "./bodyChecks.js"
import type { Operation } from "./Fault.js"

/** A body that {@link problemOf} has no objection to. */
interface CheckedBody {
  readonly model: string
  readonly instructions: string
  readonly input: ReadonlyArray<TextMessage>
  readonly reasoning?: { readonly effort: ReasoningEffort }
  readonly text?: {
    readonly format: { readonly name: string; readonly schema: JsonObject; readonly strict: boolean }
  }
  /** Not in a count. */
  readonly max_output_tokens?: number
}

/**
 * Reads a body as strictly as the closed schema of what we send: unknown fields are refused, and so are values that ask for
 * something else than one answer that is neither stored nor streamed. Spaces, escapes and the order of keys are free.
 */
export const readResponsesBody = (
  operation: Operation,
  bytes: Buffer
): Either.Either<LlmRequest, Refusal> => {
  const body = parseFields(bytes)
  if (body === null) return Either.left(noJson)
  const problem = problemOf(operation, body)
  if (problem !== null) return Either.left(problem)
  // Every field has just been looked at.
  const { input, instructions, max_output_tokens, model, reasoning, text } = body as unknown as CheckedBody
  return Either.right({
    model,
    instructions,
    input,
    reasoningEffort: reasoning?.effort ?? null,
    maxOutputTokens: max_output_tokens ?? 0,
    ...(text === undefined
      ? {}
      : { format: { name: text.format.name, schema: text.format.schema, strict: text.format.strict } })
  })
}

const countKeys = new Set(["model", "instructions", "input", "reasoning", "text"])
const generateKeys = new Set([...countKeys, "max_output_tokens", "store", "stream", "truncation"])
const roles: ReadonlySet<unknown> = new Set<TextMessage["role"]>(["user", "assistant", "developer", "system"])
const fewestOutputTokens = 16

/** The first thing that is wrong, `null` if nothing is. */
const problemOf = (operation: Operation, body: Fields): Refusal | null =>
  otherKey(body, operation === "generate" ? generateKeys : countKeys, "") ??
  notText(body, "model") ??
  (body["model"] === "" ? { message: "Invalid model.", param: "model", code: "invalid_value" } : null) ??
  notText(body, "instructions") ??
  notMessages(body, "input", roles) ??
  notReasoning(body["reasoning"]) ??
  notTextFormat(body["text"]) ??
  (operation === "count"
    ? null
    : (otherThan(body, "store", false) ??
      otherThan(body, "stream", false) ??
      (body["truncation"] === undefined ? null : otherThan(body, "truncation", "disabled")) ??
      notLimit(body, "max_output_tokens", fewestOutputTokens)))

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

const textKeys = new Set(["format"])
const formatKeys = new Set(["type", "name", "schema", "strict"])

const notTextFormat = (text: unknown): Refusal | null => {
  if (text === undefined) return null
  if (!isFields(text)) return otherType("text", "an object")
  const { format } = text
  if (!isFields(format)) return otherKey(text, textKeys, "text.") ?? otherType("text.format", "an object")
  const { name, schema, strict } = format
  return (
    otherKey(text, textKeys, "text.") ??
    otherKey(format, formatKeys, "text.format.") ??
    (format["type"] === "json_schema"
      ? null
      : { message: "Unsupported format.", param: "text.format.type", code: "unsupported_value" }) ??
    (typeof name === "string" && /^[a-zA-Z0-9_-]{1,64}$/.test(name)
      ? null
      : { message: "Invalid name.", param: "text.format.name", code: "invalid_value" }) ??
    (isFields(schema) ? null : otherType("text.format.schema", "an object")) ??
    (typeof strict === "boolean" ? null : otherType("text.format.strict", "a boolean"))
  )
}
