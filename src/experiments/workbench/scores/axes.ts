import { mean } from "../../../stats/Mean.js"
import type { ScoresConfig } from "../config/ScoresConfig.js"
import { completed } from "../metrics/RunMetrics.js"
import { summarise } from "../metrics/summarise.js"
import { onCurve } from "./curve.js"
import {
  meanScores,
  type ScoredRun,
  type ScoredTask,
  type Subject,
  scoresByTask,
  share,
  weightedParts
} from "./Scored.js"

/** From 0 to 100; `null`: missing. `missing` names the parts that were left out of the mean. */
export interface AxisScore {
  readonly value: number | null
  readonly missing: ReadonlyArray<string>
}

/** 実務正確性: the mean of the tasks' scores by the weights of their categories. */
export const quality = (
  tasks: ReadonlyArray<ScoredTask>,
  runs: ReadonlyArray<ScoredRun>,
  { categoryWeights }: ScoresConfig
): AxisScore => {
  const scores = meanScores(runs)
  const parts = tasks.map(({ category, id }) => {
    const score = scores.get(id)
    return { name: id, weight: categoryWeights[category], value: score === undefined ? null : 100 * score }
  })
  return weightedParts(parts)
}

/** The largest standard deviation that scores from 0 to 1 can have. */
const widest = 0.5

/** 1 where repeats agree, 0 where they differ as much as they can, on the mean over tasks; `null` without a task of two scores. */
export const stability = (runs: ReadonlyArray<ScoredRun>): number | null => {
  const spreads = [...scoresByTask(runs).values()].filter((scores) => scores.length > 1).map(deviation)
  const typical = mean(spreads)
  return typical === null ? null : 1 - typical / widest
}

/** Of the population: repeats are all that there is to be spread. */
const deviation = (scores: ReadonlyArray<number>): number => {
  const centre = mean(scores) ?? 0
  return Math.sqrt(mean(scores.map((score) => (score - centre) ** 2)) ?? 0)
}

/** 信頼性: forms kept, nothing asserted without ground, repeats that agree. */
export const reliability = (
  runs: ReadonlyArray<ScoredRun>,
  { reliability: weights }: ScoresConfig
): AxisScore =>
  percent(
    weightedParts([
      { name: "format", weight: weights.format, value: share(runs.map(({ formatKept }) => formatKept)) },
      { name: "grounded", weight: weights.grounded, value: share(runs.map(({ grounded }) => grounded)) },
      { name: "stability", weight: weights.stability, value: stability(runs) }
    ])
  )

/** 速度UX: a local model by tokens a second and waiting, half each; a cloud by waiting alone, its program's overhead included. */
export const speed = (
  runs: ReadonlyArray<ScoredRun>,
  { kind }: Subject,
  { speed: curves }: ScoresConfig
): AxisScore => {
  const { tokPerSec, wallMs } = summarise(runs.map(({ metrics }) => metrics))
  const waiting = {
    name: "wallMs",
    weight: 1,
    value: wallMs === null ? null : onCurve(curves.wallSeconds, wallMs.p50 / 1000)
  }
  const flow = {
    name: "tokPerSec",
    weight: 1,
    value: tokPerSec === null ? null : onCurve(curves.tokPerSec, tokPerSec.p50)
  }
  return weightedParts(kind === "local" ? [flow, waiting] : [waiting])
}

/** 導入容易性: how much of the model fits, how seldom it dies, whether it could be installed. A cloud needs no memory. */
export const setup = (
  runs: ReadonlyArray<ScoredRun>,
  { installed, kind, vramFit }: Subject,
  { setup: weights }: ScoresConfig
): AxisScore =>
  percent(
    weightedParts([
      ...(kind === "local" ? [{ name: "vramFit", weight: weights.vramFit, value: vramFit }] : []),
      {
        name: "crashFree",
        weight: weights.crashFree,
        value: share(runs.map(({ metrics }) => !metrics.crashed))
      },
      { name: "installed", weight: weights.installed, value: installed === null ? null : Number(installed) }
    ])
  )

/** The share of planned runs that came to an answer; `null` of none. */
export const completion = (runs: ReadonlyArray<ScoredRun>): number | null =>
  share(runs.map(({ metrics }) => completed(metrics)))

const percent = ({ missing, value }: AxisScore): AxisScore => ({
  value: value === null ? null : 100 * value,
  missing
})
