import type { AttemptTime } from "../../../../pipeline/Experiment.js"

/** A trial's place in the schedule, from 1, and its attempts along the axis, in seconds. */
export interface TimedTrial {
  readonly place: number
  readonly attempts: ReadonlyArray<{
    readonly attempt: AttemptTime
    readonly start: number
    readonly end: number
  }>
}

/** Time since the first attempt, without long times in which none was under way. Seconds. */
export interface TimeAxis {
  readonly duration: number
  /** `at` is where along the axis; a break of no length there stands for so many seconds. */
  readonly breaks: ReadonlyArray<{ readonly at: number; readonly seconds: number }>
  /** Where a time in milliseconds since 1970 lies. */
  readonly at: (ms: number) => number
}

/** Shorter pauses are part of a run. */
const leastBreakMs = 10 * 60_000

/** An axis for these attempts, in any order; of none it has no length. */
export const axisOf = (attempts: ReadonlyArray<AttemptTime>): TimeAxis => {
  const byStart = attempts.toSorted((a, b) => a.startedAtMs - b.startedAtMs || a.durationMs - b.durationMs)
  const origin = byStart[0]?.startedAtMs ?? 0
  const gaps: Array<{ readonly fromMs: number; readonly lengthMs: number }> = []
  let busyUntil = origin
  for (const { durationMs, startedAtMs } of byStart) {
    if (startedAtMs - busyUntil > leastBreakMs)
      gaps.push({ fromMs: busyUntil, lengthMs: startedAtMs - busyUntil })
    busyUntil = Math.max(busyUntil, startedAtMs + durationMs)
  }
  const at = (ms: number): number => {
    let left = 0
    for (const { fromMs, lengthMs } of gaps) left += Math.min(Math.max(ms - fromMs, 0), lengthMs)
    return (ms - origin - left) / 1000
  }
  return {
    duration: at(busyUntil),
    breaks: gaps.map(({ fromMs, lengthMs }) => ({ at: at(fromMs), seconds: lengthMs / 1000 })),
    at
  }
}

export const placed = (attempts: ReadonlyArray<AttemptTime>, axis: TimeAxis): TimedTrial["attempts"] =>
  attempts.map((attempt) => ({
    attempt,
    start: axis.at(attempt.startedAtMs),
    end: axis.at(attempt.startedAtMs + attempt.durationMs)
  }))
