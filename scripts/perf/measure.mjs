import { spawnSync } from "node:child_process"
import * as path from "node:path"
import { performance } from "node:perf_hooks"
import { fileURLToPath } from "node:url"

const usage = path.join(path.dirname(fileURLToPath(import.meta.url)), "usage.cjs")

/** What one whole process took: wall time, CPU time of all its threads, peak resident memory. */
const measureOne = (args, env = {}) => {
  const before = performance.now()
  const child = spawnSync(process.execPath, ["--require", usage, ...args], {
    encoding: "utf8",
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "pipe", "pipe"],
    maxBuffer: 1 << 28
  })
  const wallMs = performance.now() - before
  if (child.status !== 0) {
    throw new Error(`${args.join(" ")} ended with ${child.signal ?? child.status}:\n${child.stderr}`)
  }
  return { wallMs, ...JSON.parse(child.output[3]) }
}

/** The sum of several processes, one after the other; the peak is the largest of theirs. */
export const measure = (commands, env) =>
  commands
    .map((args) => measureOne(args, env))
    .reduce((a, b) => ({
      wallMs: a.wallMs + b.wallMs,
      cpuMs: a.cpuMs + b.cpuMs,
      peakMb: Math.max(a.peakMb, b.peakMb)
    }))

export const median = (values) => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}
