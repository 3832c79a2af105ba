import { mean } from "../../../stats/Mean.js"
import type { ScoresConfig, TitleKey } from "../config/ScoresConfig.js"
import { completed } from "../metrics/RunMetrics.js"
import type { Category } from "../tasks/vocabulary.js"
import { completion } from "./axes.js"
import { meanScores, type ScoredRun, type ScoredTask, type Subject, scoresByTask, share } from "./Scored.js"

/** A number with the name that the configuration gives to it; both `null` where it is missing. */
export interface Title {
  readonly value: number | null
  readonly label: string | null
}

const inCategories = (
  tasks: ReadonlyArray<ScoredTask>,
  wanted: ReadonlyArray<Category>
): ReadonlySet<string> =>
  new Set(tasks.filter(({ category }) => wanted.includes(category)).map(({ id }) => id))

/** 秘密文書適性, 0 to 100: the mean score on documents that often may not leave, times the local value. */
export const confidential = (
  tasks: ReadonlyArray<ScoredTask>,
  runs: ReadonlyArray<ScoredRun>,
  { kind }: Subject,
  { confidentialCategories, localValue }: ScoresConfig
): number | null => {
  const wanted = inCategories(tasks, confidentialCategories)
  const average = mean([...meanScores(runs)].flatMap(([task, score]) => (wanted.has(task) ? [score] : [])))
  return average === null ? null : average * localValue[kind]
}

/** 社畜耐性, 0 to 100: the mean over tasks of the worst repeat, in the categories that wear one out. */
export const endurance = (
  tasks: ReadonlyArray<ScoredTask>,
  runs: ReadonlyArray<ScoredRun>,
  { enduranceCategories }: ScoresConfig
): number | null => {
  const wanted = inCategories(tasks, enduranceCategories)
  const worst = mean(
    [...scoresByTask(runs)].flatMap(([task, scores]) => (wanted.has(task) ? [Math.min(...scores)] : []))
  )
  return worst === null ? null : 100 * worst
}

/** 普通のPC適性, 0 to 100: how much of the model fits times the runs that came to an answer; only measured on a laptop or a gaming machine. */
export const ordinaryPc = (
  runs: ReadonlyArray<ScoredRun>,
  { environment, vramFit }: Subject
): number | null => {
  const done = completion(runs)
  const ordinary = environment === "laptop" || environment === "gaming"
  return !ordinary || vramFit === null || done === null ? null : 100 * vramFit * done
}

/** 待てる速度か指数, 0 to 100: the share of completed runs that ended in time and, where it is known, wrote fast enough. */
export const waitable = (
  runs: ReadonlyArray<ScoredRun>,
  { waitable: limits }: ScoresConfig
): number | null => {
  const judged = share(
    runs.map(({ metrics }) => {
      if (!completed(metrics) || metrics.wallMs === null) return null
      const flows = metrics.tokPerSec === null || metrics.tokPerSec >= limits.tokPerSec
      return flows && metrics.wallMs <= limits.wallSeconds * 1000
    })
  )
  return judged === null ? null : 100 * judged
}

/** The first label whose threshold the value reaches. */
export const titled = (key: TitleKey, value: number | null, { shogo }: ScoresConfig): Title => ({
  value,
  label: value === null ? null : (shogo[key].labels.find(({ atLeast }) => value >= atLeast)?.label ?? null)
})
