import * as Effect from "effect/Effect"
import type { ComparedRun, ReadError } from "../../../../pipeline/Experiment.js"
import { savedResampling } from "../../../comparison/Bootstrap.js"
import type { Comparison } from "../../../comparison/Comparison.js"
import { textOf } from "../../../comparison/textOf.js"
import { contrastName } from "../contrasts.js"
import { type Results, results, type Suite } from "../Results.js"
import { readScored } from "../Scored.js"

/** One of the runs that stand side by side. */
export interface Compared {
  /** From 1, in the order given: a folder's name is too long for a figure. */
  readonly number: number
  readonly label: string
  readonly model: string
  readonly effort: string
  readonly results: Results
}

export const readCompared = (run: ComparedRun, index: number): Effect.Effect<Compared, ReadError> =>
  Effect.gen(function* () {
    const { label, protocol, scores } = run
    const trials = yield* readScored({ scores, costs: null })
    return {
      number: index + 1,
      label,
      model: textOf(protocol["model"]),
      effort: protocol["reasoningEffort"] === null ? "not sent" : textOf(protocol["reasoningEffort"]),
      results: results({ protocol }, yield* savedResampling(protocol), trials)
    }
  })

/** `synthetic_mock, provisional`, or `complete`. */
export const stateOf = ({ results: { run } }: Compared): string =>
  [run.synthetic ? "synthetic_mock" : "", run.provisional ? "provisional" : ""]
    .filter((word) => word !== "")
    .join(", ") || "complete"

type Place = Pick<Suite, "task" | "view">

/** The tasks and views that are shown: those of the first run. */
export const placesOf = ([first]: ReadonlyArray<Compared>): ReadonlyArray<Suite> =>
  first?.results.suites ?? []

export const suiteOf = ({ results: { suites } }: Compared, { task, view }: Place): Suite | undefined =>
  suites.find((suite) => suite.task === task && suite.view === view)

/** A run's own figure for a contrast, over all trials of a task and view. */
export const comparisonOf = (run: Compared, place: Place, name: string): Comparison | undefined =>
  suiteOf(run, place)?.overall.comparisons.find(({ contrast }) => contrastName(contrast) === name)
