import * as Arr from "effect/Array"
import type { Resampling } from "../../stats/ClusterBootstrap.js"
import { tabulate } from "../../stats/FamilyTable.js"
import { type Interval, intervals } from "../../stats/Interval.js"
import { exactMcNemar, type McNemar } from "../../stats/McNemar.js"
import type { Contrast } from "../../stats/Observation.js"
import { type PairedDifference, pairedDifference } from "../../stats/PairedDifference.js"
import { familiesIn, type PairedFamilies, type Part } from "../../stats/PairedFamilies.js"
import { fillMissing, type Sensitivity, sensitivity } from "../../stats/Sensitivity.js"
import { type ComparableTrial, observe } from "./ComparableTrial.js"
import type { Design, Place } from "./Design.js"
import { everything, inSlice, marginalsOf, type Slice } from "./Slice.js"
import { type SuiteOf, suitesOf } from "./suitesOf.js"

/** A contrast's effect inside one slice of one task and view, with what is needed to judge it. */
export interface Comparison extends Place {
  /** What tables call its arms. */
  readonly sides: readonly [treatment: string, baseline: string]
  /** The one that was chosen beforehand; the others are exploratory. */
  readonly primary: boolean
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
  readonly design: Design
}

/** `D−B`, with a real minus sign. */
export const comparisonName = ({ sides }: Pick<Comparison, "sides">): string => sides.join("−")

/**
 * Every contrast for each task and view: all trials together, by lexical regime, by depth and by filler. The same for any order of
 * the trials, wherever they come from.
 *
 * Throws `RangeError`, a defect, when one trial occurs twice, and as `bootstrapMeans` does.
 */
export const compareAll = (
  trials: ReadonlyArray<ComparableTrial>,
  { contrasts, design, resampling, withheld }: Analysis
): ReadonlyArray<Comparison> => {
  const planned = suitesOf(trials, design.order).flatMap((suite) => pairAll(suite, contrasts, design))
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

interface Paired extends Omit<Comparison, "difference" | "interval" | "mcNemar"> {
  readonly paired: PairedFamilies
}

/** Trials are paired once for each contrast; slices take their part of the families. */
const pairAll = (
  { task, view, trials }: SuiteOf<ComparableTrial>,
  contrasts: ReadonlyArray<Contrast>,
  { armName, isPrimary, order }: Design
): ReadonlyArray<Paired> => {
  const observations = trials.map(observe)
  const tables = contrasts.map((contrast) => ({
    contrast,
    seen: tabulate(observations, contrast),
    filled: fillMissing(observations, contrast)
  }))
  return [everything, ...marginalsOf(trials, order)].flatMap((slice) => {
    const planned = new Set(trials.filter(inSlice(slice)).map(({ at }) => at.style))
    const part = partOf(slice)
    return tables
      .filter(({ contrast }) => planned.has(contrast.treatment) && planned.has(contrast.baseline))
      .map(({ contrast, seen, filled }) => ({
        task,
        view,
        slice,
        contrast,
        sides: [armName(contrast.treatment), armName(contrast.baseline)] as const,
        primary: isPrimary({ task, view, slice, contrast }),
        sensitivity: sensitivity(filled, part),
        paired: familiesIn(seen, part)
      }))
  })
}

const partOf = ({ regime, depth, filler }: Slice): Part => ({
  hasStratum: ([d, f]) => (depth === null || depth === d) && (filler === null || filler === f),
  hasRegime: (name) => regime === null || regime === name
})
