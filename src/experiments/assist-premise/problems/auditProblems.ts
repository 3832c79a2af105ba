import * as Either from "effect/Either"
import type { AuditCheck } from "../../../pipeline/Experiment.js"
import type { Evaluator } from "../schedule/Evaluator.js"
import { findPoints, samePoints } from "./findPoints.js"
import { type Answers, normalPoints, type Problem } from "./Problem.js"
import type { ProblemSet } from "./readProblems.js"

export interface ProblemAudit {
  readonly checks: ReadonlyArray<AuditCheck>
  /** As the benchmark's own self-check says it: `21/21 問 pass（46 組）`. */
  readonly headline: string
  /** Whether the headline counts all problems as passed. What else is wrong stands in `checks` alone. */
  readonly answered: boolean
}

/**
 * Whether the data say what they claim, without a model: every answer is evaluated and compared with the points of its interpretation, as text.
 * A set that does not pass must not be used.
 */
export const auditProblems = ({ answers, problems }: ProblemSet, evaluator: Evaluator): ProblemAudit => {
  const bodies = pairs(problems, answers)
  const wrong = bodies.flatMap((one) => {
    const problem = wrongAnswer(one, evaluator)
    return problem === null ? [] : [{ id: one.problem.id, problem }]
  })
  const unpaired = problems.flatMap((problem) => pairingProblems(problem, answers))
  const unknown = answers.flatMap(({ id }) =>
    problems.some((problem) => problem.id === id) ? [] : [`${id} is no problem`]
  )
  const failed = new Set([...wrong, ...unpaired].map(({ id }) => id))
  return {
    answered: failed.size === 0,
    headline: `${problems.length - failed.size}/${problems.length} 問 pass（${bodies.length} 組）`,
    checks: [
      check("every answer has the points of its interpretation", bodies.length, wrong.map(said)),
      check("every interpretation has one answer, in the same order", problems.length, [
        ...unpaired.map(said),
        ...unknown
      ]),
      check(
        "expected points are those of the first interpretation",
        problems.length,
        problems.flatMap(expectedProblems)
      ),
      check(
        "points ascend, lie in the range and are written as the evaluator writes them",
        bodies.length,
        problems.flatMap((one) => pointProblems(one, evaluator))
      ),
      check(
        "every interpretation has a point in the range",
        bodies.length,
        problems.flatMap(({ id, interpretations }) =>
          interpretations.flatMap(({ expected, key }) => (expected.length === 0 ? [`${id} ${key}`] : []))
        )
      ),
      check("interpretations of a problem differ pairwise", bodies.length, problems.flatMap(alikeProblems)),
      check("no two problems ask for the same", problems.length, repeatedPrompts(problems)),
      check("no topic is asked for twice in a problem", problems.length, problems.flatMap(repeatedTopics))
    ]
  }
}

interface Pair {
  readonly problem: Problem
  readonly key: string
  readonly expected: ReadonlyArray<string>
  readonly body: string
}

const pairs = (problems: ReadonlyArray<Problem>, answers: ReadonlyArray<Answers>): ReadonlyArray<Pair> =>
  problems.flatMap((problem) => {
    const bodies = answers.find(({ id }) => id === problem.id)?.bodies ?? []
    return problem.interpretations.flatMap(({ expected, key }) => {
      const body = bodies.find((one) => one.key === key)?.body
      return body === undefined ? [] : [{ problem, key, expected, body }]
    })
  })

const wrongAnswer = ({ body, expected, key, problem }: Pair, evaluator: Evaluator): string | null =>
  Either.match(findPoints(evaluator, problem, body), {
    onLeft: ({ message }) => `${problem.id} ${key}: ${message}`,
    onRight: (points) =>
      samePoints(problem, points, expected)
        ? null
        : `${problem.id} ${key}: found ${shown(points)}, expected ${shown(expected)}`
  })

const shown = (points: ReadonlyArray<string>): string =>
  points.length === 0 ? "no points" : points.slice(0, 12).join(" ") + (points.length > 12 ? " …" : "")

interface Finding {
  readonly id: string
  readonly problem: string
}

const said = ({ problem }: Finding): string => problem

const pairingProblems = (
  { id, interpretations }: Problem,
  answers: ReadonlyArray<Answers>
): ReadonlyArray<Finding> => {
  const keys = interpretations.map(({ key }) => key).join(", ")
  const found = answers
    .find((one) => one.id === id)
    ?.bodies.map(({ key }) => key)
    .join(", ")
  if (found === keys) return []
  return [{ id, problem: `${id} has answers for ${found ?? "nothing"}, and interpretations ${keys}` }]
}

const expectedProblems = (problem: Problem): ReadonlyArray<string> =>
  samePoints(problem, problem.expected, problem.interpretations[0].expected) ? [] : [problem.id]

const pointProblems = (problem: Problem, evaluator: Evaluator): ReadonlyArray<string> =>
  problem.interpretations.flatMap(({ expected, key }) => {
    const points = normalPoints(expected, problem)
    const [from, to] = [evaluator.read(problem.from), evaluator.read(problem.to)]
    const good = points.every((point, index) => {
      const at = evaluator.read(point)
      return (
        at !== null &&
        evaluator.write(at, { timed: !problem.allDay }) === point &&
        at >= (from ?? Infinity) &&
        at < (to ?? -Infinity) &&
        at > (evaluator.read(points[index - 1] ?? "") ?? -Infinity)
      )
    })
    return good ? [] : [`${problem.id} ${key}`]
  })

const alikeProblems = (problem: Problem): ReadonlyArray<string> =>
  problem.interpretations.flatMap((one, index) =>
    problem.interpretations
      .slice(0, index)
      .filter((other) => other.key === one.key || samePoints(problem, other.expected, one.expected))
      .map((other) => `${problem.id} ${other.key} and ${one.key}`)
  )

const repeatedPrompts = (problems: ReadonlyArray<Problem>): ReadonlyArray<string> =>
  problems.flatMap((one, index) =>
    problems
      .slice(0, index)
      .flatMap((other) => (other.prompt === one.prompt ? [`${other.id} and ${one.id}`] : []))
  )

const repeatedTopics = ({ ambiguity, id }: Problem): ReadonlyArray<string> => {
  const all = ambiguity.flatMap((element) => element.split("|"))
  return new Set(all).size === all.length ? [] : [id]
}

const check = (name: string, checked: number, problems: ReadonlyArray<string>): AuditCheck => ({
  name,
  passed: checked > 0 && problems.length === 0,
  checked,
  detail: problems.slice(0, 5).join("; ")
})
