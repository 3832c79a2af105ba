import type { ReportInput } from "../../../pipeline/Experiment.js"
import type { Resampling } from "../../../stats/ClusterBootstrap.js"
import { type Comparison, compareAll } from "../../comparison/Comparison.js"
import { everything, inSlice, marginalsOf, type Slice, sameSlice } from "../../comparison/Slice.js"
import { type SuiteOf, suitesOf } from "../../comparison/suitesOf.js"
import { type Arm, arms } from "../Arms.js"
import { type Condition, summarise } from "./Condition.js"
import { contrasts, isPrimaryContrast } from "./contrasts.js"
import { design } from "./design.js"
import { type MatchedFamilies, matchFamilies } from "./matchFamilies.js"
import { type RunFacts, runFacts } from "./RunFacts.js"
import type { Scored } from "./Scored.js"

/** Everything that the files and the terminal show, computed once. */
export interface Results {
  readonly run: RunFacts
  /** In schedule order. */
  readonly trials: ReadonlyArray<Scored>
  /** One for each planned task and view. */
  readonly suites: ReadonlyArray<Suite>
  /** Every line of `paired-comparisons.csv`; the slices have their own. */
  readonly comparisons: ReadonlyArray<Comparison>
}

export interface Suite extends SuiteOf<Scored> {
  readonly overall: SliceResults
  /** Each regime, depth and filler by itself. */
  readonly marginals: ReadonlyArray<SliceResults>
}

export interface SliceResults {
  readonly slice: Slice
  /** Planned arms, A to E. */
  readonly conditions: ReadonlyArray<{ readonly style: Arm; readonly condition: Condition }>
  /** All styles together: difficulty without names (specification 7.3a). */
  readonly pooled: Condition
  readonly matched: MatchedFamilies
  /** Those contrasts of which both styles were planned, in the order of `contrasts`. */
  readonly comparisons: ReadonlyArray<Comparison>
}

export const results = (
  input: Pick<ReportInput, "protocol">,
  resampling: Resampling,
  trials: ReadonlyArray<Scored>
): Results => {
  const run = runFacts(input, resampling, trials)
  const comparisons = compareAll(trials, { contrasts, design, resampling, withheld: run.withheld })
  const suites = suitesOf(trials, design.order).map((suite): Suite => {
    const own = comparisons.filter(({ task, view }) => task === suite.task && view === suite.view)
    const sliced = (slice: Slice): SliceResults => ({
      ...summariseSlice(suite.trials.filter(inSlice(slice)), slice),
      comparisons: own.filter((comparison) => sameSlice(comparison.slice, slice))
    })
    return {
      ...suite,
      overall: sliced(everything),
      marginals: marginalsOf(suite.trials, design.order).map(sliced)
    }
  })
  return { run, trials, suites, comparisons }
}

/** What is said of a slice without comparing. */
export const summariseSlice = (
  trials: ReadonlyArray<Scored>,
  slice: Slice
): Omit<SliceResults, "comparisons"> => ({
  slice,
  conditions: arms.flatMap((style) => {
    const own = trials.filter(({ at }) => at.style === style)
    return own.length === 0 ? [] : [{ style, condition: summarise(own) }]
  }),
  pooled: summarise(trials),
  matched: matchFamilies(trials)
})

/** The primary contrast of a slice, where both of its arms were planned. */
export const primaryOf = ({ comparisons }: SliceResults): Comparison | undefined =>
  comparisons.find(({ contrast }) => isPrimaryContrast(contrast))
