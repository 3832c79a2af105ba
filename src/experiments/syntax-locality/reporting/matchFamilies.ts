import { pairedDifference } from "../../../stats/PairedDifference.js"
import { pairFamilies } from "../../../stats/PairedFamilies.js"
import { type ComparableTrial, observe } from "../../comparison/ComparableTrial.js"
import { primaryAmong } from "./contrasts.js"

/** Families of the primary contrast: planned, and with a pair in every planned regime (specification 10.3). */
export interface MatchedFamilies {
  readonly planned: number
  readonly available: number
}

export const matchFamilies = (trials: ReadonlyArray<ComparableTrial>): MatchedFamilies => {
  const paired = pairFamilies(trials.map(observe), primaryAmong(trials.map(({ at }) => at.style)))
  const { familiesPlanned, familiesAvailable } = pairedDifference(paired)
  return { planned: familiesPlanned, available: familiesAvailable }
}
