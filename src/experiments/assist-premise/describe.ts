import * as Effect from "effect/Effect"
import type { ReadError, SavedPlan } from "../../pipeline/Experiment.js"
import type { PlannedTrial } from "../../records/PlannedTrial.js"
import { decodeProtocol } from "./Protocol.js"

/** The readings of a trial's problem, for `show`. */
export const describe = (
  { protocol }: SavedPlan,
  { goldId }: PlannedTrial
): Effect.Effect<ReadonlyArray<{ readonly title: string; readonly text: string }>, ReadError> =>
  Effect.map(Effect.orDie(decodeProtocol(protocol)), ({ answers, problems }) => {
    const problem = problems.find(({ id }) => id === goldId)
    if (problem === undefined) return []
    const bodies = answers.find(({ id }) => id === goldId)?.bodies ?? []
    const { ambiguity, from, interpretations, to } = problem
    return [
      {
        title: "range and what must be declared",
        text: `${from}..${to} (half-open); ${ambiguity.length === 0 ? "nothing: a control" : ambiguity.join(", ")}`
      },
      ...interpretations.map(({ assumption, expected, key }) => ({
        title: `reading ${key}`,
        text: [assumption, bodies.find((one) => one.key === key)?.body ?? "", expected.join(" ")].join("\n")
      }))
    ]
  })
