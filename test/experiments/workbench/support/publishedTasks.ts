import { fileURLToPath } from "node:url"
import * as Effect from "effect/Effect"
import { loadTasks } from "../../../../src/experiments/workbench/tasks/loadTasks.js"
import * as Disk from "../../../../src/records/Disk.js"

const folder = fileURLToPath(new URL("../../../../configs/workbench/tasks", import.meta.url))

/** The thirty tasks, in the order of their ids. */
export const publishedTasks = Effect.runSync(Effect.provide(loadTasks(folder), Disk.layerWithoutSync))
