import { axes, titles } from "../config/ScoresConfig.js"
import type { Spread } from "../metrics/summarise.js"
import { assumedPrices } from "../reporting/assumedPrices.js"
import type { WorkbenchRun } from "../reporting/WorkbenchRun.js"
import { axisNames } from "../reporting/words.js"
import { patterns } from "../scores/economy.js"
import type { SubjectScores } from "../scores/scoreSubjects.js"
import type { Rate } from "../scores/substitution.js"
import { categories, categoryLabels, environments } from "../tasks/vocabulary.js"
import type {
  LeaderboardData,
  LeaderboardEntry,
  LeaderboardRate,
  LeaderboardSpread
} from "./LeaderboardData.js"

/** The snapshot of a run. */
export const leaderboardOf = (run: WorkbenchRun): LeaderboardData => {
  const { config, judge, machine, replicates, tasks } = run.planned
  return {
    formatVersion: 1,
    status: run.status,
    snapshotDate: run.snapshotDate,
    protocolHash: run.protocolHash,
    judge: judge?.id ?? null,
    environment: {
      id: machine.environment,
      label: config.environments[machine.environment].label,
      gpu: machine.gpus?.map(({ name }) => name).join(", ") || null
    },
    repeats: replicates,
    tasks: tasks.length,
    axes: axes.map((id) => ({ id, label: axisNames[id], weight: config.scores.weights[id] })),
    categories: categories.map((id) => ({ id, label: categoryLabels[id] })),
    assumedPrices: assumedPrices(config.cost).assumed,
    entries: run.scores.map((scores) => entryOf(scores, run))
  }
}

const entryOf = (scores: SubjectScores, { planned, trials }: WorkbenchRun): LeaderboardEntry => {
  const { id, kind } = scores.subject
  const found = planned.subjects.find((one) => one.id === id)
  const local = found?.kind === "local" ? found : null
  const estimated = trials.some(
    (trial) => trial.subject.id === id && trial.metrics?.tokPerSecKind === "estimated"
  )
  const flow = spreadOf(scores.metrics.tokPerSec, 1)
  return {
    id,
    kind,
    version: found?.version ?? null,
    quantization: local?.quantization ?? null,
    digest: local?.digest ?? null,
    axes: record(axes, (axis) => rounded(scores.axes[axis].value, 1)),
    total: rounded(scores.total, 1),
    substitution: {
      ...rateOf(scores.substitution.overall),
      low: rounded(percentOf(scores.interval?.low), 1),
      high: rounded(percentOf(scores.interval?.high), 1)
    },
    byCategory: record(categories, (category) => rateOf(scores.substitution.byCategory[category])),
    byEnvironment: record(environments, (name) => rateOf(scores.substitution.byEnvironment[name])),
    titles: record(titles, (key) => ({
      value: rounded(scores.shogo[key].value, 1),
      label: scores.shogo[key].label
    })),
    ttftSeconds: spreadOf(scores.metrics.ttftMs, 1000),
    wallSeconds: spreadOf(scores.metrics.wallMs, 1000),
    tokPerSec: flow === null ? null : { ...flow, kind: estimated ? "estimated" : "measured" },
    economy:
      scores.economy === null ? null : record(patterns, (pattern) => economyOf(scores.economy, pattern)),
    runs: scores.metrics.runs,
    completed: scores.metrics.completed,
    capHits: scores.metrics.capHits,
    tasksScored: scores.tasksScored
  }
}

const economyOf = (economy: SubjectScores["economy"], pattern: (typeof patterns)[number]) => {
  const found = economy?.patterns[pattern]
  return {
    months: rounded(found?.months ?? null, 1),
    pays: found?.pays ?? null,
    condition: found?.condition ?? ""
  }
}

const percentOf = (share: number | null | undefined): number | null => (share == null ? null : 100 * share)

const rateOf = ({ tasks, value }: Rate): LeaderboardRate => ({ value: rounded(percentOf(value), 1), tasks })

const spreadOf = (spread: Spread | null, unit: number): LeaderboardSpread | null =>
  spread === null
    ? null
    : { p50: Number((spread.p50 / unit).toFixed(2)), p95: Number((spread.p95 / unit).toFixed(2)) }

const rounded = (value: number | null, decimals: number): number | null =>
  value === null ? null : Number(value.toFixed(decimals))

const record = <K extends string, V>(keys: ReadonlyArray<K>, valueFor: (key: K) => V): Record<K, V> =>
  Object.fromEntries(keys.map((key) => [key, valueFor(key)])) as Record<K, V> // one entry for each of the keys
