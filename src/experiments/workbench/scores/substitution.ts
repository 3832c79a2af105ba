import { bootstrapMeans, type Resampling } from "../../../stats/ClusterBootstrap.js"
import { percentile } from "../../../stats/percentile.js"
import { type Category, categories, type Environment, environments } from "../tasks/vocabulary.js"
import { meanScores, runsOf, type ScoredRun, type ScoredTask, type Subject } from "./Scored.js"

/** A local model may be better than the best cloud, but no single task shall carry the mean. */
export const highestRatio = 1.2

/** A mean ratio over so many tasks of those that could be compared; `null`: there is none. */
export interface Rate {
  readonly value: number | null
  readonly tasks: number
  readonly of: number
}

/** 代替率 (specification 6.2): how much of the best cloud's score a subject reaches, 1 being all of it. */
export interface Substitution {
  readonly overall: Rate
  readonly byCategory: Readonly<Record<Category, Rate>>
  /** Weighted by how much each task matters for the class of machine. */
  readonly byEnvironment: Readonly<Record<Environment, Rate>>
  /** The ratios behind it, by task. */
  readonly ratios: ReadonlyMap<string, number>
}

/** By task the best of the clouds' means over repeats; only where it is above 0, since nothing can be a part of nothing. */
export const cloudBest = (
  runs: ReadonlyArray<ScoredRun>,
  subjects: ReadonlyArray<Subject>
): ReadonlyMap<string, number> => {
  const best = new Map<string, number>()
  for (const cloud of subjects.filter(({ kind }) => kind === "cloud")) {
    for (const [task, score] of meanScores(runsOf(runs, cloud))) {
      if (score > (best.get(task) ?? 0)) best.set(task, score)
    }
  }
  return best
}

export const substitution = (
  tasks: ReadonlyArray<ScoredTask>,
  scores: ReadonlyMap<string, number>,
  best: ReadonlyMap<string, number>
): Substitution => {
  const ratios = new Map<string, number>()
  for (const { id } of tasks) {
    const [own, cloud] = [scores.get(id), best.get(id)]
    if (own !== undefined && cloud !== undefined && cloud > 0) ratios.set(id, clamp(own / cloud))
  }
  const rate = (some: ReadonlyArray<ScoredTask>, weightOf: (task: ScoredTask) => number): Rate => {
    const comparable = some.filter((task) => (best.get(task.id) ?? 0) > 0 && weightOf(task) > 0)
    const compared = comparable.flatMap((task) => {
      const ratio = ratios.get(task.id)
      return ratio === undefined ? [] : [{ ratio, weight: weightOf(task) }]
    })
    const weight = compared.reduce((sum, one) => sum + one.weight, 0)
    return {
      value: weight === 0 ? null : compared.reduce((sum, one) => sum + one.weight * one.ratio, 0) / weight,
      tasks: compared.length,
      of: comparable.length
    }
  }
  return {
    overall: rate(tasks, () => 1),
    byCategory: record(categories, (category) =>
      rate(
        tasks.filter((task) => task.category === category),
        () => 1
      )
    ),
    byEnvironment: record(environments, (environment) =>
      rate(tasks, (task) => task.environments[environment])
    ),
    ratios
  }
}

const clamp = (ratio: number): number => Math.min(highestRatio, Math.max(0, ratio))

const record = <K extends string, V>(keys: ReadonlyArray<K>, valueFor: (key: K) => V): Record<K, V> =>
  Object.fromEntries(keys.map((key) => [key, valueFor(key)])) as Record<K, V> // one entry for each of the keys

/** The 95 % percentile interval over tasks drawn again. The cloud's best scores are taken as they are: see `maximumBias`. */
export interface RateInterval {
  readonly low: number
  readonly high: number
  readonly resampling: Resampling
}

/** `null` where fewer than two tasks can be drawn from, or all have the same ratio: a lack of evidence is no certainty. */
export const rateInterval = (ratios: ReadonlyArray<number>, resampling: Resampling): RateInterval | null => {
  if (ratios.length < 2 || ratios.every((ratio) => ratio === ratios[0])) return null
  const [means] = bootstrapMeans([[ratios]], resampling)
  if (means === undefined) return null
  const ascending = means.sort()
  return { low: percentile(ascending, 0.025), high: percentile(ascending, 0.975), resampling }
}
