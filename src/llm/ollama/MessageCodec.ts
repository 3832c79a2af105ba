import * as Either from "effect/Either"
import { isObject, type Json, type JsonObject } from "../../json/Json.js"
import type { InputMessage, LlmRequest, ToolCall } from "../LlmRequest.js"
import type { RequestUnreadable } from "../Protocol.js"
import { describeJson } from "../wire/Findings.js"
import { unreadable } from "../wire/requestFields.js"

/** A message of the conversation as the server wants it. Arguments of calls are objects, and a result names its tool. */
export const encodeMessage = (message: InputMessage): JsonObject => {
  if (message.role === "tool") {
    return { role: "tool", tool_name: message.toolName, content: message.content }
  }
  if (!("toolCalls" in message)) return { role: message.role, content: message.content }
  return {
    role: message.role,
    content: message.content,
    ...(message.thinking === undefined ? {} : { thinking: message.thinking }),
    tool_calls: message.toolCalls.map((call) => ({
      function: { name: call.name, arguments: call.arguments }
    }))
  }
}

/** The system message that comes first is the instructions; all else is the input. */
export const readMessages = (
  value: Json | undefined
): Either.Either<Pick<LlmRequest, "instructions" | "input">, RequestUnreadable> => {
  if (!Array.isArray(value)) {
    return Either.left(unreadable(`messages: expected an array, found ${describeJson(value)}`))
  }
  const read: Array<InputMessage> = []
  for (const [index, item] of value.entries()) {
    const message = isObject(item) ? readMessage(item) : null
    if (message === null) return Either.left(unreadable(`messages[${index}]: expected a message`))
    read.push(message)
  }
  const [first, ...others] = read
  return Either.right(
    first?.role === "system"
      ? { instructions: first.content, input: others }
      : { instructions: "", input: read }
  )
}

const readMessage = (item: JsonObject): InputMessage | null => {
  const { content, role, thinking, tool_calls: calls, tool_name: toolName } = item
  if (typeof content !== "string") return null
  if (role === "tool") return typeof toolName === "string" ? { role, toolName, content } : null
  if (role === "assistant" && calls !== undefined) {
    const toolCalls = Array.isArray(calls) ? calls.map(readCall) : []
    const known = toolCalls.filter((call) => call !== null)
    if (known.length === 0 || known.length < toolCalls.length) return null
    return { role, content, toolCalls: known, ...(typeof thinking === "string" ? { thinking } : {}) }
  }
  return role === "user" || role === "assistant" || role === "system" ? { role, content } : null
}

const readCall = (value: Json): ToolCall | null => {
  const called = isObject(value) ? value["function"] : undefined
  if (!isObject(called)) return null
  const { arguments: given, name } = called
  return typeof name === "string" && isObject(given) ? { name, arguments: given } : null
}
