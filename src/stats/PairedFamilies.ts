import { mean, sum } from "./Mean.js"
import type { Contrast, Observation } from "./Observation.js"
import { byCodeUnits, byLevels } from "./order.js"

/** Accuracies of both arms in one regime of one family: means over the replicates that both arms have. */
export interface RegimePair {
  readonly regime: string
  readonly treatment: number
  readonly baseline: number
  readonly replicates: number
}

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
  readonly levels: ReadonlyArray<number>
  readonly familiesPlanned: number
  /** The available families, sorted by id: what a bootstrap draws from. */
  readonly families: ReadonlyArray<PairedFamily>
}

/** Everything that a contrast's estimate, diagnostics and resampling need. The same for any order of the observations. */
export interface PairedFamilies {
  readonly regimes: ReadonlyArray<string>
  /** All planned strata, sorted by levels as numbers. */
  readonly strata: ReadonlyArray<PairedStratum>
}

/**
 * Pairs the two arms of a contrast by family, regime and replicate; other arms are ignored, so their failures cost no pair
 * (specification 10.3, 10.4). A pair needs both sides; a family needs a pair in every regime that is planned anywhere.
 *
 * Throws `RangeError`, a defect, when one trial occurs twice.
 */
export const pairFamilies = (observations: Iterable<Observation>, contrast: Contrast): PairedFamilies => {
  const strata = new Map<string, StratumDraft>()
  const regimes = new Set<string>()
  for (const observation of observations) {
    const isTreatment = observation.arm === contrast.treatment
    if (!isTreatment && observation.arm !== contrast.baseline) continue
    regimes.add(observation.regime)
    const stratum = getOrAdd(strata, observation.stratum.join("/"), () => ({
      levels: observation.stratum,
      families: new Map()
    }))
    const family = getOrAdd(stratum.families, observation.family, () => new Map())
    const cell = getOrAdd(family, observation.regime, () => ({ treatment: new Map(), baseline: new Map() }))
    const arm = isTreatment ? cell.treatment : cell.baseline
    if (arm.has(observation.replicate)) {
      throw new RangeError(
        `replicate ${observation.replicate} of ${observation.family}, ${observation.regime}, ${observation.arm} occurs twice`
      )
    }
    arm.set(observation.replicate, observation.correct)
  }
  const sorted = [...regimes].sort(byCodeUnits)
  return {
    regimes: sorted,
    strata: [...strata.values()]
      .sort((a, b) => byLevels(a.levels, b.levels))
      .map(({ levels, families }) => ({
        levels,
        familiesPlanned: families.size,
        families: [...families]
          .sort(([a], [b]) => byCodeUnits(a, b))
          .flatMap(([family, cells]) => pairFamily(family, cells, sorted))
      }))
  }
}

interface Cell {
  readonly treatment: Map<number, 0 | 1 | null>
  readonly baseline: Map<number, 0 | 1 | null>
}

interface StratumDraft {
  readonly levels: ReadonlyArray<number>
  readonly families: Map<string, Map<string, Cell>>
}

/** One family, or nothing when a planned regime has no evaluable pair. */
const pairFamily = (
  family: string,
  cells: ReadonlyMap<string, Cell>,
  planned: ReadonlyArray<string>
): ReadonlyArray<PairedFamily> => {
  const regimes = planned.flatMap((regime) => {
    const cell = cells.get(regime)
    return cell === undefined ? [] : pairRegime(regime, cell)
  })
  const treatment = mean(regimes.map((pair) => pair.treatment))
  const baseline = mean(regimes.map((pair) => pair.baseline))
  const difference = mean(regimes.map((pair) => pair.treatment - pair.baseline))
  if (regimes.length < planned.length || treatment === null || baseline === null || difference === null)
    return []
  return [{ family, regimes, treatment, baseline, difference }]
}

const pairRegime = (regime: string, cell: Cell): ReadonlyArray<RegimePair> => {
  const treated: Array<number> = []
  const based: Array<number> = []
  for (const [replicate, correct] of cell.treatment) {
    const other = cell.baseline.get(replicate) ?? null
    if (correct === null || other === null) continue
    treated.push(correct)
    based.push(other)
  }
  if (treated.length === 0) return []
  const replicates = treated.length
  return [{ regime, treatment: sum(treated) / replicates, baseline: sum(based) / replicates, replicates }]
}

const getOrAdd = <K, V>(map: Map<K, V>, key: K, make: () => V): V => {
  const present = map.get(key)
  if (present !== undefined) return present
  const made = make()
  map.set(key, made)
  return made
}
