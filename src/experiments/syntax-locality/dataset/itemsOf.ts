import type { Settings } from "../Config.js"
import type { Dataset } from "./Dataset.js"
import type { Item } from "./Item.js"

/** All that a plan asks, in the order of its cases: task by task, families in grid order, views as configured. */
export const itemsOf = (
  { families, generation }: Pick<Dataset, "families" | "generation">,
  { tasks, views }: Pick<Settings, "tasks" | "views">
): ReadonlyArray<Item> =>
  tasks.flatMap(
    (task): ReadonlyArray<Item> =>
      task === "ast_to_source"
        ? generation
        : families.flatMap((family) => views.map((view): Item => ({ task, view, family })))
  )
