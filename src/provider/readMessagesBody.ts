import * as Either from "effect/Either"
import type { JsonObject } from "../json/Json.js"
import type { LlmRequest, ReasoningEffort, TextMessage } from "../llm/LlmRequest.js"
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
  readonly system?: string
  readonly messages: ReadonlyArray<TextMessage>
  readonly output_config?: {
    readonly effort?: ReasoningEffort
    readonly format?: { readonly schema: JsonObject }
  }
  /** Not in a count. */
  readonly max_tokens?: number
}

/** As the reader of the other protocol: what we would not send is refused, how it is written is free. */
export const readMessagesBody = (operation: Operation, bytes: Buffer): Either.Either<LlmRequest, Refusal> => {
  const body = parseFields(bytes)
  if (body === null) return Either.left(noJson)
  const problem = problemOf(operation, body)
  if (problem !== null) return Either.left(problem)
  // Every field has just been looked at.
  const { max_tokens, messages, model, output_config = {}, system } = body as unknown as CheckedBody
  const { effort, format } = output_config
  return Either.right({
    model,
    instructions: system ?? "",
    input: messages,
    reasoningEffort: effort ?? null,
    maxOutputTokens: max_tokens ?? 0,
    ...(format === undefined ? {} : { format: { name: "answer", schema: format.schema, strict: true } })
  })
}

const countKeys = new Set(["model", "system", "messages", "output_config"])
const generateKeys = new Set([...countKeys, "max_tokens", "stream"])
const roles: ReadonlySet<unknown> = new Set<TextMessage["role"]>(["user", "assistant"])

/** The first thing that is wrong, `null` if nothing is. */
const problemOf = (operation: Operation, body: Fields): Refusal | null =>
  otherKey(body, operation === "generate" ? generateKeys : countKeys, "") ??
  notText(body, "model") ??
  (body["model"] === "" ? { message: "Invalid model.", param: "model", code: null } : null) ??
  (body["system"] === undefined ? null : notText(body, "system")) ??
  (body["system"] === "" ? { message: "system: must not be empty.", param: "system", code: null } : null) ??
  notMessages(body, "messages", roles) ??
  notOutputConfig(body["output_config"]) ??
  (operation === "count" ? null : (otherThan(body, "stream", false) ?? notLimit(body, "max_tokens", 1)))

const configKeys = new Set(["effort", "format"])
const formatKeys = new Set(["type", "schema"])
const efforts: ReadonlySet<unknown> = new Set(["low", "medium", "high", "xhigh", "max"])

const notOutputConfig = (config: unknown): Refusal | null => {
  if (config === undefined) return null
  if (!isFields(config)) return otherType("output_config", "an object")
  const { effort, format } = config
  return (
    otherKey(config, configKeys, "output_config.") ??
    (effort === undefined || efforts.has(effort)
      ? null
      : { message: "Unsupported effort.", param: "output_config.effort", code: null }) ??
    (format === undefined ? null : notFormat(format))
  )
}

const notFormat = (format: unknown): Refusal | null => {
  if (!isFields(format)) return otherType("output_config.format", "an object")
  return (
    otherKey(format, formatKeys, "output_config.format.") ??
    (format["type"] === "json_schema"
      ? null
      : { message: "Unsupported format.", param: "output_config.format.type", code: null }) ??
    (isFields(format["schema"]) ? null : otherType("output_config.format.schema", "an object"))
  )
}
