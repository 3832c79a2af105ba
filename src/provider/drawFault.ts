import { JavaRandom } from "../random/JavaRandom.js"
import { deriveSeed } from "../random/Seeds.js"
import type { Fault, FaultPlan, Operation, WeightedFault } from "./Fault.js"

/** What chance has in store for one request. */
export interface Draw {
  readonly fault: Fault | null
  readonly latencyMs: number
  /** For whatever else about the fault is left to chance. */
  readonly random: JavaRandom
}

/**
 * Draws by (seed, request hash, how often it was seen), so that the same requests meet the same faults whatever their order
 * (decision 25): first the fault, then the latency.
 */
export const drawFault = (
  plan: FaultPlan,
  operation: Operation,
  key: { readonly seed: bigint; readonly requestSha256: string; readonly seen: number }
): Draw => {
  const random = new JavaRandom(deriveSeed(key.seed, `fault/${key.requestSha256}`, key.seen))
  const fault = choose(plan[operation], random.nextDouble())
  const { max, min } = plan.latencyMs
  return { fault, latencyMs: min + random.nextInt(max - min + 1), random }
}

/** The faults stand side by side on the line from 0 to 1, each as long as it is probable; behind the last of them nothing happens. */
const choose = (faults: ReadonlyArray<WeightedFault>, point: number): Fault | null => {
  let rest = point
  for (const { fault, probability } of faults) {
    if (rest < probability) return fault
    rest -= probability
  }
  return null
}
