import { contrastTable, taskAndView } from "../../../comparison/contrastTable.js"
import { isPrimaryContrast } from "../contrasts.js"
import type { Results } from "../Results.js"

/** 7. The other contrasts. */
export const exploratorySection = ({ run, suites }: Results): ReadonlyArray<string> => {
  const comparisons = suites
    .flatMap(({ overall }) => overall.comparisons)
    .filter(({ contrast }) => !isPrimaryContrast(contrast))
  if (comparisons.length === 0) return ["No other contrast was planned."]
  return [
    "Exploratory: no test of these figures was fixed beforehand. The same contrasts by lexical regime, depth and filler are in paired-comparisons.csv.",
    run.withheld === null
      ? "Each interval stands for itself: of many that all hold what they say, one in twenty misses its true value."
      : `Intervals: not_computed (${run.withheld}).`,
    contrastTable("task / view", taskAndView, comparisons)
  ]
}
