import { Ajv2020 } from "ajv/dist/2020.js"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { formatBreaks } from "../../../../src/experiments/workbench/grading/checkExpect.js"
import { schemaBreaks } from "../../../../src/experiments/workbench/grading/matchesSchema.js"
import { type AnswerSchema, answerTypes } from "../../../../src/experiments/workbench/tasks/AnswerSchema.js"
import type { PlainJson } from "../../../../src/experiments/workbench/tasks/strictJson.js"
import type { Expect } from "../../../../src/experiments/workbench/tasks/TaskSpec.js"

const kept = (wanted: Expect, answer: string, files: ReadonlyArray<string> = []): boolean =>
  formatBreaks(wanted, { answer, files: new Map(files.map((name) => [name, new Uint8Array()])) }).length === 0

describe("the form of an answer", () => {
  it.each<[Expect, string, boolean]>([
    [{ format: "json", schema: { type: "object", required: ["a"] } }, '{"a":null}\n', true],
    [{ format: "json", schema: { type: "object", required: ["a"] } }, "{}", false],
    [{ format: "json", schema: {} }, "```json\n{}\n```", false],
    [{ format: "csv", header: ["月", "額"] }, '月,額\r\n4,"1,000"\n', true],
    [{ format: "csv", header: ["月", "額"] }, "月,額\n4,1,000", false],
    [{ format: "csv", header: ["月", "額"] }, "額,月\n1,4", false],
    [{ format: "csv", header: ["月", "額"] }, "```\n月,額\n```", false],
    [{ format: "lines", prefix: "- " }, "- a\n\n- b\n", true],
    [{ format: "lines", prefix: "- " }, "ToDo:\n- a", false],
    [{ format: "lines", prefix: "- " }, " \n", false],
    [{ format: "text", maxChars: 3 }, " 𠮷野家\n", true],
    [{ format: "text", maxChars: 3 }, "吉野家へ", false],
    [{ format: "text", maxChars: 3 }, "", false]
  ])("%j of %j: %s", (wanted, answer, expected) => {
    expect(kept(wanted, answer)).toBe(expected)
  })

  it("of files is that they are there", () => {
    const wanted: Expect = { format: "files", paths: ["a.mjs", "b.mjs"] }
    expect(kept(wanted, "", ["a.mjs", "b.mjs", "c"])).toBe(true)
    expect(kept(wanted, "a.mjs b.mjs", ["a.mjs"])).toBe(false)
  })
})

const key = fc.constantFrom("a", "b", "c")
const schema = fc.letrec<{ schema: AnswerSchema }>((tie) => ({
  schema: fc.record(
    {
      type: fc.oneof(
        fc.constantFrom(...answerTypes),
        fc.uniqueArray(fc.constantFrom(...answerTypes), { minLength: 1 })
      ),
      properties: fc.dictionary(key, tie("schema"), { maxKeys: 2 }),
      required: fc.uniqueArray(key, { maxLength: 2 }),
      items: tie("schema"),
      enum: fc.uniqueArray(fc.constantFrom("a", 1, true, null), { minLength: 1 }),
      additionalProperties: fc.boolean()
    },
    { requiredKeys: [] }
  )
})).schema
const value = fc.letrec<{ value: PlainJson }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom("a", "b", 1, 1.5, true, false, null),
    fc.dictionary(key, tie("value"), { maxKeys: 3 }),
    fc.array(tie("value"), { maxLength: 2 })
  )
})).value

describe("the schema of answers", () => {
  it("is JSON Schema: an independent validator says the same", () => {
    const ajv = new Ajv2020({ strict: false, validateSchema: false })
    let fitting = 0
    fc.assert(
      fc.property(schema, fc.array(value, { minLength: 8, maxLength: 8 }), (wanted, values) => {
        // Compiling takes the time, so each schema sees several values.
        const validate = ajv.compile(wanted)
        for (const found of values) {
          const fits = schemaBreaks(wanted, found).length === 0
          if (fits) fitting++
          expect(fits).toBe(validate(found))
        }
      }),
      { numRuns: 250 }
    )
    expect(fitting).toBeGreaterThan(100)
  })
})
