import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { build } from "esbuild"
import { assistPremise } from "../../../src/experiments/assist-premise/AssistPremise.js"
import { requirementIn } from "../../../src/experiments/assist-premise/prompt/conversation.js"
import { simulatedModel } from "../../../src/experiments/syntax-locality/simulated-model/simulatedModel.js"
import type { LlmRequest } from "../../../src/llm/LlmRequest.js"
import type { SimulatedModel } from "../../../src/llm/simulated/SimulatedModel.js"
import { parseFaults } from "../../../src/provider/FaultSpec.js"
import { make } from "../../../src/provider/Provider.js"
import type { LogEntry } from "../../../src/provider/ProviderLog.js"
import { deriveSeed } from "../../../src/random/Seeds.js"
import * as Disk from "../../../src/records/Disk.js"
import type { Received, Truth } from "./invariants.js"
import { readPlan, type Trial } from "./savedRun.js"

/** Both npm and vitest start their work in the folder of the package. */
const root = process.cwd()

/** Answers the requests of either benchmark; those of the second lead to conversations of up to three calls. */
const bothModels: SimulatedModel = (() => {
  const noisy = Either.getOrThrow(simulatedModel("noisy"))
  const mixed = Effect.runSync(Effect.provide(assistPremise.simulatedModel("mixed", null), Disk.layer))
  const isRequirement = ({ input }: LlmRequest) => requirementIn(input[0]?.content ?? "") !== null
  return {
    profile: "both",
    reply: (request, random) => (isRequirement(request) ? mixed : noisy).reply(request, random)
  }
})()

/** A provider in this process that outlives the clients that are killed, and can be stopped and started on one port. */
export class World {
  readonly #log: Array<LogEntry> = []
  #scope: Scope.CloseableScope | null = null
  #seed = 1n
  /** Called at every line of the provider's log. */
  onEntry: (entry: LogEntry) => void = () => {}
  baseUrl = ""
  /** Requests are numbered on, over all starts. */
  #offset = 0

  /** It was stopped while a client could be sending. */
  #wentAway = false

  /** Starts the provider anew; its memory of what it has seen starts anew as well. */
  async start(faults: string, seed: bigint): Promise<void> {
    await this.#close()
    this.#offset = this.#log.reduce((most, { n }) => Math.max(most, n), 0)
    this.#seed = seed
    const offset = this.#offset
    const scope = await Effect.runPromise(Scope.make())
    const provider = make({
      model: bothModels,
      seed,
      protocol: "responses",
      port: this.baseUrl === "" ? 0 : Number(new URL(this.baseUrl).port),
      faults: Either.getOrThrowWith(parseFaults(faults), (problem) => new Error(problem)),
      record: (entry) => {
        const numbered = { ...entry, n: entry.n + offset }
        this.#log.push(numbered)
        this.onEntry(numbered)
      }
    })
    this.#scope = scope
    this.baseUrl = (await Effect.runPromise(Scope.extend(provider, scope))).baseUrl
  }

  async stop(): Promise<void> {
    this.#wentAway = true
    await this.#close()
  }

  async #close(): Promise<void> {
    const scope = this.#scope
    this.#scope = null
    if (scope !== null) await Effect.runPromise(Scope.close(scope, Exit.void))
  }

  /** Forgets the requests of an earlier run. */
  forget(): void {
    this.#log.length = 0
    this.#wentAway = false
  }

  /** What the provider knows at this moment. */
  truth(): Truth {
    const received = this.#log.filter((entry): entry is Received => entry.event === "received")
    const lost = this.#log.flatMap((entry) =>
      entry.event === "ended" && entry.outcome === "lost" ? [entry.n] : []
    )
    const seed = this.#seed
    return {
      received,
      lost: new Set(lost),
      wentAway: this.#wentAway,
      responseIds: (requestSha256) =>
        new Set(
          received
            .filter((request) => request.requestSha256 === requestSha256)
            .map(({ seen }) => {
              const bits = BigInt.asUintN(64, deriveSeed(seed, requestSha256, seen))
              return `resp_mock_${bits.toString(16).padStart(16, "0")}`
            })
        )
    }
  }
}

/** A folder for everything that a campaign writes. */
export const temporaryFolder = (): string => fs.mkdtempSync(path.join(os.tmpdir(), "locality-crash-"))

const executable = path.join(root, "dist", "bin.js")

/** The command line as it is delivered, and the same over a disk that kills it. */
export interface Programs {
  readonly executable: string
  readonly mortal: string
}

export const buildPrograms = async (): Promise<Programs> => {
  const built = spawnSync(process.execPath, [path.join(root, "scripts", "bench.mjs"), "--version"])
  if (built.status !== 0) throw new Error(`the executable cannot be built: ${built.stderr.toString()}`)
  // Inside the package, because the presets are found by walking up from the program.
  const mortal = path.join(root, "node_modules", ".cache", "mortal-bin.mjs")
  await build({
    entryPoints: [path.join(root, "test", "support", "mortal-bin.ts")],
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    outfile: mortal,
    logLevel: "warning",
    banner: {
      js: 'import { createRequire as locality$createRequire } from "node:module"; const require = locality$createRequire(import.meta.url);'
    }
  })
  return { executable, mortal }
}

/** Whatever is set where the tests run, nobody's key and no other server play a part. */
const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !name.startsWith("OPENAI_"))
)

/** A command of the executable that must succeed. */
export const icl = (...argv: ReadonlyArray<string>): string => {
  const { status, stderr, stdout } = spawnSync(process.execPath, [executable, ...argv], { env: environment })
  if (status !== 0) throw new Error(`icl-bench ${argv.join(" ")} ended with ${status}: ${stderr.toString()}`)
  return stdout.toString()
}

/** A plan that every run of a campaign starts as a copy of. */
export interface Template {
  readonly folder: string
  readonly trials: ReadonlyArray<Trial>
}

/** Plans and audits a preset with `config` over it. */
export const makeTemplate = (
  parent: string,
  preset: "smoke" | "pilot" | "public",
  baseUrl: string,
  config: object
): Template => {
  const name = `${preset}-${JSON.stringify(config).replace(/\W+/g, "-")}`
  const folder = path.join(parent, name)
  const configFile = path.join(parent, `${name}.json`)
  fs.writeFileSync(configFile, JSON.stringify({ version: 1, ...config }))
  const experiment = preset === "public" ? "assist-premise" : "syntax-locality"
  const plan = ["plan", "--experiment", experiment, "--preset", preset, "--out", folder]
  icl(...plan, "--base-url", baseUrl, "--config", configFile)
  icl("audit", "--run", folder)
  return { folder, trials: readPlan(folder) }
}

/** What `run --json` prints at its end. */
export interface Summary {
  readonly planned: number
  readonly concluded: number
  readonly withResponse: number
  readonly pending: number
  readonly stop: { readonly reason: string; readonly advice: string } | null
}

export interface Ended {
  /** `null`: it was killed. */
  readonly code: number | null
  /** `null`: it did not get that far. */
  readonly summary: Summary | null
  readonly stderr: string
}

export interface Invocation {
  readonly child: ChildProcess
  readonly ended: Promise<Ended>
}

/** Starts `run`; with `dieAt` on the disk that kills it there. */
export const launch = (programs: Programs, argv: ReadonlyArray<string>, dieAt: number | null): Invocation => {
  const child = spawn(
    process.execPath,
    [dieAt === null ? programs.executable : programs.mortal, "run", "--json", ...argv],
    { stdio: ["ignore", "pipe", "pipe"], env: { ...environment, DIE_AT: String(dieAt ?? 0) } }
  )
  let stdout = ""
  let stderr = ""
  child.stdout?.on("data", (chunk: Buffer) => {
    stdout += chunk.toString()
  })
  child.stderr?.on("data", (chunk: Buffer) => {
    stderr += chunk.toString()
  })
  const ended = new Promise<Ended>((resolve) => {
    child.on("close", (code) => {
      const summary = code === null || stdout === "" ? null : (JSON.parse(stdout) as Summary)
      resolve({ code, summary, stderr })
    })
  })
  return { child, ended }
}
