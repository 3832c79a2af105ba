import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { Ajv2020 } from "ajv/dist/2020.js"
import * as Either from "effect/Either"
import * as fc from "fast-check"
import { reasoningEfforts } from "../../src/llm/LlmRequest.js"
import { readResponsesBody } from "../../src/provider/readResponsesBody.js"
import { countBytes, generateBytes, request } from "./support.js"

const document = path.resolve(import.meta.dirname, "../fixtures/responses/openapi-subset.json")
const ajv = new Ajv2020({ strict: false })
ajv.addSchema({ $id: "openapi", ...JSON.parse(fs.readFileSync(document, "utf8")) })
const schemas = {
  generate: ajv.compile({ $ref: "openapi#/components/schemas/BenchCreateRequest" }),
  count: ajv.compile({ $ref: "openapi#/components/schemas/BenchInputTokensRequest" })
}

const bytes = (body: unknown): Buffer => Buffer.from(JSON.stringify(body))

const message = fc.record({
  role: fc.constantFrom("user", "assistant", "developer", "system"),
  content: fc.string()
})
const sent = fc.record(
  {
    model: fc.string({ minLength: 1 }),
    instructions: fc.string(),
    input: fc.array(message, { minLength: 1, maxLength: 3 }),
    reasoning: fc.record({ effort: fc.constantFrom(...reasoningEfforts) }),
    max_output_tokens: fc.integer({ min: 16, max: 100_000 }),
    store: fc.constant(false),
    stream: fc.constant(false),
    truncation: fc.constant("disabled")
  },
  { requiredKeys: [] }
)
const junk = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(15, 16, 16.5, "16", true, "auto", [], [{ role: "user" }], {})
)
const keys = [
  "model",
  "instructions",
  "input",
  "reasoning",
  "max_output_tokens",
  "store",
  "stream",
  "truncation",
  "seed",
  "metadata"
]

/** Bodies of ours, and bodies that differ from them in a place or two. */
const body = fc
  .tuple(sent, fc.dictionary(fc.constantFrom(...keys), junk, { maxKeys: 2 }))
  .map(([known, other]) => ({ ...known, ...other }))

describe("what the provider takes", () => {
  it.each(["generate", "count"] as const)("is what the closed schema of %s says", (operation) => {
    let accepted = 0
    fc.assert(
      fc.property(body, (given) => {
        const ours = operation === "generate" ? given : without(given, generationOnly)
        const json: unknown = JSON.parse(JSON.stringify(ours))
        // The schema has no upper bound; we count in safe integers.
        const limit: unknown = given.max_output_tokens
        fc.pre(!Number.isInteger(limit) || Number.isSafeInteger(limit))
        const read = readResponsesBody(operation, bytes(json))
        accepted += Either.isRight(read) ? 1 : 0
        expect(Either.isRight(read)).toBe(schemas[operation](json))
      }),
      { numRuns: 3000 }
    )
    expect(accepted).toBeGreaterThan(50)
  })

  it("is what we send, field by field", () => {
    expect(readResponsesBody("generate", Buffer.from(generateBytes()))).toEqual(Either.right(request))
    expect(readResponsesBody("count", Buffer.from(countBytes()))).toEqual(
      Either.right({ ...request, maxOutputTokens: 0 })
    )
    const plain = generateBytes({ reasoningEffort: null })
    expect(readResponsesBody("generate", Buffer.from(plain))).toEqual(
      Either.right({ ...request, reasoningEffort: null })
    )
  })

  const good = JSON.parse(Buffer.from(generateBytes()).toString())

  it.each([
    [{ ...good, seed: 1 }, "seed", "unknown_parameter"],
    [{ ...good, model: undefined }, "model", "missing_required_parameter"],
    [{ ...good, model: 5 }, "model", "invalid_type"],
    [{ ...good, input: "text" }, "input", "invalid_type"],
    [{ ...good, input: [{ role: "user", content: "x", name: "y" }] }, "input[0].name", "unknown_parameter"],
    [{ ...good, reasoning: { effort: "huge" } }, "reasoning.effort", "unsupported_value"],
    [{ ...good, max_output_tokens: 15 }, "max_output_tokens", "integer_below_min_value"],
    [{ ...good, stream: true }, "stream", "unsupported_value"]
  ])("says what is wrong: %#", (given, param, code) => {
    expect(readResponsesBody("generate", bytes(given))).toMatchObject(Either.left({ param, code }))
  })

  const format = { type: "json_schema", name: "sum", schema: { type: "object" }, strict: true }
  const { type: _, ...asked } = format

  it("takes a format, and counts it", () => {
    expect(readResponsesBody("generate", bytes({ ...good, text: { format } }))).toEqual(
      Either.right({ ...request, format: asked })
    )
    const counted = without({ ...good, text: { format } }, ["max_output_tokens", "store", "truncation"])
    const { stream: __, ...body } = counted as { readonly stream: unknown }
    expect(readResponsesBody("count", bytes(body))).toMatchObject(Either.right({ format: asked }))
  })

  it.each([
    [{ format: { ...format, type: "text" } }, "text.format.type"],
    [{ format: { ...format, name: "a name" } }, "text.format.name"],
    [{ format: { ...format, strict: undefined } }, "text.format.strict"],
    [{ format: { ...format, schema: [] } }, "text.format.schema"],
    [{ format: { ...format, seed: 1 } }, "text.format.seed"],
    [{ format, verbosity: "low" }, "text.verbosity"],
    [null, "text"]
  ])("says what is wrong with a format: %#", (text, param) => {
    expect(readResponsesBody("generate", bytes({ ...good, text }))).toMatchObject(Either.left({ param }))
  })

  it.each(["", "{", "[]", "null", "5", '{"model":"x"}}', "\ufeff{}"])(
    "refuses %j, which is no JSON object",
    (text) => {
      expect(readResponsesBody("generate", Buffer.from(text))).toMatchObject(
        Either.left({ message: expect.stringContaining("could not parse") })
      )
    }
  )

  it("refuses bytes that are no UTF-8", () => {
    const broken = Buffer.from(generateBytes()).fill(0xff, 30, 31)
    expect(readResponsesBody("generate", broken)).toMatchObject(Either.left({ param: null }))
  })
})

const generationOnly = ["max_output_tokens", "store", "stream", "truncation"]

/** Most of the time: an occasional stray field is part of the test. */
const without = (given: object, dropped: ReadonlyArray<string>): object =>
  Object.fromEntries(Object.entries(given).filter(([key, value]) => !dropped.includes(key) || value === true))
