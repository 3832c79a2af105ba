import { tasks, type View, views } from "../Factors.js"
import type { ComparableTrial } from "./ComparableTrial.js"
import { knownFirst } from "./knownFirst.js"

type Located = Pick<ComparableTrial, "at">

/** The trials of one task and view. */
export interface SuiteOf<Trial extends Located> {
  readonly task: Trial["at"]["task"]
  readonly view: Trial["at"]["view"]
  readonly trials: ReadonlyArray<Trial>
}

const primaryView: View = "after_close"
const viewOrder: ReadonlyArray<View> = [primaryView, ...views.filter((view) => view !== primaryView)]

/** One for each planned task and view, of a task `after_close` first. */
export const suitesOf = <Trial extends Located>(
  trials: ReadonlyArray<Trial>
): ReadonlyArray<SuiteOf<Trial>> =>
  namesOf(trials, tasks, ({ task }) => task).flatMap((task) => {
    const ofTask = trials.filter(({ at }) => at.task === task)
    return namesOf(ofTask, viewOrder, ({ view }) => view).flatMap((view) => {
      const own = ofTask.filter(({ at }) => at.view === view)
      return own.slice(0, 1).map(({ at }) => ({ task: at.task, view: at.view, trials: own }))
    })
  })

const namesOf = (
  trials: ReadonlyArray<Located>,
  known: ReadonlyArray<string>,
  name: (at: Located["at"]) => string
): ReadonlyArray<string> =>
  knownFirst(
    known,
    trials.map(({ at }) => name(at))
  )

/** Whether the primary comparison is one of this task and view. */
export const isPrimarySuite = ({ task, view }: Pick<SuiteOf<Located>, "task" | "view">): boolean =>
  task === "scope_lookup" && view === primaryView
