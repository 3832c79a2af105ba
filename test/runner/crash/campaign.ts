import * as fs from "node:fs"
import * as path from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import type { LogEntry } from "../../../src/provider/ProviderLog.js"
import { JavaRandom } from "../../../src/random/JavaRandom.js"
import { deriveSeed } from "../../../src/random/Seeds.js"
import { readBooks } from "./books.js"
import { checkAlways, checkComplete, checkEnded, type Memory } from "./invariants.js"
import { readRun, type SavedRun } from "./savedRun.js"
import type { Scenario } from "./scenarios.js"
import { type Ended, icl, launch, type Programs, type Template, type World } from "./world.js"

/** When an invocation is to die. */
type Death =
  | { readonly type: "never" }
  /** So many milliseconds after its start. */
  | { readonly type: "time"; readonly afterMs: number }
  /** When the provider has received, or answered, so many requests of it. */
  | { readonly type: "received" | "ended"; readonly requests: number; readonly afterMs: number }
  /** In the middle of its n-th change to the file system. */
  | { readonly type: "disk"; readonly change: number }

export interface Limits {
  readonly generationCalls: number
  readonly httpAttempts: number
  readonly tokenCap: number
}

export interface Tally {
  runs: number
  invocations: number
  looks: number
  requests: number
  terminals: number
  readonly kills: Record<Exclude<Death["type"], "never">, number>
}

export const newTally = (): Tally => ({
  runs: 0,
  invocations: 0,
  looks: 0,
  requests: 0,
  terminals: 0,
  kills: { time: 0, received: 0, ended: 0, disk: 0 }
})

export const killsIn = ({ kills }: Tally): number =>
  Object.values(kills).reduce((total, kill) => total + kill, 0)

/** A broken invariant, with the folder that shows it. */
export class Broken extends Error {
  constructor(where: string, problems: ReadonlyArray<string>) {
    super([where, ...problems.slice(0, 20)].join("\n  "))
  }
}

/** Early more often than late: each death leaves less to do for the next. */
const drawDeath = (random: JavaRandom): Death => {
  const kind = random.nextInt(10)
  const early = 1 + random.nextInt(1 + random.nextInt(16))
  if (kind < 4) return { type: "disk", change: 1 + random.nextInt(1 + random.nextInt(120)) }
  if (kind < 6) return { type: "received", requests: early, afterMs: random.nextInt(20) }
  if (kind < 9) return { type: "ended", requests: early, afterMs: random.nextInt(4) }
  return { type: "time", afterMs: random.nextInt(900) }
}

const plenty: Limits = { generationCalls: 1000, httpAttempts: 10_000, tokenCap: 100_000_000 }

/**
 * Limits that stop an invocation before its run is over. A matched block reserves about 47,000 tokens (twice that where each request is there
 * twice) and is admitted whole or not at all; the cap grows from less than that.
 */
const drawLimits = (tight: Scenario["tight"], random: JavaRandom, before: Limits): Limits => {
  switch (tight) {
    case null:
      return plenty
    case "cap":
      return { ...plenty, tokenCap: before.tokenCap + random.nextInt(25_000) }
    case "attempts":
      return random.nextBoolean()
        ? { ...plenty, generationCalls: 5 + random.nextInt(10) }
        : { ...plenty, httpAttempts: 10 + random.nextInt(15) }
  }
}

/** One run from its first invocation to its last, which is killed `kills` times on the way and looked at all the time. */
export class Run {
  readonly #memory: Memory = new Map()
  #limits: Limits
  invocations = 0
  kills = 0

  constructor(
    readonly folder: string,
    private readonly world: World,
    private readonly template: Template,
    private readonly scenario: Scenario,
    private readonly random: JavaRandom,
    private readonly tally: Tally,
    private readonly programs: Programs
  ) {
    this.#limits = scenario.tight === "cap" ? { ...plenty, tokenCap: 30_000 } : plenty
    fs.cpSync(template.folder, folder, { recursive: true })
  }

  read(): SavedRun {
    return readRun(this.folder, this.template.trials)
  }

  #fail(problems: ReadonlyArray<string>): void {
    if (problems.length === 0) return
    throw new Broken(
      `${this.scenario.name}, invocation ${this.invocations}, ${this.kills} kills, in ${this.folder}`,
      problems
    )
  }

  /** Looks at the run as it is at this instant. */
  look(): SavedRun {
    const truth = this.world.truth()
    const saved = this.#readBesideWriter()
    const { honest, flags } = this.scenario
    const rules = { cap: this.#limits.tokenCap, honest, retryAmbiguous: flags.includes("--retry-ambiguous") }
    this.tally.looks += 1
    this.#fail(checkAlways(saved, truth, this.#memory, rules))
    return saved
  }

  /** A file may be renamed between the listing and the reading. */
  #readBesideWriter(): SavedRun {
    for (let left = 20; ; left--) {
      try {
        return this.read()
      } catch (error) {
        const moved = error instanceof Error && "code" in error && error.code === "ENOENT"
        if (!moved || left === 0) throw error
      }
    }
  }

  /** Starts the command, lets it die or end, looks at the run on the way and afterwards. */
  async invoke(
    death: Death,
    during: (kill: (signal: NodeJS.Signals) => void) => void = () => {}
  ): Promise<Ended> {
    const before = this.read()
    const limits = drawLimits(this.scenario.tight, this.random, this.#limits)
    this.#limits = limits
    this.invocations += 1
    this.tally.invocations += 1
    const { child, ended } = launch(
      this.programs,
      this.#flags(limits),
      death.type === "disk" ? death.change : null
    )
    let over = false
    void ended.then(() => {
      over = true
    })
    const kill = (signal: NodeJS.Signals): void => void (over || child.kill(signal))
    this.#schedule(death, () => kill("SIGKILL"))
    during(kill)
    while (!over) {
      await Promise.race([ended, sleep(15 + this.random.nextInt(60))])
      if (!over) this.look()
    }
    const end = await ended
    this.world.onEntry = () => {}
    if (end.code === null && death.type !== "never") {
      this.kills += 1
      this.tally.kills[death.type] += 1
    }
    const after = this.look()
    this.#fail(checkLimits(before, after, limits))
    if (end.code !== null) this.#fail([...checkEnded(before, after), ...checkExit(after, end)])
    return end
  }

  #flags(limits: Limits): ReadonlyArray<string> {
    const pairs = {
      run: this.folder,
      "max-generation-calls": limits.generationCalls,
      "max-http-attempts": limits.httpAttempts,
      "local-token-cap": limits.tokenCap,
      "max-rpm": 1_000_000,
      "max-tpm": 1_000_000_000,
      concurrency: 1 + this.random.nextInt(6)
    }
    return [
      "--execute",
      ...this.scenario.flags,
      ...Object.entries(pairs).flatMap(([name, value]) => [`--${name}`, String(value)])
    ]
  }

  #schedule(death: Death, kill: () => void): void {
    if (death.type === "time") void sleep(death.afterMs).then(kill)
    if (death.type !== "received" && death.type !== "ended") return
    let left = death.requests
    this.world.onEntry = (entry: LogEntry) => {
      if (entry.event !== death.type || --left !== 0) return
      if (death.afterMs === 0) kill()
      else void sleep(death.afterMs).then(kill)
    }
  }

  /** Kills the run `kills` times, and then lets it come to its end. */
  async toTheEnd(kills: number): Promise<void> {
    for (let unhurt = 0; ; ) {
      const death: Death = this.kills < kills ? drawDeath(this.random) : { type: "never" }
      const { code, summary, stderr } = await this.invoke(death)
      if (code === null) continue
      if (summary?.pending === 0) break
      unhurt += 1
      if (unhurt > 60) this.#fail([`it does not come to its end; the last words: ${stderr}`])
    }
    this.#fail(checkComplete(this.look(), this.world.truth()))
    this.#score()
    this.tally.runs += 1
    this.tally.terminals += this.template.trials.length
    this.tally.requests += this.world.truth().received.length
    fs.rmSync(this.folder, { recursive: true })
  }

  /** What comes after must be able to read what the killed ones left. */
  #score(): void {
    icl("score", "--run", this.folder)
    const lines = fs.readFileSync(path.join(this.folder, "scores.jsonl"), "utf8").trimEnd().split("\n")
    const { trials } = this.template
    if (lines.length !== trials.length) this.#fail([`${lines.length} scores for ${trials.length} trials`])
  }
}

/** The exit code tells the truth (decision 26). */
const checkExit = ({ trials }: SavedRun, { code, stderr, summary }: Ended): ReadonlyArray<string> => {
  if (summary === null) return [`it ended with ${code}: ${stderr}`]
  const { concluded, pending, stop, withResponse } = summary
  const left = trials.filter(({ terminal }) => terminal === null).length
  const learnedNothing = concluded > 0 && withResponse === 0
  const allowed =
    pending > 0 ? (stop === null && learnedNothing ? [1, 3] : [3]) : learnedNothing ? [0, 1] : [0]
  return [
    ...(pending === left ? [] : [`it says that ${pending} trials are pending, and ${left} are`]),
    ...(code !== null && allowed.includes(code)
      ? []
      : [`it ended with ${code}, with ${JSON.stringify(summary)}`])
  ]
}

/** Whatever became of an invocation, it has not sent more than it was allowed to. */
const checkLimits = (before: SavedRun, after: SavedRun, limits: Limits): ReadonlyArray<string> => {
  const sent = after.ledger.slice(before.ledger.length).filter(({ type }) => type === "dispatched")
  const earlier = readBooks(before.ledger).entries
  const begun = sent.filter(
    ({ attempt, kind, trialId }) => kind === "generate" && attempt === 1 && !earlier.has(`${trialId}/1`)
  )
  return [
    ...(sent.length > limits.httpAttempts
      ? [`${sent.length} requests were sent, and ${limits.httpAttempts} were allowed`]
      : []),
    ...(begun.length > limits.generationCalls
      ? [`${begun.length} trials were begun, and ${limits.generationCalls} were allowed`]
      : [])
  ]
}

/** The chance of the n-th run of a campaign: any run can be repeated without those before it. */
export const chanceOf = (seed: bigint, n: number): JavaRandom => new JavaRandom(deriveSeed(seed, "crash", n))
