import { type Task, tasks, type View, views } from "../Factors.js"
import type { ComparableTrial } from "./ComparableTrial.js"

/** The trials of one task and view. */
export interface SuiteOf<Trial> {
  readonly task: Task
  readonly view: View
  readonly trials: ReadonlyArray<Trial>
}

const primaryView: View = "after_close"
const viewOrder: ReadonlyArray<View> = [primaryView, ...views.filter((view) => view !== primaryView)]

/** One for each planned task and view, of a task `after_close` first. */
export const suitesOf = <Trial extends Pick<ComparableTrial, "at">>(
  trials: ReadonlyArray<Trial>
): ReadonlyArray<SuiteOf<Trial>> =>
  tasks.flatMap((task) =>
    viewOrder.flatMap((view) => {
      const own = trials.filter(({ at }) => at.task === task && at.view === view)
      return own.length === 0 ? [] : [{ task, view, trials: own }]
    })
  )

/** Whether the primary comparison is one of this task and view. */
export const isPrimarySuite = ({ task, view }: Pick<SuiteOf<unknown>, "task" | "view">): boolean =>
  task === "scope_lookup" && view === primaryView
