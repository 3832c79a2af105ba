import { spawnSync } from "node:child_process"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import * as Effect from "effect/Effect"
import { type RunScript, runScripts } from "../../../../src/experiments/workbench/grading/RunScript.js"
import { sampleWorkdir } from "../../../../src/experiments/workbench/grading/scoreSample.js"
import type { Sample, Task } from "../../../../src/experiments/workbench/tasks/Task.js"

const writeAll = (folder: string, files: ReadonlyMap<string, Uint8Array>): void => {
  for (const [name, bytes] of files) {
    const file = path.join(folder, name)
    fs.mkdirSync(path.dirname(file), { recursive: true })
    fs.writeFileSync(file, bytes)
  }
}

const inFolder = <A>(act: (folder: string) => A): A => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "workbench-check-"))
  try {
    return act(folder)
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/** A plain child process: good enough for our own checks on our own samples, and for nothing that a model wrote. */
const runCheck: RunScript<never, never> = ({ command, files, minutes, workdir }) =>
  Effect.sync(() =>
    inFolder((folder) => {
      writeAll(folder, files)
      const [, ...args] = command
      const { status, stderr, stdout } = spawnSync(process.execPath, [...args, workdir], {
        cwd: folder,
        encoding: "utf8",
        timeout: Math.min(minutes * 60_000, 60_000),
        killSignal: "SIGKILL",
        env: { PATH: process.env["PATH"] ?? "", NO_COLOR: "1" },
        stdio: ["ignore", "pipe", "pipe"]
      })
      return { exitCode: status ?? 137, output: `${stdout}${stderr}`.slice(-4_000) }
    })
  )

/** What the programs of a task's `script` layers say to a sample. */
export const checkSample = (task: Task, sample: Sample) =>
  inFolder((workdir) => {
    writeAll(workdir, sampleWorkdir(task, sample))
    return Effect.runSync(runScripts(task, workdir, runCheck))
  })
