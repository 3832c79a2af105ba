import * as Either from "effect/Either"
import { isObject, type Json, type JsonObject } from "../../json/Json.js"
import { readJsonLines } from "../../json/JsonLines.js"
import type { RequestedCall } from "../LlmResponse.js"
import { describeJson, type Findings, isAbsent } from "../wire/Findings.js"

/** A reply as its lines together tell it. */
export interface Chat {
  readonly text: string
  readonly thinking: string
  readonly toolCalls: ReadonlyArray<RequestedCall>
  /** The line that says that it is the last one; it has the counters. */
  readonly last: JsonObject | null
  /** The line that says that something went wrong: nothing of use comes after it. */
  readonly error: JsonObject | null
}

const lineKeys = new Set(
  (
    "model created_at message done done_reason total_duration load_duration prompt_eval_count prompt_eval_duration " +
    "eval_count eval_duration synthetic_mock"
  ).split(" ")
)
const messageKeys = new Set(["role", "content", "thinking", "tool_calls"])
const callKeys = new Set(["id", "function"])
const functionKeys = new Set(["index", "name", "arguments"])

/** Reads the lines of a reply, as many as there are: a server that does not stream sends one. Only LF ends a line. */
export const readChat = (body: Uint8Array, findings: Findings): Chat => {
  const texts: Array<string> = []
  const thoughts: Array<string> = []
  const toolCalls: Array<RequestedCall> = []
  let last: JsonObject | null = null
  for (const { line, value } of readJsonLines(body)) {
    if (Either.isLeft(value)) {
      if (value.left.code !== "empty_line") findings.issue(`line ${line}`, value.left.message)
      continue
    }
    const read = value.right
    if (!isObject(read)) {
      findings.issue(`line ${line}`, `expected an object, found ${describeJson(read)}`)
      continue
    }
    if (!isAbsent(read["error"])) return { ...joined(texts, thoughts), toolCalls, last, error: read }
    if (last !== null) findings.unknown("a line behind the last one")
    findings.unknownKeys(read, lineKeys, "")
    readMessage(read["message"], `line ${line}`, { texts, thoughts, toolCalls }, findings)
    if (read["done"] === true) last = read
  }
  return { ...joined(texts, thoughts), toolCalls, last, error: null }
}

const joined = (texts: ReadonlyArray<string>, thoughts: ReadonlyArray<string>) => ({
  text: texts.join(""),
  thinking: thoughts.join("")
})

const readMessage = (
  message: Json | undefined,
  path: string,
  into: {
    readonly texts: Array<string>
    readonly thoughts: Array<string>
    readonly toolCalls: Array<RequestedCall>
  },
  findings: Findings
): void => {
  if (!isObject(message)) {
    findings.issue(`${path}: message`, `expected an object, found ${describeJson(message)}`)
    return
  }
  findings.unknownKeys(message, messageKeys, "message.")
  const { content, role, thinking, tool_calls: calls } = message
  if (!isAbsent(role) && role !== "assistant") {
    findings.unknown(`message.role=${typeof role === "string" ? role : describeJson(role)}`)
  }
  for (const [key, part, list] of [
    ["content", content, into.texts],
    ["thinking", thinking, into.thoughts]
  ] as const) {
    if (typeof part === "string") list.push(part)
    else if (!isAbsent(part)) {
      findings.issue(`${path}: message.${key}`, `expected a string, found ${describeJson(part)}`)
    }
  }
  if (isAbsent(calls)) return
  if (Array.isArray(calls)) into.toolCalls.push(...calls.map((call) => readCall(call, findings)))
  else findings.issue(`${path}: message.tool_calls`, `expected an array, found ${describeJson(calls)}`)
}

/** What a model wants may be nonsense, and is kept: it is the model's, not the server's. */
const readCall = (value: Json, findings: Findings): RequestedCall => {
  const called = isObject(value) ? value["function"] : undefined
  if (!isObject(value) || !isObject(called)) {
    return { name: "", arguments: value, problem: "the call has no function" }
  }
  findings.unknownKeys(value, callKeys, "message.tool_calls[].")
  findings.unknownKeys(called, functionKeys, "message.tool_calls[].function.")
  const { arguments: given = null, name } = called
  const problem =
    typeof name !== "string" || name === ""
      ? "the call names no function"
      : isObject(given)
        ? null
        : `the arguments are not an object but ${describeJson(given)}`
  return { name: typeof name === "string" ? name : "", arguments: given, problem }
}
