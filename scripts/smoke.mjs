/**
 * `npm run smoke`: the whole pipeline, offline, against a simulated model: the P0 pilot planned, audited, run, scored and reported
 * in a new folder under runs/. Every step is a command that a person could type.
 */
import { spawnSync } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import { fileURLToPath } from "node:url"

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..")

/** mkdtemp makes a name that nobody else has, also for two smokes in one second. */
const run = path.relative(process.cwd(), fs.mkdtempSync(path.join(root, "runs", "smoke-")))

const steps = [
  ["plan", "--preset", "pilot", "--phase", "p0", "--out", run],
  ["audit", "--run", run],
  ["run", "--run", run, "--mock"],
  ["score", "--run", run],
  ["report", "--run", run]
]

for (const step of steps) {
  console.log(`\n$ icl-bench ${step.join(" ")}`)
  const { signal, status } = spawnSync(process.execPath, [path.join(root, "scripts", "bench.mjs"), ...step], {
    stdio: "inherit"
  })
  if (status !== 0) {
    console.error(`smoke: ${step[0]} ended with ${signal ?? `exit code ${status}`}; its folder is ${run}`)
    process.exitCode = status ?? 1
    break
  }
}
