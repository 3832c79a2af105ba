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
    const disk = yield* Disk
    const tasks: Array<Either.Either<Task, UnreadableTask>> = []
    for (const category of yield* disk.list(folder)) {
      for (const name of yield* disk.list(`${folder}/${category}`)) {
        const id = `${category}/${name}`
        const read = Either.flatMap(readTask(yield* readFolder(`${folder}/${id}`)), (task) =>
          task.spec.id === id
            ? Either.right(task)
            : Either.left([{ file: "task.json", place: "id", problem: `must be ${id}, as its folder` }])
        )
        tasks.push(Either.mapLeft(read, (issues) => ({ id, issues })))
      }
    }
    return tasks
  })

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

/** Every file below a folder by its path in there. */
export const readFolder = (folder: string): Effect.Effect<TaskFiles, DiskError, Disk> =>
  Effect.gen(function* () {
    const disk = yield* Disk
    const files = new Map<string, Uint8Array>()
    const pending = [""]
    for (let prefix = pending.pop(); prefix !== undefined; prefix = pending.pop()) {
      for (const name of yield* disk.list(`${folder}/${prefix}`)) {
        const at = `${prefix}${name}`
        // A folder can be listed, a file cannot.
        const isFolder = yield* disk.list(`${folder}/${at}`).pipe(
          Effect.as(true),
          Effect.catchIf(
            ({ code }) => code === "ENOTDIR",
            () => Effect.succeed(false)
          )
        )
        if (isFolder) pending.push(`${at}/`)
        else files.set(at, yield* disk.read(`${folder}/${at}`))
      }
    }
    return files
  })
