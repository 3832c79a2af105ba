/**
 * `npm run bench:perf [-- --quick] [--only NAME] [--rounds N] [--bin FILE]`: what the stages cost, as ratios to bare floors measured in the same run
 * (docs/performance.md). Each measurement is a whole process; ours and the floor take turns; the figures are medians.
 */
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { build } from "esbuild"
import { buildBin } from "./build.mjs"
import { benches } from "./perf/benches.mjs"
import { measure, median } from "./perf/measure.mjs"

const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    only: { type: "string" },
    rounds: { type: "string" },
    bin: { type: "string" }
  }
})

// Fresh folders all the time: on ext4 thousands of files are made up to ten times more slowly where others were just deleted.
const root = fs.mkdtempSync(path.join(os.tmpdir(), "icl-bench-perf-"))
let made = 0
const scratch = (name) => path.join(root, `${String(++made).padStart(3, "0")}-${name}`)

const here = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..")
const bin = path.resolve(values.bin ?? path.join(root, "dist", "bin.js"))
if (values.bin === undefined) {
  // Its own build: another command may be replacing the usual one. It looks for its presets in the folders above it.
  await buildBin(path.dirname(bin))
  fs.copyFileSync(path.join(here, "package.json"), path.join(root, "package.json"))
  fs.cpSync(path.join(here, "configs"), path.join(root, "configs"), { recursive: true })
}

/** The intervals alone, for a measurement without a run. */
const stats = path.join(root, "intervals.mjs")
await build({
  entryPoints: [path.join(here, "src", "stats", "Interval.ts")],
  outfile: stats,
  bundle: true,
  minify: true,
  format: "esm",
  platform: "node",
  logLevel: "warning"
})

const seconds = (ms) => (ms / 1000).toFixed(2).padStart(7)
const head =
  "                 ours: wall s   CPU s  peak MB   floor: wall s   CPU s   ratio: wall    CPU   CPU µs/trial"

const runBench = ({ name, about, aim, rounds, trials, prepare }) => {
  const pairs = Array.from({ length: rounds }, () => {
    const commands = prepare()
    return { ours: measure(commands.ours), floor: commands.floor === null ? null : measure(commands.floor) }
  })
  const of = (side, figure) => median(pairs.map((pair) => pair[side][figure]))
  const ratio = (figure) => median(pairs.map((pair) => pair.ours[figure] / pair.floor[figure])).toFixed(2)
  const hasFloor = pairs[0].floor !== null
  const cells = [
    name.padEnd(16),
    seconds(of("ours", "wallMs")).padStart(13),
    seconds(of("ours", "cpuMs")),
    of("ours", "peakMb").toFixed(0).padStart(8),
    hasFloor ? seconds(of("floor", "wallMs")).padStart(15) : "",
    hasFloor ? seconds(of("floor", "cpuMs")) : "",
    hasFloor ? ratio("wallMs").padStart(13) : "",
    hasFloor ? ratio("cpuMs").padStart(6) : "",
    trials === null ? "" : ((1000 * of("ours", "cpuMs")) / trials).toFixed(0).padStart(13)
  ]
  console.log(`${cells.join(" ")}\n    ${about}; aim: ${aim}; ${rounds} rounds`)
}

const rounds = Number(values.rounds ?? (values.quick ? 2 : 5))
const chosen = benches({ bin, stats, scratch, quick: values.quick, rounds }).filter(
  ({ name }) => values.only === undefined || name.startsWith(values.only)
)
if (chosen.length === 0) throw new Error(`there is no benchmark ${values.only}`)

try {
  const [load] = os.loadavg()
  console.log(`Node ${process.version}, ${os.cpus().length} cores, load ${load.toFixed(1)}\n${head}`)
  for (const bench of chosen) runBench(bench)
} finally {
  fs.rmSync(root, { recursive: true, force: true })
}
