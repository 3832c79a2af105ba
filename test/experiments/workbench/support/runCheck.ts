import { execFile } from "node:child_process"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import * as Effect from "effect/Effect"
import {
  type RunScript,
  runScripts,
  type ScriptResult
} from "../../../../src/experiments/workbench/grading/RunScript.js"
import { sampleWorkdir } from "../../../../src/experiments/workbench/grading/scoreSample.js"
import type { Sample, Task } from "../../../../src/experiments/workbench/tasks/Task.js"

/** A temporary folder that holds the files. */
const folderWith = (files: ReadonlyMap<string, Uint8Array>) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const folder = fs.mkdtempSync(path.join(os.tmpdir(), "workbench-check-"))
      for (const [name, bytes] of files) {
        const file = path.join(folder, name)
        fs.mkdirSync(path.dirname(file), { recursive: true })
        fs.writeFileSync(file, bytes)
      }
      return folder
    }),
    (folder) => Effect.sync(() => fs.rmSync(folder, { recursive: true, force: true }))
  )

const execute = (args: ReadonlyArray<string>, cwd: string, minutes: number) =>
  Effect.async<ScriptResult>((resume) => {
    const options = {
      cwd,
      timeout: Math.min(minutes, 1) * 60_000,
      killSignal: "SIGKILL" as const,
      env: { PATH: process.env["PATH"] ?? "", NO_COLOR: "1" }
    }
    const child = execFile(process.execPath, [...args], options, (_, stdout, stderr) =>
      resume(Effect.succeed({ exitCode: child.exitCode ?? 137, output: `${stdout}${stderr}`.slice(-4_000) }))
    )
    child.stdin?.end()
  })

/** A plain child process: good enough for our own checks on our own samples, and for nothing that a model wrote. */
const runCheck: RunScript<never, never> = ({ command, files, minutes, workdir }) =>
  Effect.scoped(
    Effect.flatMap(folderWith(files), (folder) => {
      const [, ...args] = command
      return execute([...args, workdir], folder, minutes)
    })
  )

/** What the programs of a task's `script` layers say to a sample. */
export const checkSample = (task: Task, sample: Sample): Promise<ReadonlyMap<string, ScriptResult>> =>
  Effect.runPromise(
    Effect.scoped(
      Effect.flatMap(folderWith(sampleWorkdir(task, sample)), (workdir) =>
        runScripts(task, workdir, runCheck)
      )
    )
  )

export const exitCodes = (results: ReadonlyMap<string, ScriptResult>): ReadonlyMap<string, number> =>
  new Map([...results].map(([layer, { exitCode }]) => [layer, exitCode]))
