import * as Either from "effect/Either"
import { isObject, type Json, JsonNumber, type JsonObject } from "../../../json/Json.js"
import type { LlmRequest, ToolCall } from "../../../llm/LlmRequest.js"
import type { LlmResponse, RequestedCall } from "../../../llm/LlmResponse.js"
import { readCall } from "./AgentCall.js"

/** What keeps an agent from going on for ever, or from filling its own context. */
export interface AgentBounds {
  /** Model calls of one task. */
  readonly turns: number
  /** Of one turn; what is called beyond them is told so. */
  readonly callsPerTurn: number
  /** Of what one call gives back, in UTF-16 code units. */
  readonly resultLength: number
}

export const defaultBounds: Omit<AgentBounds, "turns"> = { callsPerTurn: 8, resultLength: 6_000 }

interface Turn {
  readonly request: LlmRequest
  readonly reply: LlmResponse
}

/** Whether an agent's task goes on after its finished turns: it has called something, and may ask once more. */
export const goesOn = (turns: ReadonlyArray<Turn>, bounds: Pick<AgentBounds, "turns">): boolean => {
  const calls = turns.at(-1)?.reply.toolCalls ?? []
  return calls.length > 0 && turns.length < bounds.turns
}

/**
 * What to ask after a turn whose calls had these `results`, in the same order: the conversation so far, what was called, and what came of it.
 * Everything else stays as it was asked.
 */
export const nextTurn = ({ reply, request }: Turn, results: ReadonlyArray<string>): LlmRequest => {
  const calls = reply.toolCalls ?? []
  if (calls.length === 0 || calls.length !== results.length) {
    throw new Error(`${calls.length} calls cannot have ${results.length} results`)
  }
  return {
    ...request,
    input: [
      ...request.input,
      {
        role: "assistant",
        content: reply.text,
        toolCalls: calls.map(saidBack),
        ...(reply.thinking === undefined ? {} : { thinking: reply.thinking })
      },
      ...results.map((content, index) => ({
        role: "tool" as const,
        toolName: calls[index]?.name ?? "",
        content
      }))
    ]
  }
}

/** A server takes arguments that are an object, and no others: what was wrong with the rest stands in the result. */
const saidBack = ({ arguments: given, name }: RequestedCall): ToolCall => ({
  name,
  arguments: isObject(given) ? writableMembers(given) : {}
})

/** A model may write a number that no request can hold, such as one of thirty digits: it is said back as its digits. */
const writable = (value: Json): Json => {
  if (value instanceof JsonNumber) {
    const near = value.toNumber()
    const isSafe = Number.isFinite(near) && (!Number.isInteger(near) || Number.isSafeInteger(near))
    return isSafe ? near : value.lexeme
  }
  if (Array.isArray(value)) return value.map(writable)
  return isObject(value) ? writableMembers(value) : value
}

const writableMembers = (given: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(given).map(([key, value]) => [key, writable(value)]))

/** How many tools an agent called, and how many of these calls were none that could be carried out (specification 5). */
export const countCalls = (
  replies: ReadonlyArray<Pick<LlmResponse, "toolCalls">>
): { readonly toolCalls: number; readonly toolCallInvalid: number } => {
  const calls = replies.flatMap(({ toolCalls }) => toolCalls ?? [])
  return {
    toolCalls: calls.length,
    toolCallInvalid: calls.filter((call) => Either.isLeft(readCall(call))).length
  }
}
