import type { ComparableTrial } from "./ComparableTrial.js"
import type { Order } from "./Design.js"
import { knownFirst } from "./knownFirst.js"

type Located = Pick<ComparableTrial, "at">

/** The trials of one task and view. */
export interface SuiteOf<Trial extends Located> {
  readonly task: Trial["at"]["task"]
  readonly view: Trial["at"]["view"]
  readonly trials: ReadonlyArray<Trial>
}

/** One for each planned task and view, in the given order. */
export const suitesOf = <Trial extends Located>(
  trials: ReadonlyArray<Trial>,
  { tasks, views }: Order
): ReadonlyArray<SuiteOf<Trial>> =>
  namesOf(trials, tasks, ({ task }) => task).flatMap((task) => {
    const ofTask = trials.filter(({ at }) => at.task === task)
    return namesOf(ofTask, views, ({ view }) => view).flatMap((view) => {
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
