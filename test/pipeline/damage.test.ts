import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { exitCodeOf } from "../../src/cli/exitCode.js"
import { audit } from "../../src/pipeline/audit.js"
import { plan } from "../../src/pipeline/plan.js"
import { report } from "../../src/pipeline/report.js"
import { type RunOptions, run } from "../../src/pipeline/run.js"
import { score } from "../../src/pipeline/score.js"
import { show } from "../../src/pipeline/show.js"
import { status } from "../../src/pipeline/status.js"
import * as Disk from "../../src/records/Disk.js"
import * as RunDirectory from "../../src/records/RunDirectory.js"
import type { Processes } from "../../src/runner/RunLock.js"
import * as Shutdown from "../../src/runner/Shutdown.js"
import { answeringClient, contents, responseBody, runServices, temporaryFolder } from "../support/runs.js"
import { toyExperiment } from "../support/toyExperiment.js"

const toy = toyExperiment()

const mock: RunOptions = {
  mode: { type: "mock", profile: "test", seed: "1", maxGenerationCalls: null },
  concurrency: 4
}

/** A run of six trials, each answered with 2, scored. */
const finished = Effect.gen(function* () {
  const root = path.join(yield* temporaryFolder, "run")
  const { layer } = yield* answeringClient(() => responseBody("2"))
  yield* Effect.gen(function* () {
    yield* plan(toy, {
      preset: "toy",
      phase: "p0",
      configPath: null,
      model: null,
      replicates: null,
      baseUrl: "https://api.openai.com/v1"
    }).run
    yield* run(toy, mock).run
    yield* score(toy).run
  }).pipe(Effect.provide(Layer.mergeAll(runServices(root), layer, Shutdown.layer)))
  return root
})

const trialIds = (root: string): ReadonlyArray<string> => fs.readdirSync(path.join(root, "trials")).sort()

type StageName = "audit" | "score" | "report" | "status" | "show"

type Stage = Effect.Effect<
  void,
  { readonly _tag: string; readonly message: string },
  Disk.Disk | RunDirectory.RunDirectory | Processes
>

/** The error with which a stage refuses the run, or `null`. */
const refusal = (root: string, name: StageName) => {
  const stages: Record<StageName, Stage> = {
    audit: Effect.asVoid(audit(toy).run),
    score: Effect.asVoid(score(toy).run),
    report: Effect.asVoid(report(toy).run),
    status: Effect.asVoid(status(toy).run),
    show: Effect.asVoid(show(toy, { trialId: trialIds(root)[0] ?? "" }).run)
  }
  return Effect.flip(stages[name]).pipe(
    Effect.orElseSucceed(() => null),
    Effect.provide(runServices(root))
  )
}

/** Each of the stages refuses the run with code 4, naming the file. */
const refused = (root: string, names: ReadonlyArray<StageName>, file: string) =>
  Effect.forEach(names, (name) =>
    Effect.map(refusal(root, name), (error) => {
      expect(error, `${name} took it`).not.toBeNull()
      if (error === null) return
      expect([name, exitCodeOf(error)]).toEqual([name, 4])
      expect(error.message).toContain(file)
    })
  )

const edit = (file: string, change: (text: string) => string): void => {
  const before = fs.readFileSync(file, "utf8")
  const after = change(before)
  expect(after).not.toBe(before)
  fs.writeFileSync(file, after)
}

const plannedFiles = ["protocol.json", "families.jsonl", "cases.jsonl", "gold.jsonl", "schedule.jsonl"]
const readers = ["audit", "score", "report", "status", "show"] as const

describe("a planned file", () => {
  for (const name of plannedFiles) {
    it.scoped(`${name} that was changed is refused by all that read the run`, () =>
      Effect.gen(function* () {
        const root = yield* finished
        // White space changes no value, and so nothing but the hash can see it.
        edit(path.join(root, name), (text) => text.replace(/([:,])/, "$1 "))
        yield* refused(root, readers, name)
      })
    )

    it.scoped(`${name} that is gone is a failed check, not a failure to read`, () =>
      Effect.gen(function* () {
        const root = yield* finished
        fs.rmSync(path.join(root, name))
        yield* refused(root, readers, name)
      })
    )
  }

  it.scoped("a request that is gone is a failed check", () =>
    Effect.gen(function* () {
      const root = yield* finished
      fs.rmSync(path.join(root, "trials", trialIds(root)[0] ?? "", "request.json"))
      yield* refused(root, ["audit", "show"], "request.json")
    })
  )

  for (const field of ["protocolHash", "datasetHash"]) {
    it.scoped(`a ${field} in the manifest that is not the run's is refused, not reported`, () =>
      Effect.gen(function* () {
        const root = yield* finished
        edit(path.join(root, "manifest.json"), (text) =>
          text.replace(new RegExp(`("${field}": ")[0-9a-f]{8}`), "$100000000")
        )
        yield* refused(root, readers, "manifest.json")
      })
    )
  }
})

describe("a trial's records", () => {
  for (const name of ["attempt-001-meta.json", "attempt-001-body.txt"]) {
    it.scoped(`${name} that is gone is a damaged run`, () =>
      Effect.gen(function* () {
        const root = yield* finished
        fs.rmSync(path.join(root, "trials", trialIds(root)[0] ?? "", name))
        yield* refused(root, ["score", "show"], name)
      })
    )
  }

  it.scoped("A11 the records of another trial are not taken for this one's", () =>
    Effect.gen(function* () {
      const root = yield* finished
      const [first = "", second = ""] = trialIds(root)
      const fileOf = (id: string, name: string) => path.join(root, "trials", id, name)
      const names = ["attempt-001-body.txt", "attempt-001-meta.json", "terminal.json"]
      for (const name of names) fs.copyFileSync(fileOf(second, name), fileOf(first, name))
      yield* refused(root, ["score", "show", "status"], path.join(first, "terminal.json"))
      edit(fileOf(first, "terminal.json"), (text) => text.replace(second, first))
      yield* refused(root, ["score", "show"], path.join(first, "attempt-001-meta.json"))
    })
  )

  it.scoped("the record of another attempt is not taken for the deciding one", () =>
    Effect.gen(function* () {
      const root = yield* finished
      const folder = path.join(root, "trials", trialIds(root)[0] ?? "")
      edit(path.join(folder, "attempt-001-meta.json"), (text) => text.replace('"attempt":1', '"attempt":2'))
      yield* refused(root, ["score", "show"], "attempt-001-meta.json")
    })
  )
})

describe("scores", () => {
  for (const [what, change] of [
    [
      "that is correct and wrong",
      (text: string) => text.replace(/("outcome":"wrong_answer","correct":)0/, "$11")
    ],
    [
      "of a trial that was planned differently",
      (text: string) => text.replace('"style":"roman"', '"style":"arabic"')
    ]
  ] as const) {
    it.scoped(`a line ${what} is refused with its number`, () =>
      Effect.gen(function* () {
        const root = yield* finished
        edit(path.join(root, "scores.jsonl"), change)
        yield* refused(root, ["report"], "scores.jsonl:")
      })
    )
  }

  it.scoped("two that are made at once are both whole", () =>
    Effect.gen(function* () {
      const root = yield* finished
      const alone = contents(root)
      // Each lets the other in at every file that it reads or writes.
      const slow = Layer.map(Disk.layer, (context) => {
        const disk = Context.get(context, Disk.Disk)
        const turn = <A, E>(effect: Effect.Effect<A, E>) => Effect.zipRight(Effect.yieldNow(), effect)
        return Context.make(Disk.Disk, {
          ...disk,
          exists: (file) => turn(disk.exists(file)),
          write: (file, content) => turn(disk.write(file, content)),
          rename: (from, to) => turn(disk.rename(from, to)),
          replace: (file, content) => turn(disk.replace(file, content))
        })
      })
      yield* Effect.all([score(toy).run, score(toy).run], { concurrency: 2 }).pipe(
        Effect.provide(Layer.merge(slow, RunDirectory.layer(root)))
      )
      expect(contents(root)).toEqual(alone)
    })
  )

  it.scoped("no run goes on beside an end that cannot be read", () =>
    Effect.gen(function* () {
      const root = yield* finished
      const [first = ""] = trialIds(root)
      const file = path.join(root, "trials", first, "terminal.json")
      fs.writeFileSync(file, "{}x\n")
      const { layer, sent } = yield* answeringClient(() => responseBody("2"))
      const error = yield* Effect.flip(run(toy, mock).run).pipe(
        Effect.provide(Layer.mergeAll(runServices(root), layer, Shutdown.layer))
      )
      expect(error).toMatchObject({ _tag: "DamagedRecord", path: file })
      expect(yield* sent).toEqual([])
      const events = fs.readFileSync(path.join(root, "events.jsonl"), "utf8").trimEnd().split("\n")
      expect(JSON.parse(events.at(-1) ?? "")).toMatchObject({ type: "invocation_ended", failed: true })
    })
  )
})
