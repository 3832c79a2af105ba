import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Either from "effect/Either"
import { auditNearMisses } from "../../../src/experiments/assist-premise/problems/auditNearMisses.js"
import { auditProblems } from "../../../src/experiments/assist-premise/problems/auditProblems.js"
import type { Problem } from "../../../src/experiments/assist-premise/problems/Problem.js"
import type { ProblemSet } from "../../../src/experiments/assist-premise/problems/readProblems.js"
import { topics } from "../../../src/experiments/assist-premise/problems/Topic.js"
import { Evaluator } from "../../../src/experiments/assist-premise/schedule/Evaluator.js"
import { decodePrelude } from "../../../src/experiments/assist-premise/schedule/Prelude.js"
import { prelude2026 } from "../../../src/experiments/assist-premise/schedule/prelude2026.js"
import { configs, fixture, nearMisses, problemOf, publicSet } from "./data.js"

const evaluator = new Evaluator(prelude2026)

interface Fact {
  readonly id: string
  readonly key: string
  readonly assumption: string
  readonly points: ReadonlyArray<string>
}

const failed = (set: ProblemSet): ReadonlyArray<string> =>
  auditProblems(set, evaluator).checks.flatMap(({ detail, name, passed }) =>
    passed ? [] : [`${name}: ${detail}`]
  )

/** The public set with one problem changed. */
const withProblem = (id: string, change: (problem: Problem) => Problem): ProblemSet => ({
  ...publicSet,
  problems: publicSet.problems.map((one) => (one.id === id ? change(one) : one))
})

describe("the public problems", () => {
  it("are those of the description: requirement, range, topics, order of the readings", () => {
    const facts = fixture<Omit<Problem, "interpretations"> & { interpretations: ReadonlyArray<string> }>(
      "problems.json"
    )
    const ours = publicSet.problems.map(({ allDay, ambiguity, from, id, interpretations, prompt, to }) => ({
      id,
      prompt,
      ambiguity,
      allDay,
      from,
      to,
      interpretations: interpretations.map(({ key }) => key)
    }))
    expect(ours).toEqual(facts)
    expect(ours.length).toBe(21)
  })

  it("accept the readings, with the points, that an independent program computed", () => {
    const ours = publicSet.problems.flatMap(({ id, interpretations }) =>
      interpretations.map(({ assumption, expected, key }) => ({ id, key, assumption, points: expected }))
    )
    const facts = fixture<Fact>("interpretations.json").map(({ assumption, id, key, points }) => ({
      id,
      key,
      assumption,
      points
    }))
    expect(ours).toEqual(facts)
    expect(ours.length).toBe(46)
  })

  it("use each of the nine topics", () => {
    const used = new Set(
      publicSet.problems.flatMap(({ ambiguity }) => ambiguity.flatMap((one) => one.split("|")))
    )
    expect([...used].toSorted()).toEqual([...topics].toSorted())
  })

  it("come with a prelude that is the evaluator's", () => {
    const json: unknown = JSON.parse(fs.readFileSync(path.join(configs, "prelude.json"), "utf8"))
    expect(Either.getOrThrow(decodePrelude(json))).toEqual(prelude2026)
  })
})

describe("the audit of problems", () => {
  it("passes ours", () => {
    const { checks, headline } = auditProblems(publicSet, evaluator)
    expect(headline).toBe("21/21 問 pass（46 組）")
    expect(checks.filter(({ passed }) => !passed)).toEqual([])
    expect(checks.map(({ checked }) => checked)).toEqual([46, 21, 21, 46, 46, 46, 21, 21])
  })

  it("finds an answer with other points, and one that is refused", () => {
    const changed = (body: string): ProblemSet => ({
      ...publicSet,
      answers: publicSet.answers.map((one) =>
        one.id === "C-01" ? { id: "C-01", bodies: [{ key: "third-thursday", body }] } : one
      )
    })
    expect(failed(changed("monthEnd |> take(1, from: 2026-01-05)"))).toEqual([
      "every answer has the points of its interpretation: C-01 third-thursday: found 2026-01-31, expected 2026-01-15 2026-02-19 2026-03-19 2026-04-16"
    ])
    expect(failed(changed("monthEnd |> nosuch"))[0]).toContain("C-01 third-thursday: 1:13 UnknownStage")
    expect(auditProblems(changed("monthEnd"), evaluator)).toMatchObject({
      answered: false,
      headline: "20/21 問 pass（46 組）"
    })
  })

  it("finds a reading without points, which a body that never happens would hit, and any body in an empty range", () => {
    const never = { key: "never", assumption: "無い。", expected: [] }
    const changed = (problem: Problem) => ({
      ...withProblem("C-01", () => problem),
      answers: publicSet.answers.map((one) =>
        one.id === "C-01"
          ? { id: "C-01", bodies: [{ key: "never", body: "everyDay |> within(month) |> nth(32)" }] as const }
          : one
      )
    })
    const problem: Problem = { ...problemOf("C-01"), expected: [], interpretations: [never] }
    const empty: Problem = { ...problem, to: problem.from }
    // Its answer is right all the same, and the headline speaks of answers.
    expect(auditProblems(changed(problem), evaluator)).toMatchObject({
      answered: true,
      headline: "21/21 問 pass（46 組）"
    })
    for (const one of [problem, empty])
      expect(failed(changed(one))).toEqual(["every interpretation has a point in the range: C-01 never"])
  })

  it("finds a missing, a surplus and a swapped answer", () => {
    const { answers } = publicSet
    const named = (set: ProblemSet) => failed(set).map((line) => line.split(": ")[1])
    expect(named({ ...publicSet, answers: answers.slice(1) })).toEqual([
      "P-01 has answers for nothing, and interpretations month-end, skip"
    ])
    expect(
      named({ ...publicSet, answers: [...answers, { id: "P-99", bodies: [{ key: "x", body: "day" }] }] })
    ).toEqual(["P-99 is no problem"])
    const swapped = answers.map(({ bodies: [first, ...rest], id }) => {
      const [second = first, ...others] = rest
      return id === "P-01"
        ? { id, bodies: [second, first, ...others] as const }
        : { id, bodies: [first, ...rest] as const }
    })
    expect(named({ ...publicSet, answers: swapped })).toEqual([
      "P-01 has answers for skip, month-end, and interpretations month-end, skip"
    ])
    expect(auditProblems({ ...publicSet, answers: answers.slice(1) }, evaluator).headline).toBe(
      "20/21 問 pass（44 組）"
    )
  })

  it("finds readings with the same points", () => {
    const twice = withProblem("P-14", (one) => ({
      ...one,
      interpretations: [...one.interpretations, { ...one.interpretations[0], key: "again" }]
    }))
    expect(failed(twice)).toContain("interpretations of a problem differ pairwise: P-14 utc and again")
  })

  it("finds readings with the same key", () => {
    const twice = withProblem("P-01", (one) => ({
      ...one,
      interpretations: [...one.interpretations, { key: "skip", assumption: "…", expected: ["2026-01-31"] }]
    }))
    expect(failed(twice)).toContain("interpretations of a problem differ pairwise: P-01 skip and skip")
  })

  it("compares readings after a bare date is read as midnight (decision 32)", () => {
    const bare = withProblem("P-08", (one) => {
      const [first] = one.interpretations
      const again = { ...first, key: "bare", expected: first.expected.map((point) => point.slice(0, 10)) }
      return { ...one, interpretations: [...one.interpretations, again] }
    })
    expect(failed(bare)).toContain(
      "interpretations of a problem differ pairwise: P-08 end-of-sunday and bare"
    )
    const only = withProblem("P-08", (one) => ({
      ...one,
      expected: one.expected.map((point) => point.slice(0, 10))
    }))
    expect(failed(only)).toEqual([])
  })

  it("finds points that are out of order, outside of the range, or not what the evaluator writes", () => {
    const name = "points ascend, lie in the range and are written as the evaluator writes them"
    const pointed = (id: string, expected: ReadonlyArray<string>) =>
      failed(
        withProblem(id, (one) => {
          const [first, ...rest] = one.interpretations
          return { ...one, expected, interpretations: [{ ...first, expected }, ...rest] }
        })
      ).filter((line) => line.startsWith(name))
    expect(pointed("C-01", ["2026-01-16", "2026-01-15"])).toEqual([`${name}: C-01 third-thursday`])
    expect(pointed("C-01", ["2026-01-15", "2026-01-15"])).toEqual([`${name}: C-01 third-thursday`])
    expect(pointed("C-01", ["2025-12-31"])).toEqual([`${name}: C-01 third-thursday`])
    expect(pointed("C-01", ["2026-05-01"])).toEqual([`${name}: C-01 third-thursday`])
    expect(pointed("C-01", ["2026-02-30"])).toEqual([`${name}: C-01 third-thursday`])
    expect(pointed("C-04", ["2026-01-02T09:30:00"])).toEqual([`${name}: C-04 first-business-day`])
    expect(pointed("C-01", ["2026-01-01", "2026-04-30"])).toEqual([])
  })

  it("finds expected points that are not the first interpretation's, repeated requirements and repeated topics", () => {
    expect(failed(withProblem("P-05", (one) => ({ ...one, expected: [] })))).toEqual([
      "expected points are those of the first interpretation: P-05"
    ])
    expect(failed(withProblem("P-05", (one) => ({ ...one, prompt: problemOf("P-01").prompt })))).toEqual([
      "no two problems ask for the same: P-01 and P-05"
    ])
    expect(failed(withProblem("P-05", (one) => ({ ...one, ambiguity: ["anchor", "roll|anchor"] })))).toEqual([
      "no topic is asked for twice in a problem: P-05"
    ])
  })

  it("does not pass a set without problems", () => {
    const { checks, headline } = auditProblems({ problems: [], answers: [] }, evaluator)
    expect(checks.some(({ passed }) => passed)).toBe(false)
    expect(headline).toBe("0/0 問 pass（0 組）")
  })
})

describe("near misses", () => {
  it("are rejected, but for three that have the points of the reading that they name", () => {
    expect(auditNearMisses(publicSet.problems, nearMisses)).toMatchObject({
      passed: true,
      checked: 20,
      name: "near misses: 17 match no accepted reading, 3 the one that they name",
      detail: ""
    })
    expect(nearMisses).toEqual(fixture("near_misses.json"))
  })

  it("are found where they match another reading, or no problem", () => {
    const [first, ...rest] = nearMisses
    if (first === undefined) throw new Error("there are none")
    const accepted = { ...first, points: problemOf("P-01").expected }
    expect(auditNearMisses(publicSet.problems, [accepted, ...rest])).toMatchObject({
      passed: false,
      name: "near misses: 16 match no accepted reading, 3 the one that they name",
      detail: "P-01 month-end-prev-biz: matches month-end, not nothing"
    })
    expect(auditNearMisses(publicSet.problems, [{ ...first, id: "P-77" }]).passed).toBe(false)
    expect(auditNearMisses(publicSet.problems, []).passed).toBe(false)
  })
})
