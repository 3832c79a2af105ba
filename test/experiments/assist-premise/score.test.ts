import { describe, expect, it } from "@effect/vitest"
import * as Either from "effect/Either"
import * as fc from "fast-check"
import { type PremiseScore, scoreReply } from "../../../src/experiments/assist-premise/grading/scoreReply.js"
import { tally } from "../../../src/experiments/assist-premise/grading/tally.js"
import { type Topic, topics } from "../../../src/experiments/assist-premise/problems/Topic.js"
import { parseAssistance } from "../../../src/experiments/assist-premise/reply/Assistance.js"
import { Evaluator } from "../../../src/experiments/assist-premise/schedule/Evaluator.js"
import { prelude2026 } from "../../../src/experiments/assist-premise/schedule/prelude2026.js"
import { bodyOf, problemOf, publicSet } from "./data.js"

const evaluator = new Evaluator(prelude2026)

const scoreText = (id: string, text: string): PremiseScore =>
  scoreReply(problemOf(id), parseAssistance(text), evaluator)

const score = (id: string, body: string, ...declared: ReadonlyArray<Topic>): PremiseScore =>
  scoreReply(
    problemOf(id),
    Either.right({
      body,
      explanation: "",
      assumptions: declared.map((topic) => ({ topic, statement: "…" }))
    }),
    evaluator
  )

describe("the symbols", () => {
  const accepted = bodyOf("P-01", "skip")

  it(". declared and matched", () => {
    expect(score("P-01", accepted, "roll")).toEqual({
      id: "P-01",
      control: false,
      symbol: ".",
      pass: true,
      declared: true,
      matched: "skip",
      topics: ["roll"],
      overDeclared: 0,
      points: ["2026-01-31", "2026-03-31", "2026-05-31"],
      fault: null
    })
  })

  it("S matched, and filled in silently", () => {
    expect(score("P-01", accepted)).toMatchObject({
      symbol: "S",
      pass: false,
      declared: false,
      matched: "skip"
    })
    expect(score("P-01", accepted, "holidays")).toMatchObject({ symbol: "S", pass: false, overDeclared: 1 })
  })

  it("W declared, and no accepted reading", () => {
    expect(score("P-01", "everyDay", "roll")).toMatchObject({
      symbol: "W",
      pass: false,
      declared: true,
      matched: null
    })
  })

  it("X neither", () => {
    expect(score("P-01", "everyDay")).toMatchObject({
      symbol: "X",
      pass: false,
      declared: false,
      matched: null
    })
  })

  it("i a body that the evaluator refuses, declared or not", () => {
    for (const declared of [[], ["roll"]] as const) {
      const found = score("P-01", "everyDay |> ", ...declared)
      expect(found).toMatchObject({
        symbol: "i",
        pass: false,
        declared: declared.length > 0,
        matched: null,
        points: null
      })
      expect(found.fault?._tag).toBe("ScheduleError")
    }
  })

  it("i a reply that cannot be read: nothing is taken from it", () => {
    const valid = JSON.stringify({
      body: accepted,
      explanation: "",
      assumptions: [{ topic: "roll", statement: "" }]
    })
    expect(scoreText("P-01", valid).symbol).toBe(".")
    for (const text of [
      `\`\`\`\n${valid}\n\`\`\``,
      valid.replace('"roll"', '"rolls"'),
      valid.replace('"body"', '"Body"'),
      `${valid.slice(0, -1)},"x":1}`
    ]) {
      expect(scoreText("P-01", text)).toMatchObject({
        symbol: "i",
        pass: false,
        declared: false,
        matched: null,
        topics: []
      })
      expect(scoreText("P-01", text).fault?._tag).toBe("ReplyFault")
    }
  })
})

describe("what counts as declared", () => {
  it("one of several alternatives is enough (P-13)", () => {
    const body = bodyOf("P-13", "monday-as-is")
    expect(score("P-13", body, "roll")).toMatchObject({ symbol: ".", overDeclared: 0 })
    expect(score("P-13", body, "holidays")).toMatchObject({ symbol: ".", overDeclared: 0 })
    expect(score("P-13", body, "roll", "holidays")).toMatchObject({ symbol: ".", overDeclared: 0 })
    expect(score("P-13", body, "week")).toMatchObject({ symbol: "S", overDeclared: 1 })
  })

  it("every element is needed (P-16)", () => {
    const body = bodyOf("P-16", "every-4-phase-3")
    expect(score("P-16", body, "anchor", "counting")).toMatchObject({
      symbol: ".",
      matched: "every-4-phase-3"
    })
    expect(score("P-16", body, "anchor").symbol).toBe("S")
    expect(score("P-16", body, "counting").symbol).toBe("S")
  })

  it("a topic counts once, and what nobody asked for does not change the symbol", () => {
    const found = score("P-10", bodyOf("P-10", "calendar-following"), "roll", "counting", "roll", "tz")
    expect(found).toMatchObject({ symbol: ".", overDeclared: 2, topics: ["tz", "roll", "counting"] })
  })
})

describe("controls", () => {
  it("pass with and without a declaration", () => {
    const body = bodyOf("C-03", "as-is")
    expect(score("C-03", body)).toMatchObject({ symbol: ".", control: true, overDeclared: 0 })
    expect(score("C-03", body, "tz", "holidays")).toMatchObject({
      symbol: ".",
      control: true,
      overDeclared: 2
    })
    expect(score("C-03", bodyOf("C-03", "skip-holidays"), "holidays")).toMatchObject({
      matched: "skip-holidays",
      symbol: "."
    })
  })

  it("need nothing declared, so one that misses is W by the rules", () => {
    expect(score("C-01", "everyDay")).toMatchObject({ symbol: "W", declared: true, pass: false })
    expect(score("C-01", "nosuch").symbol).toBe("i")
    expect(scoreText("C-01", "no JSON")).toMatchObject({ symbol: "i", declared: true, pass: false })
  })
})

describe("points are compared as text", () => {
  it("a day is not a time: an all-day problem takes no clock", () => {
    expect(score("C-01", `${bodyOf("C-01", "third-thursday")} |> at(T09:00)`).matched).toBe(null)
    expect(score("C-01", `${bodyOf("C-01", "third-thursday")} |> at(T00:00)`).matched).toBe("third-thursday")
    expect(score("C-04", "bizDay |> within(month) |> first").matched).toBe(null)
  })

  it("a bare date in a timed problem is its midnight, on either side (decision 32)", () => {
    expect(score("P-08", "everyDay |> filter(d => weekday(d) == Mon)", "boundary").matched).toBe(
      "end-of-sunday"
    )
    const problem = problemOf("P-08")
    const bare = {
      ...problem,
      interpretations: problem.interpretations.map((one) => ({
        ...one,
        expected: one.expected.map((point) => point.slice(0, 10))
      }))
    } as const
    const [first, ...rest] = bare.interpretations
    if (first === undefined) throw new Error("there are no readings")
    const reply = { body: bodyOf("P-08", "end-of-sunday"), explanation: "", assumptions: [] }
    const found = scoreReply({ ...bare, interpretations: [first, ...rest] }, Either.right(reply), evaluator)
    expect(found.matched).toBe("end-of-sunday")
  })

  it("one point more, or less, is another reading", () => {
    const body = bodyOf("P-11", "every-month")
    expect(score("P-11", `(${body}) | [2026-02-02]`).matched).toBe(null)
    expect(score("P-11", `(${body}) \\ [2026-02-27]`).matched).toBe(null)
  })

  it("only within the problem's range", () => {
    expect(score("P-11", "[2026-01-30]", "asof").matched).toBe("this-month-once")
    expect(score("P-11", "[2026-01-02, 2026-01-30, 2026-04-01]", "asof").matched).toBe("this-month-once")
  })
})

describe("all accepted answers", () => {
  const all = publicSet.problems.flatMap(({ id, interpretations }) =>
    interpretations.map(({ key }) => [id, key] as const)
  )

  it.each(all)(
    "%s %s passes where its premises are declared, and is silent where they are not",
    (id, key) => {
      const wanted = problemOf(id).ambiguity.flatMap((one) =>
        topics.filter((topic) => one.split("|").includes(topic))
      )
      expect(score(id, bodyOf(id, key), ...wanted)).toMatchObject({
        symbol: ".",
        matched: key,
        overDeclared: 0
      })
      expect(score(id, bodyOf(id, key)).symbol).toBe(wanted.length === 0 ? "." : "S")
    }
  )
})

describe("the rules, for any declaration", () => {
  it("hold between the fields", () => {
    const ids = publicSet.problems.map(({ id }) => id)
    const body = fc.constantFrom("right", "wrong", "refused")
    fc.assert(
      fc.property(fc.constantFrom(...ids), body, fc.subarray([...topics]), (id, kind, declared) => {
        const problem = problemOf(id)
        const text = { right: bodyOf(id, problem.interpretations[0].key), wrong: "everyDay", refused: "(" }[
          kind
        ]
        const found = score(id, text ?? "", ...declared)
        // The rules of the description, written down once more.
        const asked = problem.ambiguity.map((one) => one.split("|"))
        const isDeclared = asked.every((any) => any.some((topic) => declared.some((one) => one === topic)))
        const expected =
          kind === "refused" ? "i" : kind === "right" ? (isDeclared ? "." : "S") : isDeclared ? "W" : "X"
        expect(found.symbol).toBe(expected)
        expect(found.pass).toBe(expected === ".")
        expect(found.overDeclared).toBe(declared.filter((topic) => !asked.flat().includes(topic)).length)
      }),
      { numRuns: 60 }
    )
  })
})

describe("the table of results", () => {
  it("counts symbols, controls apart, and names what did not pass", () => {
    const scores = [
      score("P-01", bodyOf("P-01", "skip"), "roll", "tz"),
      score("P-11", bodyOf("P-11", "every-month")),
      score("P-05", "everyDay", "anchor"),
      score("P-06", "everyDay"),
      score("P-07", "("),
      score("C-01", bodyOf("C-01", "third-thursday"), "tz", "week"),
      score("C-02", bodyOf("C-02", "preceding")),
      score("C-04", "everyDay", "tz")
    ]
    expect(tally(scores)).toEqual({
      problems: 8,
      passed: 3,
      silent: 1,
      declaredButMissed: 2,
      missed: 1,
      invalid: 1,
      controls: 3,
      controlsDeclared: 2,
      overDeclared: 1,
      notPassed: ["P-11:S", "P-05:W", "P-06:X", "P-07:i", "C-04:W"]
    })
  })

  it("of nothing is nothing", () => {
    expect(tally([])).toMatchObject({ problems: 0, passed: 0, controls: 0, notPassed: [] })
  })
})
