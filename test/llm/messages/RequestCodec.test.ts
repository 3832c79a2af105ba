import { describe, expect, it } from "@effect/vitest"
import { Ajv2020 } from "ajv/dist/2020.js"
import * as Either from "effect/Either"
import * as fc from "fast-check"
import type { LlmRequest, TextMessage } from "../../../src/llm/LlmRequest.js"
import { messages } from "../../../src/llm/messages/MessagesProtocol.js"
import { readFixture } from "./fixtures.js"

const utf8 = (bytes: Uint8Array): string => new TextDecoder("utf-8", { fatal: true }).decode(bytes)
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
const options = { truncation: "disabled" } as const
const { decodeRequest: decodeCountRequest, encodeRequest: encodeCountRequest } = messages.http.counting

const ajv = new Ajv2020({ strict: false })
ajv.addSchema({ $id: "messages", ...(readFixture("request-schema.json") as object) })
const published = (name: string) => ajv.compile({ $ref: `messages#/$defs/${name}` })
const create = published("MessageCreateParams")
const count = published("MessageCountTokensParams")

const schema = { type: "object", properties: { a: { type: "string" } } }
const unicode = fc.string({ unit: "binary", maxLength: 40 })
const request: fc.Arbitrary<LlmRequest> = fc
  .record({
    model: fc.string({ unit: "binary", minLength: 1, maxLength: 20 }),
    instructions: unicode,
    input: fc.array(
      fc.record({ role: fc.constantFrom<TextMessage["role"]>("user", "assistant"), content: unicode }),
      { minLength: 1, maxLength: 4 }
    ),
    reasoningEffort: fc.constantFrom<LlmRequest["reasoningEffort"]>(
      null,
      "low",
      "medium",
      "high",
      "xhigh",
      "max"
    ),
    maxOutputTokens: fc.integer({ min: 1, max: 1_000_000 }),
    hasFormat: fc.boolean()
  })
  .map(({ hasFormat, ...asked }) =>
    hasFormat ? { ...asked, format: { name: "answer", schema, strict: true } } : asked
  )

const example: LlmRequest = {
  model: "claude-made-up",
  instructions: 'Say "é"\n',
  input: [
    { role: "user", content: "深い\u2028" },
    { role: "assistant", content: "1" },
    { role: "user", content: "no" }
  ],
  reasoningEffort: "low",
  maxOutputTokens: 8192
}

describe("a request of the Messages protocol", () => {
  it("is canonical JSON of what is asked and nothing else", () => {
    expect(utf8(messages.encodeRequest(example, options))).toBe(
      '{"max_tokens":8192,"messages":[{"content":"深い\u2028","role":"user"},{"content":"1","role":"assistant"},' +
        '{"content":"no","role":"user"}],"model":"claude-made-up","output_config":{"effort":"low"},' +
        '"stream":false,"system":"Say \\"é\\"\\n"}'
    )
    const format = { name: "schedule_answer", schema, strict: true }
    expect(JSON.parse(utf8(messages.encodeRequest({ ...example, format }, options)))).toHaveProperty(
      "output_config",
      { effort: "low", format: { type: "json_schema", schema } }
    )
  })

  it("leaves out what is not asked for", () => {
    const bare = { ...example, instructions: "", reasoningEffort: null }
    const keys = (bytes: Uint8Array) => Object.keys(JSON.parse(utf8(bytes)))
    expect(keys(messages.encodeRequest(bare, options))).toEqual(["max_tokens", "messages", "model", "stream"])
    expect(keys(encodeCountRequest(bare))).toEqual(["messages", "model"])
  })

  it("fits what is published, for any request, and its count has the same input", () => {
    fc.assert(
      fc.property(request, (asked) => {
        const body = JSON.parse(utf8(messages.encodeRequest(asked, options)))
        expect(create(body), JSON.stringify(create.errors)).toBe(true)
        const counted = JSON.parse(utf8(encodeCountRequest(asked)))
        expect(count(counted), JSON.stringify(count.errors)).toBe(true)
        const { max_tokens: _, stream: __, ...rest } = body
        expect(counted).toEqual(rest)
      })
    )
  })

  it("is read back as it was written", () => {
    fc.assert(
      fc.property(request, (asked) => {
        const bytes = messages.encodeRequest(asked, options)
        expect(Either.getOrThrow(messages.decodeRequest(bytes))).toEqual(asked)
        expect(Either.getOrThrow(messages.parseRequest(bytes))).toEqual(asked)
        const { maxOutputTokens: _, ...fields } = asked
        expect(Either.getOrThrow(decodeCountRequest(encodeCountRequest(asked)))).toEqual(fields)
      })
    )
  })

  const canonical = utf8(messages.encodeRequest(example, options))
  it.each([
    ["an unknown field", canonical.replace('"stream":', '"seed":1,"stream":')],
    ["a stream", canonical.replace('"stream":false', '"stream":true')],
    ["spaces", canonical.replace(",", ", ")],
    ["an effort that is not there", canonical.replace('"low"', '"none"')],
    ["a system message in the input", canonical.replace('"role":"assistant"', '"role":"system"')],
    ["no limit", canonical.replace('"max_tokens":8192,', "")],
    ["no JSON", "{"]
  ])("is refused where it is not ours: %s", (_, text) => {
    expect(text).not.toBe(canonical)
    expect(messages.decodeRequest(bytesOf(text))).toMatchObject({
      _tag: "Left",
      left: { _tag: "RequestUnreadable" }
    })
  })

  it.each([
    ["the effort none", { ...example, reasoningEffort: "none" }],
    ["the effort minimal", { ...example, reasoningEffort: "minimal" }],
    ["a developer message", { ...example, input: [{ role: "developer", content: "x" }] }]
  ] satisfies ReadonlyArray<readonly [string, LlmRequest]>)("cannot have %s", (_, asked) => {
    expect(messages.problemWith(asked)).toContain("the messages protocol has no")
    expect(() => messages.encodeRequest(asked, options)).toThrow("the messages protocol")
    expect(messages.problemWith(example)).toBeNull()
  })

  it("I2 refuses a prompt that is not Unicode instead of hashing something else", () => {
    expect(() => messages.encodeRequest({ ...example, instructions: "a\ud800" }, options)).toThrow()
  })
})
