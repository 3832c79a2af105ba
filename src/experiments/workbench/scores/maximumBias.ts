import { JavaRandom } from "../../../random/JavaRandom.js"
import type { Resampling } from "../../../stats/ClusterBootstrap.js"
import { mean } from "../../../stats/Mean.js"

/** The scores of the repeats: task by task, cloud by cloud. */
export type RepeatedScores = ReadonlyArray<ReadonlyArray<ReadonlyArray<number>>>

/** How much too high `cloudBest` is, because the best of several noisy means has been lucky more often than not. */
export interface MaximumBias {
  /** The mean over tasks of the best mean. */
  readonly best: number
  /** What the bootstrap finds on top of it on average: an estimate of the bias, above 0 wherever repeats differ. */
  readonly bias: number
}

/**
 * The bootstrap estimate of that bias (decision 35): repeats are drawn again within each task and cloud, and the best mean is taken anew. The mean of
 * what is found, less what was measured, estimates how far measuring itself lies above the truth. Draw by draw, task by task, cloud by cloud, one
 * `nextInt(repeats)` of `java.util.Random(seed)` a repeat. `null` without tasks; clouds without scores are passed over.
 */
export const maximumBias = (tasks: RepeatedScores, { draws, seed }: Resampling): MaximumBias | null => {
  const measured = tasks
    .map((clouds) => clouds.filter((scores) => scores.length > 0))
    .filter((clouds) => clouds.length > 0)
  const best = mean(measured.map((clouds) => bestOf(clouds)))
  if (best === null) return null
  const random = new JavaRandom(seed)
  let total = 0
  for (let draw = 0; draw < draws; draw++) {
    let sum = 0
    for (const clouds of measured) {
      sum += bestOf(
        clouds.map((scores) => scores.map(() => scores[random.nextInt(scores.length)] ?? 0)) // within the array
      )
    }
    total += sum / measured.length
  }
  return { best, bias: total / draws - best }
}

const bestOf = (clouds: ReadonlyArray<ReadonlyArray<number>>): number =>
  clouds.reduce((best, scores) => Math.max(best, mean(scores) ?? 0), 0)

/**
 * What happens to 代替率 where nothing is different: all clouds and the local model score each task with the same chance of passing, and only luck
 * differs. Returns the mean measured rate over `trials` benchmarks; without bias it would be 1 (clamping at 1.2 aside).
 */
export const rateOfEquals = ({
  chance,
  clouds,
  repeats,
  seed,
  tasks,
  trials
}: {
  /** Of passing a task, for everyone. */
  readonly chance: number
  readonly clouds: number
  readonly repeats: number
  readonly tasks: number
  readonly trials: number
  readonly seed: bigint
}): number => {
  const random = new JavaRandom(seed)
  const measure = (): number => {
    let passed = 0
    for (let repeat = 0; repeat < repeats; repeat++) if (random.nextDouble() < chance) passed++
    return passed / repeats
  }
  const rates: Array<number> = []
  for (let trial = 0; trial < trials; trial++) {
    const ratios: Array<number> = []
    for (let task = 0; task < tasks; task++) {
      let best = 0
      for (let cloud = 0; cloud < clouds; cloud++) best = Math.max(best, measure())
      const own = measure()
      if (best > 0) ratios.push(Math.min(1.2, own / best))
    }
    const rate = mean(ratios)
    if (rate !== null) rates.push(rate)
  }
  return mean(rates) ?? Number.NaN
}
