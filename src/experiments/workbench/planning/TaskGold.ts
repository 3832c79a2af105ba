import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import type { Json, JsonObject } from "../../../json/Json.js"
import { DamagedGold, type Gold } from "../../../pipeline/Gold.js"
import { RunConfig } from "../config/RunConfig.js"
import { plainJson } from "../tasks/strictJson.js"
import type { Task } from "../tasks/Task.js"
import { between, strict, Text } from "../tasks/words.js"
import { FoundSubject } from "./Found.js"
import { asJson, type Planned, PlannedTask, taskJson, taskOf } from "./Protocol.js"

/** Everything that graders know of a trial: its whole task, and who judges. */
const TaskGold = Schema.Struct({
  task: PlannedTask,
  /** Who was to judge; it need not be there. */
  judgeName: Text,
  judge: Schema.NullOr(FoundSubject),
  disagreement: between(0, 1),
  run: RunConfig
}).annotations(strict)

export type TaskGold = Omit<typeof TaskGold.Type, "task"> & { readonly task: Task }

export const taskGoldJson = (task: Task, { config, judge }: Planned): JsonObject =>
  asJson({
    task: taskJson(task),
    judgeName: config.judge.judge,
    judge,
    disagreement: config.judge.disagreement,
    run: config.run
  })

/** What was read already: trials of one task share their gold, and a folder takes longer to read than an answer to grade. */
const known = new WeakMap<Gold<Json>, TaskGold>()

const decode = Schema.decodeUnknownEither(TaskGold)

export const readTaskGold = (gold: Gold<Json>): TaskGold => {
  const before = known.get(gold)
  if (before !== undefined) return before
  const read = Either.getOrThrowWith(
    Either.flatMap(
      Either.mapLeft(decode(plainJson(gold.reveal())), ({ message }) => message),
      (found) => Either.map(taskOf(found.task), (task): TaskGold => ({ ...found, task }))
    ),
    (why) => new DamagedGold(why)
  )
  known.set(gold, read)
  return read
}
