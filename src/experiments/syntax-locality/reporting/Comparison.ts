import * as Arr from "effect/Array"
import type { Resampling } from "../../../stats/ClusterBootstrap.js"
import { tabulate } from "../../../stats/FamilyTable.js"
import { type Interval, intervals } from "../../../stats/Interval.js"
import { exactMcNemar, type McNemar } from "../../../stats/McNemar.js"
import type { Contrast } from "../../../stats/Observation.js"
import { type PairedDifference, pairedDifference } from "../../../stats/PairedDifference.js"
import { familiesIn, type PairedFamilies, type Part, pairFamilies } from "../../../stats/PairedFamilies.js"
import { fillMissing, type Sensitivity, sensitivity } from "../../../stats/Sensitivity.js"
import { type ComparableTrial, observe } from "./ComparableTrial.js"
import { primaryAmong } from "./contrasts.js"
import { everything, inSlice, marginalsOf, type Slice } from "./Slice.js"
import { type SuiteOf, suitesOf } from "./suitesOf.js"

/** A contrast's effect inside one slice of one task and view, with what is needed to judge it. */
export interface Comparison {
  readonly task: string
  readonly view: string
  readonly slice: Slice
  readonly contrast: Contrast
  readonly difference: PairedDifference
  readonly sensitivity: Sensitivity
  readonly interval: Interval
  /** Where it applies: a description beside the interval, never the test of the contrast. */
  readonly mcNemar: McNemar | null
}

/** How trials are compared. */
export interface Analysis {
  /** In this order, as far as both styles were planned. */
  readonly contrasts: ReadonlyArray<Contrast>
  readonly resampling: Resampling
  /** Why these trials allow no statement on chance at all (decision 23); `null` if they do. */
  readonly withheld: string | null
}

/**
 * Every contrast for each task and view: all trials together, by lexical regime, by depth and by filler. The same for any order of
 * the trials, wherever they come from.
 *
 * Throws `RangeError`, a defect, when one trial occurs twice, and as `bootstrapMeans` does.
 */
export const compareAll = (
  trials: ReadonlyArray<ComparableTrial>,
  { contrasts, resampling, withheld }: Analysis
): ReadonlyArray<Comparison> => {
  const planned = suitesOf(trials).flatMap((suite) => pairAll(suite, contrasts))
  // All of them at once, because contrasts can share their draws.
  const found =
    withheld === null
      ? intervals(
          planned.map(({ paired }) => paired),
          resampling
        )
      : planned.map((): Interval => ({ kind: "not_computed", reason: withheld }))
  return Arr.zipWith(planned, found, ({ paired, ...comparison }, interval) => ({
    ...comparison,
    difference: pairedDifference(paired),
    interval,
    mcNemar: withheld === null ? exactMcNemar(paired) : null
  }))
}

interface Paired extends Pick<Comparison, "task" | "view" | "slice" | "contrast" | "sensitivity"> {
  readonly paired: PairedFamilies
}

/** Trials are paired once for each contrast; slices take their part of the families. */
const pairAll = (
  { task, view, trials }: SuiteOf<ComparableTrial>,
  contrasts: ReadonlyArray<Contrast>
): ReadonlyArray<Paired> => {
  const observations = trials.map(observe)
  const tables = contrasts.map((contrast) => ({
    contrast,
    seen: tabulate(observations, contrast),
    filled: fillMissing(observations, contrast)
  }))
  return [everything, ...marginalsOf(trials)].flatMap((slice) => {
    const planned = new Set(trials.filter(inSlice(slice)).map(({ at }) => at.style))
    const part = partOf(slice)
    return tables
      .filter(({ contrast }) => planned.has(contrast.treatment) && planned.has(contrast.baseline))
      .map(({ contrast, seen, filled }) => ({
        task,
        view,
        slice,
        contrast,
        sensitivity: sensitivity(filled, part),
        paired: familiesIn(seen, part)
      }))
  })
}

const partOf = ({ regime, depth, filler }: Slice): Part => ({
  hasStratum: ([d, f]) => (depth === null || depth === d) && (filler === null || filler === f),
  hasRegime: (name) => regime === null || regime === name
})

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
