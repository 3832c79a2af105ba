import { mean } from "../../../stats/Mean.js"
import type { RunMetrics } from "../metrics/RunMetrics.js"
import type { Category, Environment } from "../tasks/vocabulary.js"

/** A task, as far as scores need it. */
export interface ScoredTask {
  readonly id: string
  readonly category: Category
  readonly environments: Readonly<Record<Environment, number>>
}

/** One run of a subject on a task, graded. */
export interface ScoredRun {
  readonly subject: string
  readonly task: string
  readonly repeat: number
  /** From 0 to 1; `null`: missing, since nothing could be graded. A wrong answer is 0, a failure of the infrastructure is missing. */
  readonly score01: number | null
  readonly passed: boolean | null
  readonly formatKept: boolean | null
  /** Whether it said nothing that the documents do not hold; `null` where the task has no way to tell. */
  readonly grounded: boolean | null
  readonly metrics: RunMetrics
}

export interface Subject {
  readonly id: string
  readonly kind: "local" | "cloud"
  /** The share of the model that lies in the graphics card's memory, 0 to 1; `null`: not measured, or a cloud. */
  readonly vramFit: number | null
  /** Whether the model or program could be installed as its page says; `null`: not tried. */
  readonly installed: boolean | null
  /** The machine on which it was measured; `null` for a cloud. */
  readonly environment: Environment | null
}

/** The mean over repeats, by task; tasks without any score are not in it. */
export const meanScores = (runs: ReadonlyArray<ScoredRun>): ReadonlyMap<string, number> => {
  const means = new Map<string, number>()
  for (const [task, scores] of scoresByTask(runs)) {
    const average = mean(scores)
    if (average !== null) means.set(task, average)
  }
  return means
}

/** Every score that is there, by task, in the order of the runs. */
export const scoresByTask = (runs: ReadonlyArray<ScoredRun>): ReadonlyMap<string, ReadonlyArray<number>> => {
  const found = new Map<string, Array<number>>()
  for (const { score01, task } of runs) {
    if (score01 === null) continue
    const scores = found.get(task)
    if (scores === undefined) found.set(task, [score01])
    else scores.push(score01)
  }
  return found
}

export const runsOf = (
  runs: ReadonlyArray<ScoredRun>,
  { id }: Pick<Subject, "id">
): ReadonlyArray<ScoredRun> => runs.filter(({ subject }) => subject === id)

/** Parts with weights; those that are missing are left out of the mean and named. `null` where none is there. */
export const weightedParts = (
  parts: ReadonlyArray<{ readonly name: string; readonly weight: number; readonly value: number | null }>
): { readonly value: number | null; readonly missing: ReadonlyArray<string> } => {
  let total = 0
  let weight = 0
  for (const part of parts) {
    if (part.value === null) continue
    total += part.weight * part.value
    weight += part.weight
  }
  return {
    value: weight === 0 ? null : total / weight,
    missing: parts.flatMap(({ name, value }) => (value === null ? [name] : []))
  }
}

export const share = (flags: ReadonlyArray<boolean | null>): number | null =>
  mean(flags.filter((flag) => flag !== null).map(Number))
