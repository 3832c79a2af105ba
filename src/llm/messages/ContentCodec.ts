import { isObject, type Json } from "../../json/Json.js"
import { describeJson, type Findings } from "../wire/Findings.js"

const textKeys = new Set(["type", "text", "citations"])

/** Blocks that are known and are not the answer. */
const silent: ReadonlySet<string> = new Set(["thinking", "redacted_thinking"])

/** The texts of a message in their order. Thinking is never read; blocks of other kinds are recorded and passed over (decision 11). */
export const readContent = (content: Json | undefined, findings: Findings): ReadonlyArray<string> => {
  if (!Array.isArray(content)) {
    findings.issue("content", `expected an array, found ${describeJson(content)}`)
    return []
  }
  const texts: Array<string> = []
  for (const [index, block] of content.entries()) {
    const path = `content[${index}]`
    const { type } = isObject(block) ? block : {}
    if (!isObject(block) || typeof type !== "string") {
      findings.issue(path, `expected an object with a type, found ${describeJson(block)}`)
    } else if (type === "text") {
      findings.unknownKeys(block, textKeys, "content[].")
      const { text } = block
      if (typeof text === "string") texts.push(text)
      else findings.issue(`${path}.text`, `expected a string, found ${describeJson(text)}`)
    } else if (!silent.has(type)) {
      findings.unknown(`content[].type=${type}`)
    }
  }
  return texts
}
