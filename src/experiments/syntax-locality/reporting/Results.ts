import type { ReportInput } from "../../../pipeline/Experiment.js"
import { type Task, tasks, type View } from "../Factors.js"
import { type Style, styles } from "../lang/Syntax.js"
import {
  type Comparison,
  compare,
  contrasts,
  type MatchedFamilies,
  matchFamilies,
  observe,
  primaryContrast
} from "./Comparison.js"
import { type Condition, summarise } from "./Condition.js"
import { type RunFacts, runFacts } from "./RunFacts.js"
import type { Scored } from "./Scored.js"
import { everything, inSlice, marginalsOf, type Slice } from "./Slice.js"

/** Everything that the files and the terminal show, computed once. */
export interface Results {
  readonly run: RunFacts
  /** In schedule order. */
  readonly trials: ReadonlyArray<Scored>
  /** One for each planned task and view, `after_close` first because it is primary. */
  readonly suites: ReadonlyArray<Suite>
}

export interface Suite {
  readonly task: Task
  readonly view: View
  readonly trials: ReadonlyArray<Scored>
  readonly overall: SliceResults
  /** Each regime, depth and filler by itself. */
  readonly marginals: ReadonlyArray<SliceResults>
}

export interface SliceResults {
  readonly slice: Slice
  /** Planned styles, A to E. */
  readonly conditions: ReadonlyArray<{ readonly style: Style; readonly condition: Condition }>
  /** All styles together: difficulty without names (specification 7.3a). */
  readonly pooled: Condition
  readonly matched: MatchedFamilies
  /** Those contrasts of which both styles were planned, in the order of `contrasts`. */
  readonly comparisons: ReadonlyArray<Comparison>
}

const viewOrder: ReadonlyArray<View> = ["after_close", "before_close"]

export const results = (input: ReportInput, trials: ReadonlyArray<Scored>): Results => {
  const run = runFacts(input, trials)
  const suites = tasks.flatMap((task) =>
    viewOrder.flatMap((view): ReadonlyArray<Suite> => {
      const own = trials.filter(({ at }) => at.task === task && at.view === view)
      if (own.length === 0) return []
      const sliced = (slice: Slice) => sliceResults(run, own.filter(inSlice(slice)), slice)
      return [
        { task, view, trials: own, overall: sliced(everything), marginals: marginalsOf(own).map(sliced) }
      ]
    })
  )
  return { run, trials, suites }
}

const sliceResults = (run: RunFacts, trials: ReadonlyArray<Scored>, slice: Slice): SliceResults => {
  const planned = new Set(trials.map(({ at }) => at.style))
  const observations = trials.map(observe)
  return {
    slice,
    conditions: byStyle(trials),
    pooled: summarise(trials),
    matched: matchFamilies(observations),
    comparisons: contrasts
      .filter(({ treatment, baseline }) => planned.has(treatment) && planned.has(baseline))
      .map((contrast) => compare(observations, contrast, run.interval))
  }
}

/** The common figures of each planned style, A to E. */
export const byStyle = (trials: ReadonlyArray<Scored>): SliceResults["conditions"] =>
  styles.flatMap((style) => {
    const own = trials.filter(({ at }) => at.style === style)
    return own.length === 0 ? [] : [{ style, condition: summarise(own) }]
  })

/** D−B of a slice, where both were planned. */
export const primaryOf = ({ comparisons }: SliceResults): Comparison | undefined =>
  comparisons.find(({ contrast }) => contrast === primaryContrast)
