/**
 * How long `--help` takes, against a Node process that does nothing: both in turn, medians of wall time.
 * Usage: node scripts/startup.mjs [rounds]
 */
import { spawnSync } from "node:child_process"
import * as path from "node:path"
import { performance } from "node:perf_hooks"
import { fileURLToPath } from "node:url"

const bin = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..", "dist", "bin.js")
const rounds = Number(process.argv[2] ?? 15)

const measure = (args) => {
  const before = performance.now()
  spawnSync(process.execPath, args, { stdio: "ignore" })
  return performance.now() - before
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]

const empty = []
const help = []
for (let round = 0; round < rounds; round++) {
  empty.push(measure(["-e", ""]))
  help.push(measure([bin, "--help"]))
}
console.log(
  `empty node ${median(empty).toFixed(0)} ms, --help ${median(help).toFixed(0)} ms, ratio ${(median(help) / median(empty)).toFixed(2)} (${rounds} rounds)`
)
