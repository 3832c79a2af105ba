import { sum } from "./Mean.js"
import type { Contrast, Level, Observation } from "./Observation.js"
import { byCodeUnits, byLevels } from "./order.js"

/** Accuracies of both arms in one regime of one family: means over the replicates that both arms have. */
export interface RegimePair {
  readonly regime: string
  readonly treatment: number
  readonly baseline: number
  readonly replicates: number
}

/** A family that was planned for some arm of a contrast. */
export interface FamilyRow {
  readonly family: string
  readonly stratum: ReadonlyArray<Level>
  /** One entry a regime planned for this family, sorted; `null` where there is no replicate that both arms have. */
  readonly regimes: ReadonlyArray<{ readonly regime: string; readonly pair: RegimePair | null }>
}

/** The families of one contrast, sorted by stratum, then by id. The same for any order of the observations. */
export type FamilyTable = ReadonlyArray<FamilyRow>

/** What a missing trial counts as; `null` leaves it missing. */
export interface Fill {
  readonly treatment: 0 | 1 | null
  readonly baseline: 0 | 1 | null
}

const leaveMissing: Fill = { treatment: null, baseline: null }

/**
 * Pairs the two arms of a contrast by family, regime and replicate; other arms are ignored, so their failures cost no pair
 * (specification 10.3, 10.4).
 *
 * Throws `RangeError`, a defect, when one trial occurs twice.
 */
export const tabulate = (
  observations: Iterable<Observation>,
  contrast: Contrast,
  fill: Fill = leaveMissing
): FamilyTable => {
  const families = new Map<string, FamilyDraft>()
  for (const observation of observations) {
    const isTreatment = observation.arm === contrast.treatment
    if (!isTreatment && observation.arm !== contrast.baseline) continue
    const { family, stratum, regime, replicate } = observation
    const draft = getOrAdd(families, [...stratum, family].join("\0"), () => ({
      family,
      stratum,
      cells: new Map()
    }))
    const cell = getOrAdd(draft.cells, regime, () => ({ treatment: new Map(), baseline: new Map() }))
    const arm = isTreatment ? cell.treatment : cell.baseline
    if (arm.has(replicate)) {
      throw new RangeError(`replicate ${replicate} of ${family}, ${regime}, ${observation.arm} occurs twice`)
    }
    arm.set(replicate, observation.correct ?? (isTreatment ? fill.treatment : fill.baseline))
  }
  return [...families.values()]
    .sort((a, b) => byLevels(a.stratum, b.stratum) || byCodeUnits(a.family, b.family))
    .map(({ family, stratum, cells }) => ({
      family,
      stratum,
      regimes: [...cells]
        .sort(([a], [b]) => byCodeUnits(a, b))
        .map(([regime, cell]) => ({ regime, pair: pairRegime(regime, cell) }))
    }))
}

interface Cell {
  readonly treatment: Map<number, 0 | 1 | null>
  readonly baseline: Map<number, 0 | 1 | null>
}

interface FamilyDraft {
  readonly family: string
  readonly stratum: ReadonlyArray<Level>
  readonly cells: Map<string, Cell>
}

const pairRegime = (regime: string, cell: Cell): RegimePair | null => {
  const treated: Array<number> = []
  const based: Array<number> = []
  for (const [replicate, correct] of cell.treatment) {
    const other = cell.baseline.get(replicate) ?? null
    if (correct === null || other === null) continue
    treated.push(correct)
    based.push(other)
  }
  const replicates = treated.length
  if (replicates === 0) return null
  return { regime, treatment: sum(treated) / replicates, baseline: sum(based) / replicates, replicates }
}

const getOrAdd = <K, V>(map: Map<K, V>, key: K, make: () => V): V => {
  const present = map.get(key)
  if (present !== undefined) return present
  const made = make()
  map.set(key, made)
  return made
}
