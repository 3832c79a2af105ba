import { isObject, type Json, type JsonObject } from "../../json/Json.js"
import { describeJson, type Findings, isAbsent } from "../wire/Findings.js"

const messageKeys = new Set(["id", "type", "role", "status", "phase", "content"])
const textKeys = new Set(["type", "text", "annotations", "logprobs"])
const refusalKeys = new Set(["type", "refusal"])

/** The text of a model's turn that counts as its answer, in parts. */
export interface Answer {
  /** False when the model wrote no message, or only commentary. */
  readonly hasMessage: boolean
  readonly textParts: ReadonlyArray<string>
  readonly refusals: ReadonlyArray<string>
}

interface Message {
  readonly phase: "final_answer" | "commentary" | null
  readonly textParts: ReadonlyArray<string>
  readonly refusals: ReadonlyArray<string>
}

/**
 * Chooses the answer among the output items by decision 5: the messages in phase `final_answer` if there are any, else those
 * that are not commentary. Reasoning and tool items are never read, and no item has a fixed place (specification 8.4).
 */
export const readOutput = (items: ReadonlyArray<Json>, findings: Findings): Answer => {
  const messages: Array<Message> = []
  for (const [index, item] of items.entries()) {
    const message = readItem(item, `output[${index}]`, findings)
    if (message !== null) messages.push(message)
  }
  const final = messages.filter(({ phase }) => phase === "final_answer")
  const chosen = final.length > 0 ? final : messages.filter(({ phase }) => phase !== "commentary")
  return {
    hasMessage: chosen.length > 0,
    textParts: chosen.flatMap(({ textParts }) => textParts),
    refusals: chosen.flatMap(({ refusals }) => refusals)
  }
}

const readItem = (item: Json, path: string, findings: Findings): Message | null => {
  const type = readType(item, path, findings)
  if (!isObject(item) || type === null) return null
  if (type === "message") return readMessage(item, path, findings)
  if (type !== "reasoning") findings.unknown(`output[].type=${type}`)
  return null
}

const readMessage = (item: JsonObject, path: string, findings: Findings): Message | null => {
  findings.unknownKeys(item, messageKeys, "output[].")
  const role = item["role"]
  if (!isAbsent(role) && role !== "assistant") {
    findings.unknown(`output[].role=${typeof role === "string" ? role : describeJson(role)}`)
    return null
  }
  const content = item["content"]
  if (!Array.isArray(content)) {
    findings.issue(`${path}.content`, `expected an array, found ${describeJson(content)}`)
    return null
  }
  const textParts: Array<string> = []
  const refusals: Array<string> = []
  for (const [index, part] of content.entries()) {
    const partPath = `${path}.content[${index}]`
    const type = readType(part, partPath, findings)
    if (type === "output_text") readText(part, "text", textKeys, partPath, textParts, findings)
    else if (type === "refusal") readText(part, "refusal", refusalKeys, partPath, refusals, findings)
    else if (type !== null) findings.unknown(`output[].content[].type=${type}`)
  }
  return { phase: readPhase(item["phase"], `${path}.phase`, findings), textParts, refusals }
}

const readPhase = (phase: Json | undefined, path: string, findings: Findings): Message["phase"] => {
  if (phase === "final_answer" || phase === "commentary") return phase
  if (typeof phase === "string") findings.unknown(`output[].phase=${phase}`)
  else if (!isAbsent(phase)) findings.issue(path, `expected a string, found ${describeJson(phase)}`)
  return null
}

const readType = (value: Json, path: string, findings: Findings): string | null => {
  const type = isObject(value) ? value["type"] : undefined
  if (typeof type === "string") return type
  findings.issue(path, `expected an object with a type, found ${describeJson(value)}`)
  return null
}

/** Appends the string at `key` to `into`; a part without it is a broken reply, not an empty answer. */
const readText = (
  part: Json,
  key: string,
  known: ReadonlySet<string>,
  path: string,
  into: Array<string>,
  findings: Findings
): void => {
  if (!isObject(part)) return
  findings.unknownKeys(part, known, "output[].content[].")
  const value = part[key]
  if (typeof value === "string") into.push(value)
  else findings.issue(`${path}.${key}`, `expected a string, found ${describeJson(value)}`)
}
