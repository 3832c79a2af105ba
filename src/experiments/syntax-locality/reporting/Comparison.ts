import * as Arr from "effect/Array"
import type { Resampling } from "../../../stats/ClusterBootstrap.js"
import { type Interval, intervals } from "../../../stats/Interval.js"
import { exactMcNemar, type McNemar } from "../../../stats/McNemar.js"
import type { Observation } from "../../../stats/Observation.js"
import { type PairedDifference, pairedDifference } from "../../../stats/PairedDifference.js"
import { type PairedFamilies, pairFamilies } from "../../../stats/PairedFamilies.js"
import { type Sensitivity, sensitivity } from "../../../stats/Sensitivity.js"
import type { Task, View } from "../Factors.js"
import { type ComparableTrial, observe } from "./ComparableTrial.js"
import { primaryContrast, type StyleContrast } from "./contrasts.js"
import { everything, inSlice, marginalsOf, type Slice } from "./Slice.js"
import { type SuiteOf, suitesOf } from "./suitesOf.js"

/** A contrast's effect inside one slice of one task and view, with what is needed to judge it. */
export interface Comparison {
  readonly task: Task
  readonly view: View
  readonly slice: Slice
  readonly contrast: StyleContrast
  readonly difference: PairedDifference
  readonly sensitivity: Sensitivity
  readonly interval: Interval
  /** Where it applies: a description beside the interval, never the test of the contrast. */
  readonly mcNemar: McNemar | null
}

/** How trials are compared. */
export interface Analysis {
  /** In this order, as far as both styles were planned. */
  readonly contrasts: ReadonlyArray<StyleContrast>
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
  const planned = suitesOf(trials).flatMap((suite) =>
    [everything, ...marginalsOf(suite.trials)].flatMap((slice) => pairAll(suite, slice, contrasts))
  )
  // All of them at once, because contrasts can share their draws.
  const found =
    withheld === null
      ? intervals(
          planned.map(({ paired }) => paired),
          resampling
        )
      : planned.map((): Interval => ({ kind: "not_computed", reason: withheld }))
  return Arr.zipWith(planned, found, ({ paired, observations, ...place }, interval) => ({
    ...place,
    difference: pairedDifference(paired),
    sensitivity: sensitivity(observations, place.contrast),
    interval,
    mcNemar: withheld === null ? exactMcNemar(paired) : null
  }))
}

interface Paired extends Pick<Comparison, "task" | "view" | "slice" | "contrast"> {
  readonly observations: ReadonlyArray<Observation>
  readonly paired: PairedFamilies
}

const pairAll = (
  { task, view, trials }: SuiteOf<ComparableTrial>,
  slice: Slice,
  contrasts: ReadonlyArray<StyleContrast>
): ReadonlyArray<Paired> => {
  const observations = trials.filter(inSlice(slice)).map(observe)
  const planned = new Set<string>(observations.map(({ arm }) => arm))
  return contrasts
    .filter(({ treatment, baseline }) => planned.has(treatment) && planned.has(baseline))
    .map((contrast) => ({
      task,
      view,
      slice,
      contrast,
      observations,
      paired: pairFamilies(observations, contrast)
    }))
}

/** Families of D−B: planned, and with a pair in every planned regime (specification 10.3). */
export interface MatchedFamilies {
  readonly planned: number
  readonly available: number
}

export const matchFamilies = (trials: ReadonlyArray<ComparableTrial>): MatchedFamilies => {
  const paired = pairFamilies(trials.map(observe), primaryContrast)
  const { familiesPlanned, familiesAvailable } = pairedDifference(paired)
  return { planned: familiesPlanned, available: familiesAvailable }
}
