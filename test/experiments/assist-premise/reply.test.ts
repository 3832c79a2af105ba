import { describe, expect, it } from "@effect/vitest"
import { Ajv } from "ajv"
import * as Either from "effect/Either"
import * as fc from "fast-check"
import { topics } from "../../../src/experiments/assist-premise/problems/Topic.js"
import { parseAssistance, replyLimits } from "../../../src/experiments/assist-premise/reply/Assistance.js"
import { answerFormat, answerSchema } from "../../../src/experiments/assist-premise/reply/answerFormat.js"

const good = {
  body: "monthEnd",
  explanation: "月末。",
  assumptions: [{ topic: "roll", statement: "月末と読んだ。" }]
}

const verdict = (text: string): string =>
  Either.match(parseAssistance(text), {
    onLeft: ({ kind, path }) => `${kind} ${path}`.trim(),
    onRight: () => "read"
  })

const verdictOf = (value: unknown): string => verdict(JSON.stringify(value))

describe("reading an assistant's reply", () => {
  it("gives the three fields", () => {
    expect(Either.getOrThrow(parseAssistance(JSON.stringify(good)))).toEqual(good)
    expect(
      Either.getOrThrow(parseAssistance('\n{ "assumptions" : [], "explanation":"", "body":"" }\r\n'))
    ).toEqual({
      body: "",
      explanation: "",
      assumptions: []
    })
  })

  it("takes each of the nine topics, and no other spelling", () => {
    expect([...topics]).toEqual("tz week roll holidays fiscal anchor counting asof boundary".split(" "))
    for (const topic of topics)
      expect(verdictOf({ ...good, assumptions: [{ topic, statement: "" }] })).toBe("read")
    for (const topic of ["TZ", "tz ", "holiday", "", "roll|holidays", "休日", "toString"])
      expect(verdictOf({ ...good, assumptions: [{ topic, statement: "" }] })).toBe(
        "unknown_topic assumptions[0].topic"
      )
  })

  it.each([
    ["a code fence", `\`\`\`json\n${JSON.stringify(good)}\n\`\`\``, "not_json"],
    ["text before", `こちらです。${JSON.stringify(good)}`, "not_json"],
    ["text behind", `${JSON.stringify(good)} 以上`, "not_json"],
    ["two objects", JSON.stringify(good).repeat(2), "not_json"],
    ["nothing", "", "not_json"],
    ["I6 a byte order mark", `\ufeff${JSON.stringify(good)}`, "not_json"],
    ["I2 half of a surrogate pair", '{"body":"\\ud800","explanation":"","assumptions":[]}', "not_json"],
    ["I5 a key twice", '{"body":"a","body":"b","explanation":"","assumptions":[]}', "not_json"],
    ["an array", `[${JSON.stringify(good)}]`, "not_the_shape"],
    ["null", "null", "not_the_shape"],
    ["a number", "1e400", "not_the_shape"]
  ])("refuses %s", (_, text, kind) => {
    expect(verdict(text)).toBe(kind)
  })

  it.each([
    ["a field more", { ...good, confidence: 1 }, "not_the_shape"],
    ["a field less", { body: "", explanation: "" }, "not_the_shape"],
    [
      "a field that every object inherits",
      { body: "", explanation: "", assumptions: [], toString: "" },
      "not_the_shape"
    ],
    ["a body that is no text", { ...good, body: ["monthEnd"] }, "not_the_shape body"],
    ["an explanation that is null", { ...good, explanation: null }, "not_the_shape explanation"],
    ["assumptions as an object", { ...good, assumptions: {} }, "not_the_shape assumptions"],
    ["a topic alone", { ...good, assumptions: ["roll"] }, "not_the_shape assumptions[0]"],
    [
      "an assumption with a field more",
      { ...good, assumptions: [...good.assumptions, { topic: "tz", statement: "", key: 1 }] },
      "not_the_shape assumptions[1]"
    ],
    [
      "an assumption without a statement",
      { ...good, assumptions: [{ topic: "tz" }] },
      "not_the_shape assumptions[0]"
    ],
    [
      "a topic that is a number",
      { ...good, assumptions: [{ topic: 3, statement: "" }] },
      "not_the_shape assumptions[0].topic"
    ],
    [
      "a statement that is a list",
      { ...good, assumptions: [{ topic: "tz", statement: [] }] },
      "not_the_shape assumptions[0].statement"
    ]
  ])("refuses %s, and so does the schema", (_, value, outcome) => {
    expect(verdictOf(value)).toBe(outcome)
    expect(fits(value)).toBe(false)
  })

  it("has limits on its size", () => {
    const many = (count: number) => ({ ...good, assumptions: Array(count).fill(good.assumptions[0]) })
    expect(verdictOf(many(replyLimits.assumptions))).toBe("read")
    expect(verdictOf(many(replyLimits.assumptions + 1))).toBe("too_long assumptions")
    const empty = JSON.stringify({ ...good, explanation: "" }).length
    const long = (characters: number) => ({ ...good, explanation: "x".repeat(characters - empty) })
    expect(verdictOf(long(replyLimits.characters))).toBe("read")
    expect(verdictOf(long(replyLimits.characters + 1))).toBe("too_long")
  })

  it("never quotes the reply", () => {
    for (const text of [
      '{"canary":1}',
      "canary",
      JSON.stringify({ ...good, assumptions: [{ topic: "canary", statement: "" }] })
    ])
      expect(Either.getOrThrow(Either.flip(parseAssistance(text))).message).not.toContain("canary")
  })

  it("never throws, and agrees with the schema on what can be read", () => {
    const value = fc.oneof(
      fc.jsonValue(),
      fc.record({ body: fc.string(), explanation: fc.string(), assumptions: fc.jsonValue() })
    )
    fc.assert(
      fc.property(value, (json) => {
        // What JSON.stringify writes of a lone surrogate is no Unicode, and the reader's to refuse.
        fc.pre(JSON.stringify(json).isWellFormed() && !/\\ud[89a-f]/.test(JSON.stringify(json)))
        expect(verdictOf(json) === "read").toBe(fits(JSON.parse(JSON.stringify(json))))
      })
    )
  })
})

const validate = new Ajv({ strict: true }).compile(answerSchema)
const fits = (value: unknown): boolean => validate(value) === true

describe("the schema of the reply", () => {
  it("takes what is to be read", () => {
    expect(fits(good)).toBe(true)
    expect(fits({ ...good, assumptions: [] })).toBe(true)
  })

  it("keeps to what strict structured output allows: every field required, no others, no limits", () => {
    expect(answerFormat).toMatchObject({ strict: true, schema: answerSchema })
    expect(answerFormat.name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/)
    const used = [...JSON.stringify(answerSchema).matchAll(/"(\w+)":/g)].map(([, key = ""]) => key)
    const allowed =
      "type description properties required additionalProperties items enum body explanation assumptions topic statement"
    expect([...new Set(used)].filter((key) => !allowed.split(" ").includes(key))).toEqual([])
  })
})
