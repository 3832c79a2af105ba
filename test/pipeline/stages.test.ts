import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import { exitCodeOf } from "../../src/cli/exitCode.js"
import type { LlmRequest } from "../../src/llm/LlmRequest.js"
import { audit } from "../../src/pipeline/audit.js"
import { plan } from "../../src/pipeline/plan.js"
import { report } from "../../src/pipeline/report.js"
import { type RunOptions, run } from "../../src/pipeline/run.js"
import { score } from "../../src/pipeline/score.js"
import * as Disk from "../../src/records/Disk.js"
import * as RunDirectory from "../../src/records/RunDirectory.js"
import * as Shutdown from "../../src/runner/Shutdown.js"
import { answeringClient, contents, responseBody, runServices, temporaryFolder } from "../support/runs.js"
import { toyExperiment } from "../support/toyExperiment.js"
import { toyFamilies } from "../support/toyFamilies.js"

const toy = toyExperiment()

const settings = {
  preset: "toy",
  phase: "p0",
  configPath: null,
  model: null,
  replicates: null,
  baseUrl: "https://api.openai.com/v1"
} as const

const mock: RunOptions = {
  mode: { type: "mock", profile: "test", seed: "1", maxGenerationCalls: null },
  concurrency: 4
}

const limited = (maxGenerationCalls: number): RunOptions => ({
  mode: { type: "mock", profile: "test", seed: "1", maxGenerationCalls },
  concurrency: 4
})

/** Right for Arabic digits, always II for Roman ones. */
const half = (request: LlmRequest): Uint8Array => {
  const text = request.input[0]?.content ?? ""
  const [a, b] = text.split(" + ")
  return responseBody(text.startsWith("I") ? "2" : String(Number(a) + Number(b)))
}

const planned = Effect.gen(function* () {
  const root = path.join(yield* temporaryFolder, "run")
  yield* plan(toy, settings).run.pipe(Effect.provide(runServices(root)))
  return root
})

describe("plan", () => {
  it.scoped("writes the same bytes for the same configuration, and no time or place", () =>
    Effect.gen(function* () {
      const first = contents(yield* planned)
      const second = contents(yield* planned)
      expect(second).toEqual(first)
      expect(Object.keys(first)).toContain("manifest.json")
      expect(Object.keys(first)).not.toContain("events.jsonl")
    })
  )

  it.scoped("of nothing has all its files, empty ones too, and goes through every stage", () =>
    Effect.gen(function* () {
      // A check of nothing has not passed, so this one looks at something else than trials.
      const looked = { name: "the families are none", passed: true, checked: 1, detail: "" }
      const nobody = { ...toyFamilies(0), audit: () => Effect.succeed([looked]) }
      const root = path.join(yield* temporaryFolder, "run")
      const { layer } = yield* answeringClient(half)
      const services = Layer.mergeAll(runServices(root), layer, Shutdown.layer)
      yield* Effect.gen(function* () {
        const manifest = yield* plan(nobody, settings).run
        expect(manifest.counts).toEqual({ cases: 0, trials: 0, blocks: 0 })
        for (const name of Object.keys(manifest.files))
          expect(fs.existsSync(path.join(root, name))).toBe(true)
        yield* audit(nobody).run
        expect(yield* run(nobody, mock).run).toMatchObject({ planned: 0, pending: 0, stop: null })
        yield* score(nobody).run
        yield* report(nobody).run
      }).pipe(Effect.provide(services))
    })
  )

  it.scoped("E16 refuses a folder that is not empty and leaves it alone", () =>
    Effect.gen(function* () {
      const root = yield* planned
      const before = contents(root)
      const error = yield* Effect.flip(plan(toy, settings).run).pipe(Effect.provide(runServices(root)))
      expect(error._tag).toBe("OutputNotEmpty")
      expect(error.message).toContain(root)
      expect(contents(root)).toEqual(before)
    })
  )

  it.scoped(
    "E16 of two plans that find the same empty folder, one gets it and the other leaves it alone",
    () =>
      Effect.gen(function* () {
        const alone = contents(yield* planned)
        const root = path.join(yield* temporaryFolder, "run")
        // Both look before either writes.
        const slow = Layer.map(Disk.layer, (context) => {
          const disk = Context.get(context, Disk.Disk)
          return Context.make(Disk.Disk, {
            ...disk,
            list: (folder) => Effect.zipLeft(disk.list(folder), Effect.yieldNow())
          })
        })
        const other = plan(toy, { ...settings, replicates: 2 }).run
        const results = yield* Effect.all([plan(toy, settings).run, other].map(Effect.either), {
          concurrency: 2
        }).pipe(Effect.provide(Layer.merge(slow, RunDirectory.layer(root))))
        expect(results.map(({ _tag }) => _tag)).toEqual(["Right", "Left"])
        expect(results[1]).toMatchObject({ left: { _tag: "OutputNotEmpty" } })
        expect(contents(root)).toEqual(alone)
      })
  )

  it.scoped("E16 a folder with nothing but the claim of a plan that was killed is refused", () =>
    Effect.gen(function* () {
      const root = yield* temporaryFolder
      fs.writeFileSync(path.join(root, "plan.lock"), "")
      const error = yield* Effect.flip(plan(toy, settings).run).pipe(Effect.provide(runServices(root)))
      expect(error._tag).toBe("OutputNotEmpty")
      expect(fs.readdirSync(root)).toEqual(["plan.lock"])
    })
  )

  it.scoped("says of what a killed plan left that it is no run, and of a file that it is no folder", () =>
    Effect.gen(function* () {
      const root = yield* planned
      fs.rmSync(path.join(root, "manifest.json"))
      const file = path.join(root, "protocol.json")
      for (const [out, words] of [
        [root, `${root} holds a plan that was cut off`],
        [file, `${file} is a file, not a folder`],
        [path.join(file, "a", "b"), `${file} is a file, not a folder`]
      ] as const) {
        const error = yield* Effect.flip(plan(toy, settings).run).pipe(Effect.provide(runServices(out)))
        expect(error._tag).toBe("OutputNotEmpty")
        expect(error.message).toContain(words)
      }
    })
  )

  it.scoped("refuses an A/A run of an experiment that has none, instead of ignoring the wish", () =>
    Effect.gen(function* () {
      const root = path.join(yield* temporaryFolder, "run")
      const refused = yield* plan(toy, { ...settings, aa: true }).run.pipe(
        Effect.flip,
        Effect.provide(runServices(root))
      )
      expect(refused).toMatchObject({ _tag: "ConfigError", source: "--aa" })
      expect(fs.existsSync(root)).toBe(false)
    })
  )

  it.scoped("E6 replicates are trials of their own with the same request", () =>
    Effect.gen(function* () {
      const root = path.join(yield* temporaryFolder, "run")
      const manifest = yield* plan(toy, { ...settings, replicates: 2 }).run.pipe(
        Effect.provide(runServices(root))
      )
      expect(manifest.counts).toEqual({ cases: 6, trials: 12, blocks: 6 })
      const rows = readLines(root, "schedule.jsonl")
      expect(new Set(rows.map((row) => row.trialId)).size).toBe(12)
      expect(new Set(rows.map((row) => row.requestSha256)).size).toBe(6)
      // One block is one family in one replicate: its two styles stand next to each other.
      for (let index = 0; index < rows.length; index += 2) {
        expect(rows[index]?.block).toBe(rows[index + 1]?.block)
        expect(rows[index]?.factors.style).not.toBe(rows[index + 1]?.factors.style)
      }
    })
  )
})

const readLines = (root: string, name: string) =>
  fs
    .readFileSync(path.join(root, name), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line))

const flipByte = (file: string, offset: number): void => {
  const bytes = fs.readFileSync(file)
  bytes[offset] = (bytes[offset] ?? 0) ^ 1
  fs.writeFileSync(file, bytes)
}

const client = answeringClient(half)

describe("audit and run refuse changed data", () => {
  const tampered = [
    ["gold.jsonl", (root: string) => path.join(root, "gold.jsonl")],
    ["families.jsonl", (root: string) => path.join(root, "families.jsonl")],
    ["schedule.jsonl", (root: string) => path.join(root, "schedule.jsonl")],
    ["protocol.json", (root: string) => path.join(root, "protocol.json")],
    [
      "request.json",
      (root: string) =>
        path.join(root, "trials", fs.readdirSync(path.join(root, "trials"))[0] ?? "", "request.json")
    ]
  ] as const
  for (const [name, fileOf] of tampered) {
    for (const audited of [false, true]) {
      it.scoped(`a flipped bit in ${name}${audited ? " after the audit" : ""}`, () =>
        Effect.gen(function* () {
          const root = yield* planned
          const { layer, sent } = yield* client
          const services = Layer.mergeAll(runServices(root), layer, Shutdown.layer)
          if (audited) yield* audit(toy).run.pipe(Effect.provide(services))
          flipByte(fileOf(root), 20)
          const ofAudit = yield* Effect.flip(audit(toy).run).pipe(Effect.provide(services))
          const ofRun = yield* Effect.flip(run(toy, mock).run).pipe(Effect.provide(services))
          for (const error of [ofAudit, ofRun]) {
            expect(error._tag).toBe("IntegrityError")
            expect(error.message).toContain(name)
          }
          expect(yield* sent).toEqual([])
        })
      )
    }
  }

  it.scoped("a manifest that was changed along with the data does not fit its protocol", () =>
    Effect.gen(function* () {
      const root = yield* planned
      const manifestPath = path.join(root, "manifest.json")
      const manifest = fs.readFileSync(manifestPath, "utf8").replace('"trials": 6', '"trials": 5')
      fs.writeFileSync(manifestPath, manifest)
      const error = yield* Effect.flip(audit(toy).run).pipe(Effect.provide(runServices(root)))
      expect(error._tag).toBe("AuditFailed")
      expect(error.message).toContain("derives from its protocol")
    })
  )

  it.scoped(
    "a run that another process may be writing to is refused, and nothing is written (decision 29)",
    () =>
      Effect.gen(function* () {
        const root = yield* planned
        const lock = path.join(root, "run.lock")
        fs.writeFileSync(lock, JSON.stringify({ host: "elsewhere", pid: 7, startedAt: "1" }))
        const before = contents(root)
        const error = yield* Effect.flip(audit(toy).run).pipe(Effect.provide(runServices(root)))
        expect(error._tag).toBe("RunLocked")
        expect(exitCodeOf(error)).toBe(1)
        expect(error.message).toContain("process 7 on elsewhere")
        expect(error.message).toContain(lock)
        expect(contents(root)).toEqual(before)
      })
  )

  it.scoped("the lock of a process that is gone is taken over, and goes with the audit (decision 29)", () =>
    Effect.gen(function* () {
      const root = yield* planned
      const lock = path.join(root, "run.lock")
      // No system gives a process so high a number.
      fs.writeFileSync(lock, JSON.stringify({ host: os.hostname(), pid: 2 ** 30, startedAt: "1" }))
      const notes: Array<string> = []
      const logger = Logger.make(({ message }) => void notes.push(String(message)))
      const { passed } = yield* audit(toy).run.pipe(
        Effect.provide(Layer.merge(runServices(root), Logger.replace(Logger.defaultLogger, logger)))
      )
      expect(passed).toBe(true)
      expect(notes.join()).toContain(`process ${2 ** 30} on ${os.hostname()}`)
      expect(fs.existsSync(lock)).toBe(false)
    })
  )

  it.scoped("a dataset that fails its audit is not run", () =>
    Effect.gen(function* () {
      const root = yield* planned
      const failing = toyExperiment({ auditPasses: false })
      const { layer, sent } = yield* client
      const services = Layer.mergeAll(runServices(root), layer, Shutdown.layer)
      const error = yield* Effect.flip(run(failing, mock).run).pipe(Effect.provide(services))
      expect(error._tag).toBe("AuditFailed")
      expect(error.message).toContain("toy check")
      expect(yield* sent).toEqual([])
    })
  )
})

describe("run", () => {
  it.scoped("a resume sends only what has no end yet, and the result is that of an unbroken run", () =>
    Effect.gen(function* () {
      const broken = yield* planned
      const first = yield* client
      const half = yield* run(toy, limited(3)).run.pipe(
        Effect.provide(Layer.mergeAll(runServices(broken), first.layer, Shutdown.layer))
      )
      // Blocks hold two trials, so a limit of three holds one block.
      expect(half).toMatchObject({
        planned: 6,
        concluded: 2,
        pending: 4,
        stop: { reason: "generation_limit" }
      })

      const second = yield* client
      const rest = yield* run(toy, mock).run.pipe(
        Effect.provide(Layer.mergeAll(runServices(broken), second.layer, Shutdown.layer))
      )
      expect(rest).toMatchObject({ terminalBefore: 2, concluded: 4, pending: 0, stop: null })
      const ids = [...(yield* first.sent), ...(yield* second.sent)].map(({ trialId }) => trialId)
      expect(ids).toHaveLength(6)
      expect(new Set(ids).size).toBe(6)

      const whole = yield* planned
      const only = yield* client
      yield* run(toy, mock).run.pipe(
        Effect.provide(Layer.mergeAll(runServices(whole), only.layer, Shutdown.layer))
      )
      yield* score(toy).run.pipe(Effect.provide(runServices(broken)))
      yield* score(toy).run.pipe(Effect.provide(runServices(whole)))
      expect(contents(broken)["scores.jsonl"]).toBe(contents(whole)["scores.jsonl"])
    })
  )

  it.scoped("E4 a saved body without a terminal record becomes the trial's end without a request", () =>
    Effect.gen(function* () {
      const root = yield* planned
      const first = yield* client
      yield* run(toy, mock).run.pipe(
        Effect.provide(Layer.mergeAll(runServices(root), first.layer, Shutdown.layer))
      )
      const before = contents(root)
      for (const id of fs.readdirSync(path.join(root, "trials"))) {
        fs.rmSync(path.join(root, "trials", id, "terminal.json"))
      }
      const second = yield* client
      const again = yield* run(toy, mock).run.pipe(
        Effect.provide(Layer.mergeAll(runServices(root), second.layer, Shutdown.layer))
      )
      expect(again).toMatchObject({ concluded: 6, pending: 0 })
      expect(yield* second.sent).toEqual([])
      const after = contents(root)
      for (const file of Object.keys(before).filter((name) => name.endsWith("terminal.json"))) {
        expect(after[file]).toBe(before[file])
      }
    })
  )

  it.scoped("a simulated model cannot go on where another one began", () =>
    Effect.gen(function* () {
      const root = yield* planned
      const { layer } = yield* client
      const services = Layer.mergeAll(runServices(root), layer, Shutdown.layer)
      yield* run(toy, limited(2)).run.pipe(Effect.provide(services))
      const other: RunOptions = {
        concurrency: 1,
        mode: { type: "mock", profile: "test", seed: "2", maxGenerationCalls: null }
      }
      const error = yield* Effect.flip(run(toy, other).run).pipe(Effect.provide(services))
      expect(error._tag).toBe("RunConflict")
      expect(error.message).toContain("seed 1")
    })
  )

  it.scoped("a stop that was asked for beforehand starts nothing and loses nothing", () =>
    Effect.gen(function* () {
      const root = yield* planned
      const { layer, sent } = yield* client
      const summary = yield* Effect.gen(function* () {
        yield* (yield* Shutdown.Shutdown).request
        return yield* run(toy, mock).run
      }).pipe(Effect.provide(Layer.mergeAll(runServices(root), layer, Shutdown.layer)))
      expect(summary).toMatchObject({ concluded: 0, pending: 6, stop: { reason: "signal" } })
      expect(yield* sent).toEqual([])
    })
  )
})

describe("score and report", () => {
  const finished = Effect.gen(function* () {
    const root = yield* planned
    const { layer } = yield* client
    yield* run(toy, mock).run.pipe(Effect.provide(Layer.mergeAll(runServices(root), layer, Shutdown.layer)))
    return root
  })

  it.scoped("E14 raw files stay as they are, and doing it twice gives the same bytes", () =>
    Effect.gen(function* () {
      const root = yield* finished
      const raw = contents(root)
      yield* score(toy).run.pipe(Effect.provide(runServices(root)))
      const summary = yield* report(toy).run.pipe(Effect.provide(runServices(root)))
      // Three families in two styles: Arabic is always right; Roman is right only for I + I.
      expect(summary.headline).toBe("4 correct")
      const once = contents(root)
      yield* score(toy).run.pipe(Effect.provide(runServices(root)))
      yield* report(toy).run.pipe(Effect.provide(runServices(root)))
      expect(contents(root)).toEqual(once)
      for (const [file, text] of Object.entries(raw)) expect(once[file]).toBe(text)
    })
  )

  it.scoped("trials without an end are not_dispatched, never wrong", () =>
    Effect.gen(function* () {
      const root = yield* planned
      const summary = yield* score(toy).run.pipe(Effect.provide(runServices(root)))
      expect(summary).toEqual({ planned: 6, terminal: 0, outcomes: { not_dispatched: 6 } })
      for (const row of readLines(root, "scores.jsonl")) expect(row.correct).toBeNull()
    })
  )

  it.scoped("a body that was changed after it was saved is not graded", () =>
    Effect.gen(function* () {
      const root = yield* finished
      const id = fs.readdirSync(path.join(root, "trials"))[0] ?? ""
      flipByte(path.join(root, "trials", id, "attempt-001-body.txt"), 5)
      const error = yield* Effect.flip(score(toy).run).pipe(Effect.provide(runServices(root)))
      expect(error._tag).toBe("IntegrityError")
      expect(error.message).toContain("attempt-001-body.txt")
    })
  )

  for (const [what, damage] of [
    ["has lost its second half", (lines: ReadonlyArray<string>) => lines.slice(0, 3)],
    ["has lost its first line", (lines: ReadonlyArray<string>) => lines.slice(1)],
    ["has a line twice", (lines: ReadonlyArray<string>) => [...lines.slice(1), ...lines.slice(1, 2)]],
    ["is empty", () => []]
  ] as const) {
    it.scoped(
      `I6 a report refuses a scores.jsonl that ${what}: what was loaded is not what was planned`,
      () =>
        Effect.gen(function* () {
          const root = yield* finished
          yield* score(toy).run.pipe(Effect.provide(runServices(root)))
          const file = path.join(root, "scores.jsonl")
          const lines = fs.readFileSync(file, "utf8").split(/(?<=\n)/)
          fs.writeFileSync(file, damage(lines).join(""))
          const error = yield* Effect.flip(report(toy).run).pipe(Effect.provide(runServices(root)))
          expect(error._tag).toBe("RunConflict")
          expect(error.message).toContain("than the 6 planned ones")
          expect(fs.existsSync(path.join(root, "report.md"))).toBe(false)
        })
    )
  }

  it.scoped("I6 a byte order mark in a planned file or in the scores is an error, and no shorter run", () =>
    Effect.gen(function* () {
      const root = yield* finished
      const services = runServices(root)
      yield* score(toy).run.pipe(Effect.provide(services))
      const mark = (name: string): void => {
        const file = path.join(root, name)
        fs.writeFileSync(file, `\ufeff${fs.readFileSync(file, "utf8")}`)
      }
      mark("scores.jsonl")
      const ofReport = yield* Effect.flip(report(toy).run).pipe(Effect.provide(services))
      expect(ofReport.message).toMatch(/scores\.jsonl:1 .*byte order mark/)
      mark("schedule.jsonl")
      for (const stage of [Effect.asVoid(score(toy).run), Effect.asVoid(report(toy).run)]) {
        const error = yield* Effect.flip(stage).pipe(Effect.provide(services))
        expect(error.message).toContain("schedule.jsonl")
      }
    })
  )

  it.scoped("a report refuses scores that are older than the run", () =>
    Effect.gen(function* () {
      const root = yield* planned
      yield* score(toy).run.pipe(Effect.provide(runServices(root)))
      const { layer } = yield* client
      yield* run(toy, mock).run.pipe(Effect.provide(Layer.mergeAll(runServices(root), layer, Shutdown.layer)))
      const error = yield* Effect.flip(report(toy).run).pipe(Effect.provide(runServices(root)))
      expect(error.message).toContain("score the run again")
    })
  )
})
