import type { AuditCheck } from "../../../pipeline/Experiment.js"
import { matchingKey } from "./findPoints.js"
import type { NearMiss, Problem } from "./Problem.js"

/** Readings that are not accepted match none that is, but for those that say which one has the same points. */
export const auditNearMisses = (
  problems: ReadonlyArray<Problem>,
  nearMisses: ReadonlyArray<NearMiss>
): AuditCheck => {
  const found = nearMisses.map(({ id, key, points, sameAs }) => {
    const problem = problems.find((one) => one.id === id)
    const matched = problem === undefined ? null : matchingKey(problem, points)
    const wrong =
      problem === undefined
        ? "there is no such problem"
        : `matches ${matched ?? "nothing"}, not ${sameAs ?? "nothing"}`
    const right = problem !== undefined && matched === sameAs
    return { sameAs, wrong: right ? null : `${id} ${key}: ${wrong}` }
  })
  const wrong = found.flatMap((one) => one.wrong ?? [])
  const right = found.filter((one) => one.wrong === null)
  const rejected = right.filter(({ sameAs }) => sameAs === null).length
  return {
    name: `near misses: ${rejected} match no accepted reading, ${right.length - rejected} the one that they name`,
    passed: nearMisses.length > 0 && wrong.length === 0,
    checked: nearMisses.length,
    detail: wrong.slice(0, 5).join("; ")
  }
}
