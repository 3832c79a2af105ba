import { levelOf } from "../../comparison/Slice.js"
import type { Condition } from "./Condition.js"
import { sidesOf } from "./contrasts.js"
import type { Results } from "./Results.js"
import { styleName } from "./sections/styleName.js"

/**
 * Signs that something other than the model may have failed: a whole condition (task, view, lexical regime, style) without
 * one correct answer or without one answer to judge, or a task and view without one matched family. Each is a line of text.
 */
export const alarms = ({ run, suites }: Results): ReadonlyArray<string> =>
  suites.flatMap(({ task, view, overall, marginals }) => {
    const ofConditions = marginals
      .filter(({ slice }) => levelOf(slice) === "regime")
      .flatMap(({ slice, conditions }) =>
        conditions.flatMap(({ style, condition }) =>
          alarmOf(condition).map(
            (text) => `${task} / ${view} / ${slice.regime} / ${styleName(style)}: ${text}`
          )
        )
      )
    const { planned, available } = overall.matched
    const [treatment, baseline] = sidesOf(run.primary)
    const unmatched = planned > 0 && available === 0 && overall.pooled.counts.dispatched > 0
    return unmatched
      ? [
          ...ofConditions,
          `${task} / ${view}: no family has a ${treatment} and a ${baseline} answer to compare`
        ]
      : ofConditions
  })

const alarmOf = ({ counts }: Condition): ReadonlyArray<string> => {
  if (counts.evaluable > 0 && counts.correct === 0) {
    return [
      `none of ${counts.evaluable} answers is correct; read some of them in errors.csv before taking this for the model's failure`
    ]
  }
  if (counts.dispatched > 0 && counts.evaluable === 0) {
    return [`none of ${counts.dispatched} dispatched trials has an answer to judge`]
  }
  return []
}
