import { ratio, sum } from "../../../stats/Mean.js"
import { percentile } from "../../../stats/percentile.js"
import { completed, type RunMetrics } from "./RunMetrics.js"

/** The median and the value that 19 of 20 runs stay below, linear between neighbours, of so many measured runs. */
export interface Spread {
  readonly p50: number
  readonly p95: number
  readonly runs: number
}

/** Speeds stay apart (specification 5): a quick first token, many tokens a second and a short wait are three things. */
export interface MetricsSummary {
  readonly runs: number
  readonly completed: number
  readonly ttftMs: Spread | null
  readonly tokPerSec: Spread | null
  readonly wallMs: Spread | null
  readonly capHits: number
  readonly errors: number
  readonly crashes: number
  /** Invalid calls among all tool calls; `null` without any call. */
  readonly toolCallInvalidRate: number | null
}

/** Times are those of completed runs: how soon an error came says nothing of the speed. */
export const summarise = (runs: ReadonlyArray<RunMetrics>): MetricsSummary => {
  const done = runs.filter(completed)
  const calls = runs.filter(
    ({ toolCallInvalid, toolCalls }) => toolCalls !== null && toolCallInvalid !== null
  )
  return {
    runs: runs.length,
    completed: done.length,
    ttftMs: spread(done.map(({ ttftMs }) => ttftMs)),
    tokPerSec: spread(done.map(({ tokPerSec }) => tokPerSec)),
    wallMs: spread(done.map(({ wallMs }) => wallMs)),
    capHits: runs.filter(({ capHit }) => capHit).length,
    errors: runs.filter(({ errored }) => errored).length,
    crashes: runs.filter(({ crashed }) => crashed).length,
    toolCallInvalidRate: ratio(
      sum(calls.map(({ toolCallInvalid }) => toolCallInvalid ?? 0)),
      sum(calls.map(({ toolCalls }) => toolCalls ?? 0))
    )
  }
}

/** Of what was measured; `null` where nothing was. */
export const spread = (values: ReadonlyArray<number | null>): Spread | null => {
  const ascending = Float64Array.from(values.filter((value) => value !== null)).sort()
  if (ascending.length === 0) return null
  return { p50: percentile(ascending, 0.5), p95: percentile(ascending, 0.95), runs: ascending.length }
}
