import { describe, expect, it } from "@effect/vitest"
import { Ajv2020 } from "ajv/dist/2020.js"
import * as Either from "effect/Either"
import * as fc from "fast-check"
import { decodeInputTokens } from "../../../src/llm/responses/decodeInputTokens.js"
import { decodeResponse } from "../../../src/llm/responses/ResponseCodec.js"
import { exchangeOf, readJson } from "./exchanges.js"

const ajv = new Ajv2020({ strict: false })
ajv.addSchema({ $id: "openapi", ...(readJson("openapi-subset.json") as object) })
const wire = (name: string): ((body: unknown) => boolean) =>
  ajv.compile({ $ref: `openapi#/components/schemas/${name}` })

const absentOr = <A>(value: fc.Arbitrary<A>) => fc.oneof(value, fc.constant(null), fc.constant(undefined))
const word = fc.string({ maxLength: 12 })
const count = fc.oneof(fc.nat(), fc.integer({ min: 0, max: 2 ** 52 }))
const extra = fc.dictionary(word, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 2 })

/** Drops extra keys that would shadow a field we generate. */
const withExtra = <A extends object>(known: fc.Arbitrary<A>) =>
  fc.tuple(extra, known).map(([more, fields]) => ({ ...more, ...fields }))

const usage = withExtra(
  fc.record({
    input_tokens: count,
    output_tokens: count,
    total_tokens: absentOr(count),
    input_tokens_details: absentOr(
      fc.record({ cached_tokens: absentOr(count), cache_write_tokens: absentOr(count) })
    ),
    output_tokens_details: absentOr(withExtra(fc.record({ reasoning_tokens: absentOr(count) })))
  })
)
const part = fc.oneof(
  withExtra(fc.record({ type: fc.constant("output_text"), text: fc.string({ unit: "grapheme" }) })),
  fc.record({ type: fc.constant("refusal"), refusal: word }),
  withExtra(fc.record({ type: word.filter((type) => type !== "output_text" && type !== "refusal") }))
)
const messageItem = withExtra(
  fc.record({
    type: fc.constant("message"),
    id: absentOr(word),
    role: absentOr(fc.oneof(fc.constant("assistant"), word)),
    status: absentOr(word),
    phase: absentOr(fc.oneof(fc.constantFrom("commentary", "final_answer"), word)),
    content: fc.array(part, { maxLength: 3 })
  })
)
const otherItem = withExtra(fc.record({ type: word.filter((type) => type !== "message") }))
const body = withExtra(
  fc.record({
    id: word,
    object: absentOr(word),
    model: fc.string({ minLength: 1 }),
    status: fc.constantFrom("completed", "incomplete", "failed", "queued", "in_progress", "cancelled", "x"),
    created_at: absentOr(fc.double({ noNaN: true, noDefaultInfinity: true })),
    output: fc.array(fc.oneof(messageItem, otherItem), { maxLength: 4 }),
    usage: absentOr(usage),
    error: absentOr(fc.record({ code: absentOr(word), message: absentOr(word) })),
    incomplete_details: absentOr(fc.record({ reason: absentOr(word) }))
  })
)

describe("tolerance towards every server that keeps the wire schemas", () => {
  it("decodes a response, unless its status says that there is none", () => {
    const valid = wire("WireResponse")
    fc.assert(
      fc.property(body, (given) => {
        const json: Record<string, unknown> = JSON.parse(JSON.stringify(given))
        fc.pre(valid(json))
        const decoded = decodeResponse(exchangeOf(JSON.stringify(json)), 8192)
        const answered = ["completed", "incomplete", "failed"].some((status) => status === json["status"])
        expect(Either.isRight(decoded), JSON.stringify(Either.merge(decoded))).toBe(answered)
        if (Either.isRight(decoded)) {
          const { textPartLengths, text, usage } = decoded.right
          expect(textPartLengths.reduce((sum, length) => sum + length, 0)).toBe(text.length)
          expect(usage === null).toBe(json["usage"] === null || json["usage"] === undefined)
        }
      }),
      { numRuns: 500 }
    )
  })

  it("takes any error body", () => {
    const valid = wire("WireErrorBody")
    const error = withExtra(
      fc.record({
        message: fc.oneof(word, fc.constant(null)),
        type: absentOr(word),
        code: absentOr(fc.oneof(word, fc.integer()))
      })
    )
    const errorBody = fc.oneof(
      fc.record({ error: fc.oneof(error, word) }),
      fc.record({ message: word, code: fc.integer() }),
      fc.record({ detail: fc.jsonValue() })
    )
    fc.assert(
      fc.property(errorBody, fc.integer({ min: 400, max: 599 }), (given, status) => {
        const text = JSON.stringify(given)
        fc.pre(valid(JSON.parse(text)))
        const decoded = Either.merge(decodeResponse(exchangeOf(text, status), 8192))
        expect(decoded).toMatchObject({ _tag: "ApiError", httpStatus: status })
      })
    )
  })

  it("reads a count of input tokens", () => {
    const valid = wire("WireInputTokens")
    fc.assert(
      fc.property(withExtra(fc.record({ object: absentOr(word), input_tokens: count })), (given) => {
        const json: Record<string, unknown> = JSON.parse(JSON.stringify(given))
        fc.pre(valid(json) && !("error" in json))
        expect(decodeInputTokens(exchangeOf(json))).toEqual(Either.right(given.input_tokens))
      })
    )
  })
})
