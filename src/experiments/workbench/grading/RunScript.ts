import * as Effect from "effect/Effect"
import type { Task, TaskFiles } from "../tasks/Task.js"

/** One program of a `script` layer, to be run where it can do no harm. */
export interface ScriptRequest {
  /** `["node", "checks/check.mjs", …]`; the runner appends the absolute path of `workdir` as it sees it. */
  readonly command: ReadonlyArray<string>
  readonly minutes: number
  /** The files of the program's own folder, in which it is started: those below `checks/` and `fixtures/`, which a subject cannot have changed. */
  readonly files: TaskFiles
  /** The subject's working directory, or for `qa` a folder that holds `answer.txt`. */
  readonly workdir: string
}

export interface ScriptResult {
  /** 0: the check passed. A program that was stopped because its time was over has any other. */
  readonly exitCode: number
  /** The end of what it printed, for people. */
  readonly output: string
}

/** How programs are run. It fails with `E` only where none could be run, which says nothing of the subject. */
export type RunScript<E, R> = (request: ScriptRequest) => Effect.Effect<ScriptResult, E, R>

/** What a check must find beside itself. */
export const filesOfChecks = ({ files }: Task): TaskFiles =>
  new Map([...files].filter(([path]) => path.startsWith("checks/") || path.startsWith("fixtures/")))

/** Runs each `script` layer of a task, one after another; results by the id of the layer. */
export const runScripts = Effect.fnUntraced(function* <E, R>(
  task: Task,
  workdir: string,
  run: RunScript<E, R>
) {
  const results = new Map<string, ScriptResult>()
  for (const [id, { gold, method }] of task.gold) {
    if (method !== "script") continue
    results.set(
      id,
      yield* run({ command: gold.command, minutes: gold.minutes, files: filesOfChecks(task), workdir })
    )
  }
  return results
})
