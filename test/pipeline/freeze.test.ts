import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { freeze } from "../../src/pipeline/Freeze.js"
import { plan } from "../../src/pipeline/plan.js"
import { preflight } from "../../src/pipeline/preflight.js"
import { withoutCredentials } from "../../src/pipeline/provenance.js"
import { run } from "../../src/pipeline/run.js"
import { verify } from "../../src/pipeline/verify.js"
import { canonicalHash } from "../../src/records/Identity.js"
import * as RunDirectory from "../../src/records/RunDirectory.js"
import { processesLayer } from "../../src/runner/RunLock.js"
import * as Shutdown from "../../src/runner/Shutdown.js"
import { live, ok, type Server, server, testDisk } from "../support/liveRuns.js"
import { temporaryFolder } from "../support/runs.js"
import { toyExperiment } from "../support/toyExperiment.js"

const toy = toyExperiment({ frozen: true })

const services = (root: string, to: Server = server(() => ok)) =>
  Layer.mergeAll(testDisk(), RunDirectory.layer(root), processesLayer, Shutdown.layer, to.layer)

/** A planned run that needs a freeze, and the record of a preflight; `changes` make it one with other settings. */
const prepared = (changes: Partial<Parameters<typeof preflight>[0]> = {}) =>
  Effect.gen(function* () {
    const folder = yield* temporaryFolder
    const root = path.join(folder, "run")
    const baseUrl = "http://127.0.0.1:9/v1"
    yield* plan(toy, {
      preset: "toy",
      phase: "p0",
      configPath: null,
      model: null,
      replicates: null,
      baseUrl
    }).run.pipe(Effect.provide(services(root)))
    const checked = path.join(folder, "preflight")
    yield* preflight({
      baseUrl,
      model: "toy-model",
      reasoningEffort: null,
      maxOutputTokens: 8192,
      truncation: "disabled",
      maxHttpAttempts: 4,
      localTokenCap: 20_000,
      rates: { requestsPerMinute: 1000, tokensPerMinute: 1_000_000 },
      ...changes
    }).run.pipe(Effect.provide(services(checked)))
    return { root, capabilities: path.join(checked, "capabilities.json") }
  })

const frozen = Effect.gen(function* () {
  const { root, capabilities } = yield* prepared()
  const record = yield* freeze(toy, capabilities).run.pipe(Effect.provide(services(root)))
  return { root, record }
})

const planned = { requestsPerMinute: 60, tokensPerMinute: 200_000 }

const runLive = (root: string, to: Server, protocolHash: string | null, rates = planned) =>
  run(toy, { mode: live({ protocolHash, rates }), concurrency: 2 }).run.pipe(
    Effect.provide(services(root, to))
  )

describe("freeze", () => {
  it.scoped(
    "fixes the plan, the program, the capabilities and the preregistration, and a run with its hash goes through",
    () =>
      Effect.gen(function* () {
        const { root, record } = yield* frozen
        expect(Object.keys(record.parts).sort()).toEqual([
          "capabilities.json",
          "dataset-manifest.json",
          "manifest.json",
          "preregistration.md",
          "prompt-template-hashes.json",
          "the program"
        ])
        expect(fs.readFileSync(path.join(root, "preregistration.md"), "utf8")).toBe("6 sums will be asked.\n")
        expect(record.program.node).toBe(process.versions.node)
        expect(
          yield* runLive(
            root,
            server(() => ok),
            record.hash
          )
        ).toMatchObject({ concluded: 6, pending: 0 })
      })
  )

  it.scoped(
    "a run that needs a freeze sends nothing without one, nor without its hash, nor with another",
    () =>
      Effect.gen(function* () {
        const to = server(() => ok)
        const { root } = yield* prepared()
        expect((yield* Effect.flip(runLive(root, to, null))).message).toContain("icl-bench freeze")
        expect((yield* Effect.flip(runLive(root, to, "0".repeat(64)))).message).toContain("not frozen")
        const done = yield* frozen
        expect((yield* Effect.flip(runLive(done.root, to, null))).message).toContain("--protocol-hash")
        const other = yield* Effect.flip(runLive(done.root, to, "0".repeat(64)))
        expect(other._tag).toBe("IntegrityError")
        expect(other.message).toMatch(/^--protocol-hash, or .*freeze\.json, is not what was recorded/)
        expect(to.sent).toEqual([])
      })
  )

  for (const name of [
    "manifest.json",
    "preregistration.md",
    "capabilities.json",
    "prompt-template-hashes.json",
    "gold.jsonl",
    "schedule.jsonl"
  ]) {
    it.scoped(`a byte of ${name} that changes after the freeze is found and named`, () =>
      Effect.gen(function* () {
        const { root, record } = yield* frozen
        fs.appendFileSync(path.join(root, name), " ")
        const to = server(() => ok)
        const error = yield* Effect.flip(runLive(root, to, record.hash))
        expect(error.message).toContain(name)
        expect(to.sent).toEqual([])
      })
    )
  }

  it.scoped("a freeze that was itself edited does not pass", () =>
    Effect.gen(function* () {
      const { root, record } = yield* frozen
      const file = path.join(root, "freeze.json")
      const part = record.parts["the program"] ?? ""
      fs.writeFileSync(file, fs.readFileSync(file, "utf8").replace(part, "0".repeat(64)))
      const error = yield* Effect.flip(
        runLive(
          root,
          server(() => ok),
          record.hash
        )
      )
      expect(error._tag).toBe("IntegrityError")
    })
  )

  for (const [what, changes] of [
    ["base URL", { baseUrl: "http://127.0.0.1:10/v1" }],
    ["model", { model: "another" }],
    ["reasoning effort", { reasoningEffort: "low" }],
    ["output limit", { maxOutputTokens: 64 }],
    ["truncation", { truncation: "omit" }]
  ] as const) {
    it.scoped(`capabilities with another ${what} do not match`, () =>
      Effect.gen(function* () {
        const { root, capabilities } = yield* prepared(changes)
        const error = yield* Effect.flip(freeze(toy, capabilities).run).pipe(Effect.provide(services(root)))
        expect(error._tag).toBe("RunConflict")
        expect(error.message).toContain(what)
        expect(fs.existsSync(path.join(root, "freeze.json"))).toBe(false)
      })
    )
  }

  it.scoped("a frozen run is not carried out faster than planned", () =>
    Effect.gen(function* () {
      const { root, record } = yield* frozen
      const to = server(() => ok)
      const error = yield* Effect.flip(runLive(root, to, record.hash, { ...planned, requestsPerMinute: 61 }))
      expect(error.message).toContain("--max-rpm 61 is above the frozen 60")
      expect(to.sent).toEqual([])
    })
  )

  it.scoped("nothing is frozen after the first answer", () =>
    Effect.gen(function* () {
      const { root, capabilities } = yield* prepared()
      const id = fs.readdirSync(path.join(root, "trials"))[0] ?? ""
      fs.writeFileSync(path.join(root, "trials", id, "attempt-001-meta.json"), "{}\n")
      const error = yield* Effect.flip(freeze(toy, capabilities).run).pipe(Effect.provide(services(root)))
      expect(error.message).toContain("must come first")
    })
  )

  it("L2 a token in the address of a remote is not saved", () => {
    expect(withoutCredentials("https://user:ghp_secret@example.org/a/b.git\n")).toBe(
      "https://example.org/a/b.git"
    )
    expect(withoutCredentials("https://ghp_secret@example.org/a/b.git")).toBe("https://example.org/a/b.git")
    expect(withoutCredentials("git@example.org:a/b.git")).toBe("git@example.org:a/b.git")
  })

  it.scoped("verify names what was changed after a freeze, and does not ask who looks", () =>
    Effect.gen(function* () {
      const { root } = yield* frozen
      const frozenCheck = Effect.map(verify(toy).run.pipe(Effect.provide(services(root))), ({ checks }) =>
        checks.find(({ name }) => name.startsWith("what was frozen"))
      )
      expect(yield* frozenCheck).toMatchObject({ passed: true })
      const record = JSON.parse(fs.readFileSync(path.join(root, "freeze.json"), "utf8"))
      const parts = { ...record.parts, "the program": "0".repeat(64) }
      const hash = canonicalHash(parts)
      fs.writeFileSync(path.join(root, "freeze.json"), JSON.stringify({ ...record, hash, parts }))
      expect(yield* frozenCheck).toMatchObject({ passed: true })
      fs.appendFileSync(path.join(root, "preregistration.md"), "We expected this.\n")
      expect(yield* frozenCheck).toMatchObject({
        passed: false,
        detail: expect.stringContaining("preregistration.md")
      })
      fs.writeFileSync(path.join(root, "freeze.json"), JSON.stringify({ ...record, parts }))
      expect(yield* frozenCheck).toMatchObject({
        passed: false,
        detail: expect.stringContaining("freeze.json")
      })
    })
  )
})
