import { describe, expect, it } from "@effect/vitest"
import * as Either from "effect/Either"
import * as fc from "fast-check"
import type { InputMessage, LlmRequest } from "../../../src/llm/LlmRequest.js"
import { messages } from "../../../src/llm/messages/MessagesProtocol.js"
import { ollama } from "../../../src/llm/ollama/OllamaProtocol.js"
import { responses } from "../../../src/llm/responses/ResponsesProtocol.js"

const { decodeRequest, encodeRequest, parseRequest, problemWith } = ollama
const none = { truncation: "omit" } as const

const asked: LlmRequest = {
  model: "qwen3:8b",
  instructions: "日本語で答えよ。",
  input: [{ role: "user", content: "経費の上限は?" }],
  reasoningEffort: null,
  maxOutputTokens: 2048
}
const read = {
  name: "read",
  description: "ファイルを読む。",
  parameters: { type: "object", required: ["path"], properties: { path: { type: "string" } } }
}

const bodyOf = (request: LlmRequest): unknown =>
  JSON.parse(new TextDecoder().decode(encodeRequest(request, none)))

describe("the body of /api/chat", () => {
  it("always says the context, and lets neither prompt nor context be cut", () => {
    expect(bodyOf(asked)).toEqual({
      model: "qwen3:8b",
      messages: [
        { role: "system", content: "日本語で答えよ。" },
        { role: "user", content: "経費の上限は?" }
      ],
      options: { num_ctx: 16_384, num_predict: 2048, seed: 1, temperature: 0 },
      shift: false,
      stream: true,
      truncate: false
    })
  })

  it("has a conversation with calls as the server wants it: arguments are an object, a result names its tool", () => {
    const body = bodyOf({
      ...asked,
      instructions: "",
      input: [
        { role: "user", content: "数えよ" },
        {
          role: "assistant",
          content: "",
          thinking: "まず読む",
          toolCalls: [{ name: "read", arguments: { path: "a.md" } }]
        },
        { role: "tool", toolName: "read", content: "12" }
      ],
      tools: [read],
      format: { name: "answer", schema: { type: "object" }, strict: true },
      options: { numCtx: 8192, temperature: 0.7, seed: 7, think: false, keepAlive: "10m" }
    })
    expect(body).toEqual({
      model: "qwen3:8b",
      messages: [
        { role: "user", content: "数えよ" },
        {
          role: "assistant",
          content: "",
          thinking: "まず読む",
          tool_calls: [{ function: { name: "read", arguments: { path: "a.md" } } }]
        },
        { role: "tool", tool_name: "read", content: "12" }
      ],
      tools: [{ type: "function", function: read }],
      format: { type: "object" },
      think: false,
      keep_alive: "10m",
      options: { num_ctx: 8192, num_predict: 2048, seed: 7, temperature: 0.7 },
      shift: false,
      stream: true,
      truncate: false
    })
  })

  it.each([
    ["none", false],
    ["low", "low"],
    ["max", "max"]
  ] as const)("effort %s is think: %j", (reasoningEffort, think) => {
    expect(bodyOf({ ...asked, reasoningEffort })).toMatchObject({ think })
  })

  it.each([
    [{ reasoningEffort: "minimal" }, "no reasoning effort minimal"],
    [{ input: [{ role: "developer", content: "x" }] }, "role developer"],
    [{ mode: "agent" }, "agents"],
    [
      { reasoningEffort: "low", options: { numCtx: 4096, temperature: 0, seed: 1, think: true } },
      "one place for the reasoning effort"
    ]
  ] satisfies ReadonlyArray<readonly [Partial<LlmRequest>, string]>)("refuses %j", (more, words) => {
    const request = { ...asked, ...more }
    expect(problemWith(request)).toContain(words)
    expect(() => encodeRequest(request, none)).toThrow(words)
  })
})

const unicode = fc.string({ unit: "grapheme" })
const json = fc.dictionary(unicode, unicode)
const message: fc.Arbitrary<InputMessage> = fc.oneof(
  fc.record({ role: fc.constantFrom("user" as const, "assistant" as const), content: unicode }),
  fc.record({ role: fc.constant("tool" as const), toolName: unicode, content: unicode }),
  fc.record(
    {
      role: fc.constant("assistant" as const),
      content: unicode,
      toolCalls: fc.array(fc.record({ name: unicode, arguments: json }), { minLength: 1, maxLength: 3 }),
      thinking: unicode
    },
    { requiredKeys: ["role", "content", "toolCalls"] }
  )
)
const request: fc.Arbitrary<LlmRequest> = fc.record(
  {
    model: unicode,
    instructions: unicode,
    input: fc.array(message, { maxLength: 5 }),
    reasoningEffort: fc.constantFrom(null, "low" as const, "high" as const),
    maxOutputTokens: fc.integer({ min: 1, max: 100_000 }),
    format: fc.record({
      name: fc.constant("answer"),
      schema: json,
      strict: fc.constant(true)
    }),
    tools: fc.array(fc.record({ name: unicode, description: unicode, parameters: json }), { maxLength: 3 }),
    options: fc.record(
      {
        numCtx: fc.integer({ min: 1, max: 1_000_000 }),
        temperature: fc.constantFrom(0, 0.1, 0.7, 1.5, 2),
        seed: fc.nat(),
        keepAlive: unicode
      },
      { requiredKeys: ["numCtx", "temperature", "seed"] }
    )
  },
  {
    requiredKeys: ["model", "instructions", "input", "reasoningEffort", "maxOutputTokens", "options"]
  }
)

describe("decodeRequest", () => {
  it("is the inverse of encodeRequest", () => {
    fc.assert(
      fc.property(request, (asked) => {
        const back = decodeRequest(encodeRequest(asked, none))
        expect(back).toEqual(Either.right(asked))
      })
    )
  })

  it("refuses a field of others, which parseRequest passes over", () => {
    const more = new TextEncoder().encode(JSON.stringify({ ...Object(bodyOf(asked)), top_p: 1 }))
    expect(Either.isLeft(decodeRequest(more))).toBe(true)
    expect(Either.getOrThrow(parseRequest(more)).model).toBe("qwen3:8b")
  })

  it.each([
    ["no messages", { messages: undefined }],
    [
      "a call whose arguments are text",
      {
        messages: [
          { role: "assistant", content: "", tool_calls: [{ function: { name: "x", arguments: "{}" } }] }
        ]
      }
    ],
    ["a result without its tool", { messages: [{ role: "tool", content: "x" }] }],
    ["no context", { options: { num_predict: 1, seed: 1, temperature: 0 } }],
    ["a think of another kind", { think: "hard" }],
    ["a format in a word", { format: "json" }]
  ])("refuses %s", (_, more) => {
    const bytes = new TextEncoder().encode(JSON.stringify({ ...Object(bodyOf(asked)), ...more }))
    expect(Either.isLeft(parseRequest(bytes))).toBe(true)
  })
})

describe.each([responses, messages])("$id refuses what it cannot carry", (protocol) => {
  it.each([
    ["tools", { tools: [read] }],
    ["options", { options: { numCtx: 4096, temperature: 0, seed: 1 } }],
    ["an agent", { mode: "agent" as const }],
    [
      "calls",
      {
        input: [{ role: "assistant" as const, content: "", toolCalls: [{ name: "read", arguments: {} }] }]
      }
    ],
    ["what came of a call", { input: [{ role: "tool" as const, toolName: "read", content: "" }] }]
  ])("%s", (_, more) => {
    const request = { ...asked, ...more }
    expect(protocol.problemWith(request)).toContain(`the ${protocol.id} protocol has no place`)
    expect(() => protocol.encodeRequest(request, none)).toThrow()
    expect(protocol.problemWith(asked)).toBeNull()
  })
})
