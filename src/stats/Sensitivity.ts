import { type FamilyTable, tabulate } from "./FamilyTable.js"
import type { Contrast, Observation } from "./Observation.js"
import { estimateOf } from "./PairedDifference.js"
import { familiesIn, type Part } from "./PairedFamilies.js"

/** The families of a contrast with every missing trial counted for one side. */
export interface FilledTables {
  /** Missing trials of the treatment wrong, of the baseline right. */
  readonly againstTreatment: FamilyTable
  readonly inFavour: FamilyTable
}

/** Throws as `tabulate` does. */
export const fillMissing = (observations: ReadonlyArray<Observation>, contrast: Contrast): FilledTables => {
  const againstTreatment = tabulate(observations, contrast, { treatment: 0, baseline: 1 })
  const someMissing = observations.some(({ correct }) => correct === null)
  return {
    againstTreatment,
    inFavour: someMissing ? tabulate(observations, contrast, { treatment: 1, baseline: 0 }) : againstTreatment
  }
}

/** The estimate over every planned family when all missing trials go against the treatment, and when all favour it. */
export interface Sensitivity {
  readonly againstTreatment: number | null
  readonly inFavour: number | null
}

/**
 * How far missing trials could move a contrast (specification 10.3): bounds, not an interval. Trials that were never
 * dispatched are missing as well, so an unfinished run has wide bounds.
 */
export const sensitivity = ({ againstTreatment, inFavour }: FilledTables, part: Part): Sensitivity => {
  const estimateIn = (table: FamilyTable) => estimateOf(familiesIn(table, part))
  const against = estimateIn(againstTreatment)
  return {
    againstTreatment: against,
    inFavour: inFavour === againstTreatment ? against : estimateIn(inFavour)
  }
}
