import * as Effect from "effect/Effect"
import type { ReadError, SavedPlan } from "../../../pipeline/Experiment.js"
import type { PlannedTrial } from "../../../records/PlannedTrial.js"
import { categoryLabels } from "../tasks/vocabulary.js"
import { decodeProtocol } from "./Protocol.js"

/** What a trial's task is about and how it is graded, for `show`. */
export const describe = (
  { protocol }: SavedPlan,
  { goldId }: PlannedTrial
): Effect.Effect<ReadonlyArray<{ readonly title: string; readonly text: string }>, ReadError> =>
  Effect.map(Effect.orDie(decodeProtocol(protocol)), ({ tasks }) => {
    const task = tasks.find(({ spec }) => spec.id === goldId)
    if (task === undefined) return []
    const { category, grade, mode, title, traps, version } = task.spec
    return [
      {
        title: "task",
        text: [
          `${goldId} ${version} (${task.hash.slice(0, 12)}): ${title}`,
          `${categoryLabels[category]}, ${mode}, traps: ${traps.join(", ")}`,
          `passes from ${grade.passThreshold}`
        ].join("\n")
      },
      {
        title: "layers",
        text: grade.layers.map(({ id, method, weight }) => `${weight} ${id} (${method})`).join("\n")
      }
    ]
  })
