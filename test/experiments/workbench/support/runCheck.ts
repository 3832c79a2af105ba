import { execFile } from "node:child_process"
import { once } from "node:events"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { pathToFileURL } from "node:url"
import { Worker } from "node:worker_threads"
import * as Effect from "effect/Effect"
import { afterAll } from "vitest"
import {
  filesOfChecks,
  type RunScript,
  runScripts,
  type ScriptResult
} from "../../../../src/experiments/workbench/grading/RunScript.js"
import { sampleWorkdir } from "../../../../src/experiments/workbench/grading/scoreSample.js"
import type { Sample, Task } from "../../../../src/experiments/workbench/tasks/Task.js"

type Files = ReadonlyMap<string, Uint8Array>

const write = (files: Files): string => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "workbench-check-"))
  for (const [name, bytes] of files) {
    const file = path.join(folder, name)
    fs.mkdirSync(path.dirname(file), { recursive: true })
    fs.writeFileSync(file, bytes)
  }
  return folder
}

const remove = (folder: string): void => void fs.rmSync(folder, { recursive: true, force: true })

/** A temporary folder that holds the files. */
const folderWith = (files: Files) =>
  Effect.acquireRelease(
    Effect.sync(() => write(files)),
    (folder) => Effect.sync(() => remove(folder))
  )

let thread: Worker | undefined

/** The programs' own folders, one a task: a program reads it and changes nothing. */
const programs = new Map<Task, string>()

afterAll(async () => {
  await thread?.terminate()
  programs.forEach(remove)
})

const programsOf = (task: Task): string => {
  const known = programs.get(task)
  if (known !== undefined) return known
  const folder = write(filesOfChecks(task))
  programs.set(task, folder)
  return folder
}

const environment = { PATH: process.env["PATH"] ?? "", NO_COLOR: "1" }

/** A process for each program, as a run has it. */
const inProcess =
  (task: Task): RunScript<never, never> =>
  ({ command: [, ...args], minutes, workdir }) =>
    Effect.async((resume) => {
      const options = {
        cwd: programsOf(task),
        timeout: Math.min(minutes, 1) * 60_000,
        killSignal: "SIGKILL" as const,
        env: environment
      }
      const child = execFile(process.execPath, [...args, workdir], options, (_, stdout, stderr) =>
        resume(
          Effect.succeed({ exitCode: child.exitCode ?? 137, output: `${stdout}${stderr}`.slice(-4_000) })
        )
      )
      child.stdin?.end()
    })

/** One thread for all programs, one after another: good enough for our own programs on our own samples, and for nothing that a model wrote. */
const inThread =
  (task: Task): RunScript<never, never> =>
  ({ command: [, file = "", ...args], workdir }) =>
    Effect.promise(async () => {
      thread ??= new Worker(new URL("./checkThread.mjs", import.meta.url), { env: environment })
      thread.postMessage({
        url: pathToFileURL(path.join(programsOf(task), file)).href,
        args: [...args, workdir]
      })
      const [result]: ReadonlyArray<ScriptResult> = await once(thread, "message")
      return result ?? { exitCode: 1, output: "the thread said nothing" }
    })

/** What the programs of a task's `script` layers say to a folder of files. */
export const checkFiles = (
  task: Task,
  files: Files,
  how: "process" | "thread" = "thread"
): Promise<ReadonlyMap<string, ScriptResult>> =>
  Effect.runPromise(
    Effect.scoped(
      Effect.flatMap(folderWith(files), (workdir) =>
        runScripts(task, workdir, (how === "thread" ? inThread : inProcess)(task))
      )
    )
  )

/** What they say to a sample. */
export const checkSample = (
  task: Task,
  sample: Sample,
  how?: "process" | "thread"
): Promise<ReadonlyMap<string, ScriptResult>> => checkFiles(task, sampleWorkdir(task, sample), how)

export const exitCodes = (results: ReadonlyMap<string, ScriptResult>): ReadonlyMap<string, number> =>
  new Map([...results].map(([layer, { exitCode }]) => [layer, exitCode]))
