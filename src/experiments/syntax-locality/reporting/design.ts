import type { Design } from "../../comparison/Design.js"
import { levelOf } from "../../comparison/Slice.js"
import { regimes, tasks, type View, views } from "../Factors.js"
import { letterOf } from "../lang/Syntax.js"
import { isPrimaryContrast } from "./contrasts.js"

const primaryView: View = "after_close"

/** Whether the primary comparison is one of this task and view. */
export const isPrimarySuite = ({ task, view }: { readonly task: string; readonly view: string }): boolean =>
  task === "scope_lookup" && view === primaryView

/**
 * Arms have letters, `after_close` comes first, and one comparison was chosen beforehand (specification 10.4): the primary contrast over all of
 * scope_lookup, after_close.
 */
export const design: Design = {
  armName: letterOf,
  isPrimary: ({ contrast, slice, task, view }) =>
    isPrimarySuite({ task, view }) && levelOf(slice) === "all" && isPrimaryContrast(contrast),
  order: { tasks, views: [primaryView, ...views.filter((view) => view !== primaryView)], regimes }
}
