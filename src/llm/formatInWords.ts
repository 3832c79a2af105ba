import { canonicalJson } from "../json/JsonWriter.js"
import type { LlmRequest } from "./LlmRequest.js"

/**
 * The same question to a server that has no structured output: the schema stands at the end of the instructions, and nothing but the model's
 * good will keeps the answer to it. A request without a format stays as it is.
 */
export const formatInWords = ({ format, ...request }: LlmRequest): LlmRequest =>
  format === undefined
    ? request
    : {
        ...request,
        instructions: [
          request.instructions.trimEnd(),
          "",
          "Answer with one JSON value that matches this JSON Schema, and with nothing else:",
          canonicalJson(format.schema)
        ]
          .join("\n")
          .trimStart()
      }
