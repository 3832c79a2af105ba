import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { Disk, type DiskError } from "../../../records/Disk.js"
import { readTask } from "./readTask.js"
import { type Issue, issueText } from "./strictJson.js"
import type { Task, TaskFiles } from "./Task.js"

/** The folder of a task, `<category>/<task>`, and why it holds none. */
export interface UnreadableTask {
  readonly id: string
  readonly issues: ReadonlyArray<Issue>
}

export class TasksUnreadable extends Data.TaggedError("TasksUnreadable")<{
  readonly folder: string
  readonly tasks: ReadonlyArray<UnreadableTask>
}> {
  override get message(): string {
    const lines = this.tasks.flatMap(({ id, issues }) => issues.map((issue) => `${id}/${issueText(issue)}`))
    return `${this.folder}: ${lines.join("; ")}`
  }
}

/** Every task below the folder in the order of the ids, each read or with what is wrong with it. */
export const surveyTasks = (
  folder: string
): Effect.Effect<ReadonlyArray<Either.Either<Task, UnreadableTask>>, DiskError, Disk> =>
  Effect.gen(function* () {
    const tasks: Array<Either.Either<Task, UnreadableTask>> = []
    for (const id of yield* twoLevels(folder)) {
      const read = Either.flatMap(readTask(yield* readFolder(`${folder}/${id}`)), (task) =>
        task.spec.id === id
          ? Either.right(task)
          : Either.left([{ file: "task.json", place: "id", problem: `must be ${id}, as its folder` }])
      )
      tasks.push(Either.mapLeft(read, (issues) => ({ id, issues })))
    }
    return tasks
  })

/** The one file that stands beside the categories. */
const licence = "LICENSE.md"

/** `<category>/<task>` for all that stands on the second level, and the names of other files on the first, which belong nowhere. */
const twoLevels = (folder: string): Effect.Effect<ReadonlyArray<string>, DiskError, Disk> =>
  Effect.gen(function* () {
    const ids: Array<string> = []
    for (const category of yield* (yield* Disk).list(folder)) {
      if (category === licence) continue
      const names = yield* listIfFolder(`${folder}/${category}`)
      ids.push(...(names === null ? [category] : names.map((name) => `${category}/${name}`)))
    }
    return ids
  })

/** `null`: it is a file. */
const listIfFolder = (place: string): Effect.Effect<ReadonlyArray<string> | null, DiskError, Disk> =>
  Effect.flatMap(Disk, (disk) =>
    disk.list(place).pipe(
      Effect.catchIf(
        ({ code }) => code === "ENOTDIR",
        () => Effect.succeed(null)
      )
    )
  )

/** All tasks below `configs/workbench/tasks` or another folder of that form; none may be wrong. */
export const loadTasks = (
  folder: string
): Effect.Effect<ReadonlyArray<Task>, DiskError | TasksUnreadable, Disk> =>
  Effect.flatMap(surveyTasks(folder), (found) => {
    const unreadable = found.flatMap((one) => (Either.isLeft(one) ? [one.left] : []))
    return unreadable.length === 0
      ? Effect.succeed(found.flatMap((one) => (Either.isRight(one) ? [one.right] : [])))
      : Effect.fail(new TasksUnreadable({ folder, tasks: unreadable }))
  })

/** Every file below a folder by its path in there; none where it is a file itself. */
export const readFolder = (folder: string): Effect.Effect<TaskFiles, DiskError, Disk> =>
  Effect.gen(function* () {
    const disk = yield* Disk
    const files = new Map<string, Uint8Array>()
    const pending = (yield* listIfFolder(folder))?.slice() ?? []
    for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
      const inside = at
      const names = yield* listIfFolder(`${folder}/${inside}`)
      if (names === null) files.set(inside, yield* disk.read(`${folder}/${inside}`))
      else pending.push(...names.map((name) => `${inside}/${name}`))
    }
    return files
  })
