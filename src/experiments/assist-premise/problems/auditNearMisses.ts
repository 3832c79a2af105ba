import type { AuditCheck } from "../../../pipeline/Experiment.js"
import { matchingKey } from "./findPoints.js"
import type { NearMiss, Problem } from "./Problem.js"

/** Readings that are not accepted match none that is, but for those that say which one has the same points. */
export const auditNearMisses = (
  problems: ReadonlyArray<Problem>,
  nearMisses: ReadonlyArray<NearMiss>
): AuditCheck => {
  const wrong = nearMisses.flatMap(({ id, key, points, sameAs }) => {
    const problem = problems.find((one) => one.id === id)
    if (problem === undefined) return [`${id} ${key}: there is no such problem`]
    const matched = matchingKey(problem, points)
    return matched === sameAs
      ? []
      : [`${id} ${key}: matches ${matched ?? "nothing"}, not ${sameAs ?? "nothing"}`]
  })
  const rejected = nearMisses.filter(({ sameAs }) => sameAs === null).length
  return {
    name: "near misses match no accepted reading, or the one that they name",
    passed: nearMisses.length > 0 && wrong.length === 0,
    checked: nearMisses.length,
    detail:
      wrong.length === 0
        ? `${rejected} rejected, ${nearMisses.length - rejected} with the points of an accepted reading`
        : wrong.slice(0, 5).join("; ")
  }
}
