import { fileURLToPath } from "node:url"
import * as Effect from "effect/Effect"
import { loadTasks } from "../../../../src/experiments/workbench/tasks/loadTasks.js"
import type { Task } from "../../../../src/experiments/workbench/tasks/Task.js"
import * as Disk from "../../../../src/records/Disk.js"

const folder = fileURLToPath(new URL("../../../fixtures/workbench/tasks", import.meta.url))

/** A tiny agent's task and a tiny question. */
export const [agentTask, questionTask] = Effect.runSync(
  Effect.provide(loadTasks(folder), Disk.layerWithoutSync)
) as [Task, Task] // the two folders of the fixtures
