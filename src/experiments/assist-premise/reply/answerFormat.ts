import type { JsonObject } from "../../../json/Json.js"
import type { OutputFormat } from "../../../llm/LlmRequest.js"
import { topics } from "../problems/Topic.js"

const text = (description: string): JsonObject => ({ type: "string", description })

/** An object of which every field is required and no other is allowed, as strict structured output wants it. */
const object = (properties: JsonObject): JsonObject => ({
  type: "object",
  additionalProperties: false,
  required: Object.keys(properties),
  properties
})

/** JSON Schema of what `parseAssistance` reads; only keywords that strict structured output supports. */
export const answerSchema: JsonObject = object({
  body: text("スケジュール言語の本体"),
  explanation: text("本体の説明（日本語）"),
  assumptions: {
    type: "array",
    description: "補った前提。無ければ空配列",
    items: object({
      topic: { type: "string", enum: topics, description: "前提の種類" },
      statement: text("何をどう読んだか（日本語 1 文）")
    })
  }
})

/** What a request asks for where the protocol has structured output. */
export const answerFormat: OutputFormat = { name: "schedule_answer", strict: true, schema: answerSchema }
