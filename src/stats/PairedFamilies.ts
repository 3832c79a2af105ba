import { type FamilyRow, type FamilyTable, type RegimePair, tabulate } from "./FamilyTable.js"
import { mean } from "./Mean.js"
import type { Contrast, Level, Observation } from "./Observation.js"
import { byCodeUnits, byLevels } from "./order.js"

/** A family with at least one evaluable pair in every planned regime. */
export interface PairedFamily {
  readonly family: string
  /** One entry a planned regime, sorted. */
  readonly regimes: ReadonlyArray<RegimePair>
  /** Means over regimes with equal weights. */
  readonly treatment: number
  readonly baseline: number
  readonly difference: number
}

export interface PairedStratum {
  readonly levels: ReadonlyArray<Level>
  readonly familiesPlanned: number
  /** The available families, sorted by id: what a bootstrap draws from. */
  readonly families: ReadonlyArray<PairedFamily>
}

/** Everything that a contrast's estimate, diagnostics and resampling need. */
export interface PairedFamilies {
  readonly regimes: ReadonlyArray<string>
  /** All planned strata, sorted by levels. */
  readonly strata: ReadonlyArray<PairedStratum>
}

/** Which strata and regimes of a table are looked at. */
export interface Part {
  readonly hasStratum: (levels: ReadonlyArray<Level>) => boolean
  readonly hasRegime: (regime: string) => boolean
}

export const whole: Part = { hasStratum: () => true, hasRegime: () => true }

/**
 * The families of a part that can be compared: those with a pair in every regime that is planned anywhere in it (specification 10.3).
 * The same as if only the part's trials had been tabulated.
 */
export const familiesIn = (table: FamilyTable, { hasStratum, hasRegime }: Part): PairedFamilies => {
  const rows: Array<FamilyRow> = []
  const planned = new Set<string>()
  for (const row of table) {
    if (!hasStratum(row.stratum)) continue
    const regimes = row.regimes.filter(({ regime }) => hasRegime(regime))
    if (regimes.length === 0) continue
    for (const { regime } of regimes) planned.add(regime)
    rows.push({ family: row.family, stratum: row.stratum, regimes })
  }
  return {
    regimes: [...planned].sort(byCodeUnits),
    strata: inStrata(rows).map(({ levels, rows: own }) => ({
      levels,
      familiesPlanned: own.length,
      families: own.flatMap((row) => pairFamily(row, planned.size) ?? [])
    }))
  }
}

/** All that two arms have in common. Throws as {@link tabulate} does. */
export const pairFamilies = (observations: Iterable<Observation>, contrast: Contrast): PairedFamilies =>
  familiesIn(tabulate(observations, contrast), whole)

/** Rows of one stratum stand together in a table. */
const inStrata = (rows: FamilyTable) => {
  const strata: Array<{ readonly levels: ReadonlyArray<Level>; readonly rows: Array<FamilyRow> }> = []
  for (const row of rows) {
    const last = strata.at(-1)
    if (last !== undefined && byLevels(last.levels, row.stratum) === 0) last.rows.push(row)
    else strata.push({ levels: row.stratum, rows: [row] })
  }
  return strata
}

/** One family, or `null` when one of the planned regimes has no evaluable pair. */
const pairFamily = ({ family, regimes }: FamilyRow, planned: number): PairedFamily | null => {
  const pairs: Array<RegimePair> = []
  for (const { pair } of regimes) if (pair !== null) pairs.push(pair)
  if (pairs.length < planned) return null
  const treatment = mean(pairs.map((pair) => pair.treatment))
  const baseline = mean(pairs.map((pair) => pair.baseline))
  const difference = mean(pairs.map((pair) => pair.treatment - pair.baseline))
  if (treatment === null || baseline === null || difference === null) return null
  return { family, regimes: pairs, treatment, baseline, difference }
}
