import { type Tally, tally } from "../grading/tally.js"
import type { PremiseTrial } from "./PremiseTrial.js"

/** Every problem once: what the benchmark calls a run. Replicates are several, side by side and never the best of them. */
export interface Series {
  readonly replicate: number
  readonly trials: ReadonlyArray<PremiseTrial>
  readonly tally: Tally
  /** Trials of which nothing can be said of the model. */
  readonly missing: ReadonlyArray<PremiseTrial>
}

export const seriesOf = (trials: ReadonlyArray<PremiseTrial>): ReadonlyArray<Series> => {
  const replicates = [...new Set(trials.map(({ replicate }) => replicate))].sort((a, b) => a - b)
  return replicates.map((replicate) => {
    const own = trials.filter((trial) => trial.replicate === replicate)
    return {
      replicate,
      trials: own,
      tally: tally(own.flatMap(({ judged }) => (judged === null ? [] : [judged]))),
      missing: own.filter(({ judged }) => judged === null)
    }
  })
}
