import type { Resampling } from "../../../stats/ClusterBootstrap.js"
import type { CostConfig } from "../config/CostConfig.js"
import { type Axis, axes, type ScoresConfig, type TitleKey } from "../config/ScoresConfig.js"
import { type MetricsSummary, summarise } from "../metrics/summarise.js"
import { type AxisScore, quality, reliability, setup, speed } from "./axes.js"
import { type Economy, economy, patterns, payingPatterns } from "./economy.js"
import { meanScores, runsOf, type ScoredRun, type ScoredTask, type Subject } from "./Scored.js"
import { confidential, endurance, ordinaryPc, type Title, titled, waitable } from "./shogo.js"
import {
  cloudBest,
  type RateInterval,
  rateInterval,
  type Substitution,
  substitution
} from "./substitution.js"

export interface SubjectScores {
  readonly subject: Subject
  readonly axes: Readonly<Record<Axis, AxisScore>>
  /** The axes by their weights, 0 to 100; `null` where an axis is missing as a whole. */
  readonly total: number | null
  readonly substitution: Substitution
  /** Of the overall rate. */
  readonly interval: RateInterval | null
  /** `null` for a cloud. */
  readonly economy: Economy | null
  readonly shogo: Readonly<Record<TitleKey, Title>>
  readonly metrics: MetricsSummary
  /** How many tasks have a score, of how many. */
  readonly tasksScored: number
  readonly tasks: number
}

/** Specification 6 and 7 for every subject, in their order. Pure: the same runs give the same scores, in any order of arrival. */
export const scoreSubjects = (
  input: {
    readonly tasks: ReadonlyArray<ScoredTask>
    readonly subjects: ReadonlyArray<Subject>
    readonly runs: ReadonlyArray<ScoredRun>
  },
  config: { readonly scores: ScoresConfig; readonly cost: CostConfig; readonly resampling: Resampling }
): ReadonlyArray<SubjectScores> => {
  const tasks = input.tasks.toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))
  // Sums of doubles depend on their order, so the order of arrival must not be it.
  const runs = input.runs.toSorted(
    (a, b) => (a.task < b.task ? -1 : a.task > b.task ? 1 : 0) || a.repeat - b.repeat
  )
  const best = cloudBest(runs, input.subjects)
  const mostPaying = largest(
    input.subjects.map((subject) => payingFor(subject, tasks, runsOf(runs, subject), config))
  )
  return input.subjects.map((subject) =>
    scoreOne(subject, tasks, runsOf(runs, subject), { best, mostPaying }, config)
  )
}

const payingFor = (
  subject: Subject,
  tasks: ReadonlyArray<ScoredTask>,
  runs: ReadonlyArray<ScoredRun>,
  { cost, scores }: Parameters<typeof scoreSubjects>[1]
): number | null =>
  subject.environment === null
    ? null
    : payingPatterns(economy(cost, subject.environment, confidential(tasks, runs, subject, scores)))

const largest = (values: ReadonlyArray<number | null>): number | null => {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : Math.max(...known)
}

const scoreOne = (
  subject: Subject,
  tasks: ReadonlyArray<ScoredTask>,
  runs: ReadonlyArray<ScoredRun>,
  { best, mostPaying }: { readonly best: ReadonlyMap<string, number>; readonly mostPaying: number | null },
  { cost, resampling, scores: config }: Parameters<typeof scoreSubjects>[1]
): SubjectScores => {
  const scores = meanScores(runs)
  const rates = substitution(tasks, scores, best)
  const secrecy = confidential(tasks, runs, subject, config)
  const costs = subject.environment === null ? null : economy(cost, subject.environment, secrecy)
  const paying = costs === null ? null : payingPatterns(costs)
  const all: Record<Axis, AxisScore> = {
    quality: quality(tasks, runs, config),
    reliability: reliability(runs, config),
    speed: speed(runs, subject, config),
    economy: economyAxis(subject.kind === "local" ? paying : complement(mostPaying)),
    localValue: { value: config.localValue[subject.kind], missing: [] },
    setup: setup(runs, subject, config)
  }
  return {
    subject,
    axes: all,
    total: totalOf(all, config),
    substitution: rates,
    interval: rateInterval([...rates.ratios.values()], resampling),
    economy: costs,
    shogo: {
      substitution: titled("substitution", asPercent(rates.overall.value), config),
      economy: titled("economy", paying, config),
      confidential: titled("confidential", secrecy, config),
      endurance: titled("endurance", endurance(tasks, runs, config), config),
      ordinaryPc: titled("ordinaryPc", ordinaryPc(runs, subject), config),
      waitable: titled("waitable", waitable(runs, config), config)
    },
    metrics: summarise(runs.map(({ metrics }) => metrics)),
    tasksScored: tasks.filter(({ id }) => scores.has(id)).length,
    tasks: tasks.length
  }
}

/** The share of the three patterns: for a local model those in which it pays, for a cloud those in which no local model of the comparison does. */
const economyAxis = (won: number | null): AxisScore =>
  won === null
    ? { value: null, missing: ["patterns"] }
    : { value: (100 * won) / patterns.length, missing: [] }

const complement = (paying: number | null): number | null =>
  paying === null ? null : patterns.length - paying

const totalOf = (all: Readonly<Record<Axis, AxisScore>>, { weights }: ScoresConfig): number | null => {
  let total = 0
  for (const axis of axes) {
    const { value } = all[axis]
    if (value === null) return null
    total += (weights[axis] * value) / 100
  }
  return total
}

const asPercent = (rate: number | null): number | null => (rate === null ? null : 100 * rate)
