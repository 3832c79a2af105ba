import type { Task } from "../tasks/Task.js"
import type { Method } from "../tasks/vocabulary.js"
import type { Verdict } from "./Verdict.js"

export interface LayerScore {
  readonly id: string
  readonly method: Method
  readonly weight: number
  /** From 0 to 1; `null`: missing, because no judgement or no exit code is there. */
  readonly score: number | null
  readonly notes: ReadonlyArray<string>
}

/** Specification 4: `score01 = Σ weight × score`. */
export interface TaskScore {
  readonly layers: ReadonlyArray<LayerScore>
  /** `null` where a layer is missing. */
  readonly score01: number | null
  readonly passed: boolean | null
}

/** Each layer with its verdict, in the order of the task. */
export const layerScores = (
  { spec }: Task,
  verdicts: ReadonlyMap<string, Verdict>
): ReadonlyArray<LayerScore> =>
  spec.grade.layers.map(({ id, method, weight }) => {
    const verdict = verdicts.get(id)
    return { id, method, weight, score: verdict?.score ?? null, notes: verdict?.notes ?? [] }
  })

export const taskScore = ({ spec }: Task, layers: ReadonlyArray<LayerScore>): TaskScore => {
  const score01 = weightedSum(layers)
  // Weights such as 0.1 are not exact: what meets the threshold by decimal arithmetic has passed.
  return { layers, score01, passed: score01 === null ? null : score01 >= spec.grade.passThreshold - 1e-9 }
}

/** Everything right is 1 whatever the rounding of the weights. */
const weightedSum = (layers: ReadonlyArray<LayerScore>): number | null => {
  let total = 0
  for (const { score, weight } of layers) {
    if (score === null) return null
    total += weight * score
  }
  return Math.abs(total - 1) <= 1e-9 ? 1 : total
}

/** The mean of the objective layers by weight; `null` where one is missing. */
export const objectiveScore = (layers: ReadonlyArray<LayerScore>): number | null => {
  const objective = layers.filter(({ method }) => method !== "rubric")
  const weight = objective.reduce((sum, layer) => sum + layer.weight, 0)
  let total = 0
  for (const { score, weight: share } of objective) {
    if (score === null) return null
    total += share * score
  }
  return weight === 0 ? null : total / weight
}
