import { expect, it } from "@effect/vitest"
import * as Either from "effect/Either"
import { formatInWords } from "../../src/llm/formatInWords.js"
import type { LlmRequest } from "../../src/llm/LlmRequest.js"
import { protocolOf } from "../../src/llm/protocols.js"
import { bothProtocols } from "./wires.js"

const asked: LlmRequest = {
  model: "m",
  instructions: "Add.\n",
  input: [{ role: "user", content: "1 + 1" }],
  reasoningEffort: null,
  maxOutputTokens: 64,
  format: {
    name: "sum",
    schema: { type: "object", required: ["sum"], additionalProperties: false },
    strict: true
  }
}

it("says the schema in the instructions and asks for no format", () => {
  const worded = formatInWords(asked)
  expect(worded).not.toHaveProperty("format")
  expect(worded.instructions).toBe(
    "Add.\n\nAnswer with one JSON value that matches this JSON Schema, and with nothing else:\n" +
      '{"additionalProperties":false,"required":["sum"],"type":"object"}'
  )
  expect({ ...worded, instructions: asked.instructions, format: asked.format }).toEqual(asked)
})

it("begins with the words where there are no instructions", () => {
  expect(formatInWords({ ...asked, instructions: "" }).instructions).toMatch(/^Answer with one JSON value/)
})

it("leaves a request without a format alone, and one that was worded already", () => {
  const { format: _, ...free } = asked
  expect(formatInWords(free)).toEqual(free)
  expect(formatInWords(formatInWords(asked))).toEqual(formatInWords(asked))
})

it.each(bothProtocols)("a format is in the bytes of %s, and its words are not", (protocol) => {
  const codec = protocolOf({ protocol })
  const bytes = codec.encodeRequest(asked, { truncation: "omit" })
  expect(Buffer.from(bytes).toString()).toContain('"type":"json_schema"')
  expect(Either.getOrThrow(codec.decodeRequest(bytes)).format?.schema).toEqual(asked.format?.schema)
  const worded = codec.encodeRequest(formatInWords(asked), { truncation: "omit" })
  expect(Buffer.from(worded).toString()).not.toContain("json_schema")
  expect(Either.getOrThrow(codec.decodeRequest(worded))).toEqual(formatInWords(asked))
})
