import { describe, expect, it } from "@effect/vitest"
import { auditProblems } from "../../../src/experiments/assist-premise/problems/auditProblems.js"
import { isControl } from "../../../src/experiments/assist-premise/problems/Problem.js"
import { Evaluator } from "../../../src/experiments/assist-premise/schedule/Evaluator.js"
import { prelude2026 } from "../../../src/experiments/assist-premise/schedule/prelude2026.js"
import { problemOf, publicSet, regressionSet } from "./data.js"
import { witnessed, witnesses } from "./witness.js"

describe("the regression set", () => {
  it("has 25 requirements in which nothing is open, each read in one way", () => {
    const { problems } = regressionSet
    expect(problems.length).toBe(25)
    expect(problems.every(isControl)).toBe(true)
    expect(problems.map(({ interpretations }) => interpretations.length)).toEqual(problems.map(() => 1))
  })

  it("passes the audit", () => {
    const { checks, headline } = auditProblems(regressionSet, new Evaluator(prelude2026))
    expect(headline).toBe("25/25 問 pass（25 組）")
    expect(checks.filter(({ passed }) => !passed)).toEqual([])
  })

  it.each(witnesses)("$id has the points that plain arithmetic on dates gives", (witness) => {
    const problem = problemOf(witness.id, regressionSet)
    expect(problem.expected).toEqual(witnessed(witness, problem))
    expect(problem.expected.length).toBeGreaterThan(2)
    expect(problem.allDay).toBe(witness.time === undefined)
  })

  it("has a witness for each, and shares no requirement with the public problems", () => {
    expect(witnesses.map(({ id }) => id)).toEqual(regressionSet.problems.map(({ id }) => id))
    const known = new Set(publicSet.problems.map(({ prompt }) => prompt))
    expect(regressionSet.problems.filter(({ prompt }) => known.has(prompt))).toEqual([])
  })

  it("begins no range before the day that the prelude calls today, so that a rule without a beginning cannot be cut short", () => {
    expect(regressionSet.problems.filter(({ from }) => from < prelude2026.asOf)).toEqual([])
  })

  it("says what to do wherever a point in its range falls on a day off", () => {
    const settled = /土日|祝日|休日|営業日/
    const off = new Set(prelude2026.holidays.days.map(({ date }) => date))
    const touching = regressionSet.problems.filter(({ expected }) =>
      expected.some((point) => off.has(point.slice(0, 10)))
    )
    expect(touching.length).toBeGreaterThan(5)
    expect(touching.filter(({ prompt }) => !settled.test(prompt))).toEqual([])
  })
})
