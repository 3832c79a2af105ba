import type { Contrast, Observation } from "./Observation.js"
import { pairedDifference } from "./PairedDifference.js"
import { pairFamilies } from "./PairedFamilies.js"

/** The estimate over every planned family when all missing trials go against the treatment, and when all favour it. */
export interface Sensitivity {
  readonly againstTreatment: number | null
  readonly inFavour: number | null
}

/**
 * How far missing trials could move a contrast (specification 10.3): bounds, not an interval. Trials that were never
 * dispatched are missing as well, so an unfinished run has wide bounds.
 */
export const sensitivity = (observations: ReadonlyArray<Observation>, contrast: Contrast): Sensitivity => {
  const compared = observations.filter(({ arm }) => arm === contrast.treatment || arm === contrast.baseline)
  const estimateWith = (treatment: 0 | 1): number | null => {
    const baseline = treatment === 1 ? 0 : 1
    const filled = compared.map((seen) =>
      seen.correct === null
        ? { ...seen, correct: seen.arm === contrast.treatment ? treatment : baseline }
        : seen
    )
    return pairedDifference(pairFamilies(filled, contrast)).estimate
  }
  const againstTreatment = estimateWith(0)
  const nothingMissing = compared.every(({ correct }) => correct !== null)
  return { againstTreatment, inFavour: nothingMissing ? againstTreatment : estimateWith(1) }
}
