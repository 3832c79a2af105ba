import { describe, expect, it } from "@effect/vitest"
import { Ajv2020 } from "ajv/dist/2020.js"
import * as Either from "effect/Either"
import * as fc from "fast-check"
import type { LlmRequest, TextMessage } from "../../../src/llm/LlmRequest.js"
import { reasoningEfforts } from "../../../src/llm/LlmRequest.js"
import {
  decodeRequest,
  decodeRequestWithOptions,
  encodeCountRequest,
  encodeRequest,
  parseRequest
} from "../../../src/llm/responses/RequestCodec.js"
import { readJson } from "./exchanges.js"

const utf8 = (bytes: Uint8Array): string => new TextDecoder("utf-8", { fatal: true }).decode(bytes)
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

const unicode = fc.string({ unit: "binary", maxLength: 40 })
const request: fc.Arbitrary<LlmRequest> = fc.record({
  model: fc.string({ unit: "binary", minLength: 1, maxLength: 20 }),
  instructions: unicode,
  input: fc.array(
    fc.record({
      role: fc.constantFrom<TextMessage["role"]>("user", "assistant", "developer", "system"),
      content: unicode
    }),
    { minLength: 1, maxLength: 4 }
  ),
  reasoningEffort: fc.constantFrom(null, ...reasoningEfforts),
  maxOutputTokens: fc.integer({ min: 16, max: 1_000_000 })
})
const format = fc.record({
  name: fc.stringMatching(/^[a-zA-Z0-9_-]{1,64}$/),
  strict: fc.boolean(),
  schema: fc.dictionary(fc.string({ maxLength: 8 }), fc.oneof(fc.string(), fc.integer(), fc.boolean()))
})
const formatted: fc.Arbitrary<LlmRequest> = fc
  .tuple(request, format)
  .map(([asked, wanted]) => ({ ...asked, format: wanted }))
const options = fc.record({ truncation: fc.constantFrom<"disabled" | "omit">("disabled", "omit") })

const ajv = new Ajv2020({ strict: false })
ajv.addSchema({ $id: "openapi", ...(readJson("openapi-subset.json") as object) })
const benchCreate = ajv.compile({ $ref: "openapi#/components/schemas/BenchCreateRequest" })
const benchCount = ajv.compile({ $ref: "openapi#/components/schemas/BenchInputTokensRequest" })
const upstreamCreate = ajv.compile({ $ref: "openapi#/components/schemas/CreateResponse" })
const upstreamCount = ajv.compile({ $ref: "openapi#/components/schemas/TokenCountsBody" })

const example: LlmRequest = {
  model: "gpt-5.6-terra",
  instructions: 'Say "é"\n',
  input: [{ role: "user", content: "深い\u2028" }],
  reasoningEffort: "low",
  maxOutputTokens: 8192
}

describe("encodeRequest", () => {
  it("writes the fields of 8.4 as canonical JSON", () => {
    expect(utf8(encodeRequest(example, { truncation: "disabled" }))).toBe(
      '{"input":[{"content":"深い\u2028","role":"user"}],"instructions":"Say \\"é\\"\\n","max_output_tokens":8192,' +
        '"model":"gpt-5.6-terra","reasoning":{"effort":"low"},"store":false,"stream":false,"truncation":"disabled"}'
    )
  })

  it("leaves out what is not asked for", () => {
    const body = JSON.parse(
      utf8(encodeRequest({ ...example, reasoningEffort: null }, { truncation: "omit" }))
    )
    expect(Object.keys(body)).toEqual([
      "input",
      "instructions",
      "max_output_tokens",
      "model",
      "store",
      "stream"
    ])
  })

  it("fits what we promise to send and what is published, for any request", () => {
    fc.assert(
      fc.property(request, options, (asked, opts) => {
        const body = JSON.parse(utf8(encodeRequest(asked, opts)))
        expect(benchCreate(body), JSON.stringify(benchCreate.errors)).toBe(true)
        expect(upstreamCreate(body), JSON.stringify(upstreamCreate.errors)).toBe(true)
      })
    )
  })

  it("I2 refuses a prompt that is not Unicode instead of hashing something else", () => {
    expect(() => encodeRequest({ ...example, instructions: "a\ud800" }, { truncation: "omit" })).toThrow()
  })
})

describe("a format", () => {
  it("is written where the published schema has a place for it, and read back", () => {
    fc.assert(
      fc.property(formatted, options, (asked, opts) => {
        const bytes = encodeRequest(asked, opts)
        const body = JSON.parse(utf8(bytes))
        expect(upstreamCreate(body), JSON.stringify(upstreamCreate.errors)).toBe(true)
        expect(body.text).toEqual({ format: { type: "json_schema", ...asked.format } })
        expect(Either.getOrThrow(decodeRequestWithOptions(bytes)).request).toEqual(asked)
        const counted = JSON.parse(utf8(encodeCountRequest(asked)))
        expect(upstreamCount(counted), JSON.stringify(upstreamCount.errors)).toBe(true)
        expect(counted.text).toEqual(body.text)
      })
    )
  })

  it("is asked for by these bytes", () => {
    const format = { name: "sum", schema: { type: "object" }, strict: true }
    expect(utf8(encodeRequest({ ...example, format }, { truncation: "omit" }))).toContain(
      ',"text":{"format":{"name":"sum","schema":{"type":"object"},"strict":true,"type":"json_schema"}}}'
    )
  })

  it.each(['{"format":{"type":"text"}}', "{}", "null", '{"format":{"type":"json_schema","name":"x"}}'])(
    "of another kind is not ours: %s",
    (text) => {
      const body = utf8(encodeRequest(example, { truncation: "omit" })).replace(/}$/, `,"text":${text}}`)
      expect(decodeRequest(bytesOf(body))).toMatchObject({ _tag: "Left" })
      expect(parseRequest(bytesOf(body))).toMatchObject({ _tag: "Left" })
    }
  )
})

describe("encodeCountRequest", () => {
  it("sends nothing that only generation takes", () => {
    fc.assert(
      fc.property(request, (asked) => {
        const body = JSON.parse(utf8(encodeCountRequest(asked)))
        expect(benchCount(body), JSON.stringify(benchCount.errors)).toBe(true)
        expect(upstreamCount(body), JSON.stringify(upstreamCount.errors)).toBe(true)
        expect(body.input).toEqual(JSON.parse(utf8(encodeRequest(asked, { truncation: "omit" }))).input)
      })
    )
  })
})

describe("decodeRequest", () => {
  it("is the inverse of encodeRequest", () => {
    fc.assert(
      fc.property(request, options, (asked, opts) => {
        const bytes = encodeRequest(asked, opts)
        const read = Either.getOrThrow(decodeRequestWithOptions(bytes))
        expect(read).toEqual({ request: asked, options: opts })
        expect(encodeRequest(read.request, read.options)).toEqual(bytes)
      })
    )
  })

  const canonical = utf8(encodeRequest(example, { truncation: "disabled" }))
  it.each([
    ["an unknown field", canonical.replace('"store":', '"seed":1,"store":')],
    ["another value of store", canonical.replace('"store":false', '"store":true')],
    ["another truncation", canonical.replace('"disabled"', '"auto"')],
    [
      "another order",
      `{"model":"gpt-5.6-terra",${canonical.slice(1).replace('"model":"gpt-5.6-terra",', "")}`
    ],
    ["a space", canonical.replace('"store":', '"store": ')],
    ["an escape that is not needed", canonical.replace("深い", "\\u6df1い")],
    ["a number in another form", canonical.replace("8192", "8.192e3")],
    ["an unknown role", canonical.replace('"user"', '"tool"')],
    ["an unknown effort", canonical.replace('"low"', '"extreme"')],
    ["a missing model", canonical.replace('"model":"gpt-5.6-terra",', "")],
    ["no object", "[]"],
    ["a final line feed", `${canonical}\n`],
    ["half a request", canonical.slice(0, 40)]
  ])("refuses %s", (_, text) => {
    expect(text).not.toBe(canonical)
    expect(Either.isLeft(decodeRequest(bytesOf(text)))).toBe(true)
  })
})

describe("parseRequest", () => {
  it("reads what encodeRequest wrote", () => {
    fc.assert(
      fc.property(request, options, (asked, opts) => {
        expect(Either.getOrThrow(parseRequest(encodeRequest(asked, opts)))).toEqual(asked)
      })
    )
  })

  const canonical = utf8(encodeRequest(example, { truncation: "disabled" }))
  it("passes over what a server would pass over", () => {
    const text = canonical.replace('"store":', '"seed": 1, "store":')
    expect(text).not.toBe(canonical)
    expect(parseRequest(bytesOf(text))).toEqual(Either.right(example))
  })

  it.each([
    ["an unknown role", canonical.replace('"user"', '"tool"')],
    ["an unknown effort", canonical.replace('"low"', '"extreme"')],
    ["a missing model", canonical.replace('"model":"gpt-5.6-terra",', "")],
    ["a limit that is no number", canonical.replace("8192", '"8192"')],
    ["no object", "[]"],
    ["half a request", canonical.slice(0, 40)]
  ])("refuses %s", (_, text) => {
    expect(text).not.toBe(canonical)
    expect(Either.isLeft(parseRequest(bytesOf(text)))).toBe(true)
  })
})
