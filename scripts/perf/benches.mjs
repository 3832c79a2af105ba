import { spawn } from "node:child_process"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { fileURLToPath } from "node:url"
import { measure } from "./measure.mjs"

/** The loopback server of this program, one for all benchmarks, ended with this process. */
let provider
const loopback = (bin) => {
  if (provider === undefined) {
    const url = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "icl-bench-provider-")), "url")
    const child = spawn(process.execPath, [bin, "provider", "--port", "0"], {
      stdio: ["ignore", fs.openSync(url, "w"), "ignore"]
    })
    process.on("exit", () => child.kill())
    child.unref()
    while (!fs.readFileSync(url, "utf8").includes("\n"))
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50)
    provider = fs.readFileSync(url, "utf8").trim()
  }
  return provider
}

const here = path.dirname(fileURLToPath(import.meta.url))
const floor = (name, ...args) => [path.join(here, "floors", `${name}.mjs`), ...args]

/** The planned sizes: what the command is told, what its floor is told, and how many trials that makes. */
const sizes = {
  pilot: { preset: "pilot", grid: ["2,4,8", "0,32,128", "8"], trials: 720 },
  main: { preset: "main", grid: ["2,4,8,16", "0,32,128,512", "32"], trials: 5120 }
}

/**
 * The benchmarks. Each has `prepare`, which is not measured and returns the commands to measure: ours, and the floor's (`null` where only
 * memory is asked). `scratch` makes a path that never existed before.
 */
export const benches = ({ bin, stats, scratch, quick, rounds }) => {
  const ours = (...args) => [bin, ...args]
  const usual = quick ? sizes.pilot : sizes.main

  const planned = ({ preset }, ...more) => {
    const run = scratch("ours")
    const plan = ours("plan", "--preset", preset, "--phase", "p0", "--out", run, ...more)
    return { run, plan }
  }

  /** A run directory that has passed its audit. The audit of one plan fits every plan of the same bytes. */
  const audits = new Map()
  const audited = (size, ...more) => {
    const { run, plan } = planned(size, ...more)
    measure([plan])
    const saved = audits.get(size)
    if (saved === undefined) {
      measure([ours("audit", "--run", run)])
      audits.set(size, path.join(run, "audit.json"))
    } else fs.copyFileSync(saved, path.join(run, "audit.json"))
    return run
  }

  /** The floor's own tree of requests, for a floor that writes beside them. */
  const floorPlan = ({ grid }) => {
    const run = scratch("floor")
    const plan = floor("plan", run, ...grid)
    return { run, plan }
  }

  const planning = (name, size, aim) => ({
    name,
    about: `plan ${size.trials} trials`,
    rounds,
    trials: size.trials,
    aim,
    prepare: () => ({ ours: [planned(size).plan], floor: [floorPlan(size).plan] })
  })

  const running = (concurrency) => ({
    name: `run-${concurrency}`,
    about: `run ${usual.trials} trials against the simulated model, concurrency ${concurrency}`,
    rounds,
    trials: usual.trials,
    aim: "well under 1 ms of CPU a trial",
    prepare: () => {
      const { run, plan } = floorPlan(usual)
      measure([plan])
      const flags = ["--run", audited(usual), "--mock", "--concurrency", String(concurrency)]
      return { ours: [ours("run", ...flags)], floor: [floor("run", run)] }
    }
  })

  /** A live run against our own loopback server, planned, counted and audited. */
  const liveRun = (concurrency, ...more) => {
    const baseUrl = loopback(bin)
    const fast = ["--max-rpm", "1000000", "--max-tpm", "1000000000"]
    // The pilot with as many trials, because main asks for a freeze before anything live is sent.
    const grid = { depth: [2, 4, 8, 16], fillerStatements: [0, 32, 128, 512], seedsPerCell: 16 }
    const pace = { version: 1, maxRpm: 1_000_000, maxTpm: 1_000_000_000 }
    const config = `${scratch("config")}.json`
    fs.writeFileSync(config, JSON.stringify(quick ? pace : { ...pace, grid }))
    const { run, plan } = planned(sizes.pilot, "--base-url", baseUrl, "--config", config, ...more)
    measure([[...plan, "--count-tokens", "--execute", "--max-http-attempts", "1000000"]])
    measure([ours("audit", "--run", run)])
    const caps = [
      "--max-generation-calls",
      "1000000",
      "--max-http-attempts",
      "1000000",
      "--local-token-cap",
      "100000000000"
    ]
    const flags = ["--run", run, "--execute", ...caps, ...fast, "--concurrency", String(concurrency)]
    return { baseUrl, command: ours("run", ...flags) }
  }

  /** And a bare loop against the same server. */
  const live = (concurrency) => ({
    name: `live-${concurrency}`,
    about: `run ${usual.trials} trials live against a loopback server without delay, concurrency ${concurrency}`,
    rounds: quick ? 1 : Math.min(3, rounds),
    trials: usual.trials,
    aim: "CPU ≤ 1.8 and 1 / wall ≥ 0.6 at concurrency 16",
    prepare: () => {
      const { baseUrl, command } = liveRun(concurrency)
      const { run: bare, plan: barePlan } = floorPlan(usual)
      measure([barePlan])
      return { ours: [command], floor: [floor("live", bare, baseUrl, String(concurrency))] }
    }
  })

  /** Ten times as many trials: memory must not grow with them. */
  const manyTrials = (name, kind, command) => ({
    name,
    about: `run 51200 trials ${kind}, for its memory`,
    rounds: 1,
    trials: 51200,
    aim: "peak as at 5120, below 150 MB",
    prepare: () => ({ ours: [command()], floor: null })
  })
  const memory = [
    manyTrials("memory-mock", "against the simulated model, concurrency 4", () =>
      ours("run", "--run", audited({ ...sizes.main }, "--replicates", "10"), "--mock")
    ),
    manyTrials("memory-live", "live, concurrency 16", () => liveRun(16, "--replicates", "10").command)
  ]

  /** Five contrasts of one task and view share their draws. Many times over, so that it is not the start that is measured. */
  const bootstrapping = (contrasts, aim) => ({
    name: `bootstrap-${contrasts}`,
    about: `20 times the intervals of 5 contrasts, against a bare loop for ${contrasts}`,
    rounds,
    trials: null,
    aim,
    prepare: () => ({
      ours: [[path.join(here, "bootstrap.mjs"), stats, "20"]],
      floor: [floor("bootstrap", String(contrasts), "20")]
    })
  })

  let finishedRun
  const finished = () => {
    if (finishedRun === undefined) {
      finishedRun = audited(usual)
      measure([ours("run", "--run", finishedRun, "--mock")])
    }
    return finishedRun
  }

  return [
    {
      name: "help",
      about: "--help against an empty process",
      rounds: 3 * rounds,
      trials: null,
      aim: "wall and CPU ≤ 3",
      prepare: () => ({ ours: [ours("--help")], floor: [["--eval", ""]] })
    },
    planning("plan-pilot", sizes.pilot, "none of its own: start-up is half of it"),
    ...(quick ? [] : [planning("plan", sizes.main, "wall ≤ 1.5")]),
    {
      name: "audit",
      about: `audit ${usual.trials} trials`,
      rounds,
      trials: usual.trials,
      aim: "a few seconds of CPU",
      prepare: () => {
        const run = audited(usual)
        return { ours: [ours("audit", "--run", run)], floor: [floor("audit", run)] }
      }
    },
    running(4),
    running(64),
    {
      name: "score-report",
      about: `score and report ${usual.trials} trials`,
      rounds,
      trials: usual.trials,
      aim: "wall and CPU ≤ 2",
      prepare: () => {
        const run = finished()
        return {
          ours: [ours("score", "--run", run), ours("report", "--run", run)],
          floor: [floor("score-report", run)]
        }
      }
    },
    bootstrapping(1, "CPU ≤ 2.5: what is shared is drawn once"),
    bootstrapping(5, "CPU ≤ 1.2"),
    {
      name: "verify",
      about: `verify ${usual.trials} trials, against planning, scoring and reporting them`,
      rounds,
      trials: usual.trials,
      aim: "CPU ≤ 2",
      prepare: () => {
        const run = finished()
        const steps = ["score", "report"].map((verb) => ours(verb, "--run", run))
        measure(steps)
        return { ours: [ours("verify", "--run", run)], floor: [planned(usual).plan, ...steps] }
      }
    },
    ...[4, 16, 64].map(live),
    ...(quick ? [] : memory)
  ]
}
