import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { syntaxLocality } from "../../src/experiments/syntax-locality/SyntaxLocality.js"
import { plan } from "../../src/pipeline/plan.js"
import { score } from "../../src/pipeline/score.js"
import * as Disk from "../../src/records/Disk.js"
import * as RunDirectory from "../../src/records/RunDirectory.js"
import { invoke, ok, planned, server } from "../support/liveRuns.js"
import { contents, responseBody, runServices, temporaryFolder } from "../support/runs.js"
import { toyExperiment } from "../support/toyExperiment.js"

const rowsOf = (root: string, name: string) =>
  fs
    .readFileSync(path.join(root, name), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line))

const idsOf = (root: string): ReadonlyArray<string> =>
  rowsOf(root, "schedule.jsonl").map(({ trialId }) => trialId)

describe("E6 replicates", () => {
  it.scoped("E6 are asked one by one, and each keeps its own answer", () =>
    Effect.gen(function* () {
      const toy = toyExperiment()
      const root = yield* planned(toy, "toy", { replicates: 2 })
      const replicateOf = new Map(
        rowsOf(root, "schedule.jsonl").map(({ replicate, trialId }) => [trialId, replicate])
      )
      const to = server(({ trialId }) => ({
        status: 200,
        body: responseBody(replicateOf.get(trialId) === 1 ? "A" : "B")
      }))
      expect(yield* invoke(root, to, { experiment: toy })).toMatchObject({ planned: 12, concluded: 12 })
      expect(to.sent.filter(({ kind }) => kind === "generate")).toHaveLength(12)
      // Two trials of one request are counted once.
      expect(to.sent.filter(({ kind }) => kind === "count")).toHaveLength(6)

      // `score` asks for no model by its type; what it reads are the two answers, as often as it is run.
      for (const time of [1, 2]) {
        yield* score(toy).run.pipe(Effect.provide(runServices(root)))
        const answers = rowsOf(root, "scores.jsonl").map(
          ({ answerExcerpt, replicate }) => `${replicate}${answerExcerpt}`
        )
        expect([time, ...answers.sort()]).toEqual([time, ...Array(6).fill("1A"), ...Array(6).fill("2B")])
      }
      const bodies = Object.entries(contents(root)).filter(([file]) => file.endsWith("-body.txt"))
      expect(bodies).toHaveLength(12)
    })
  )
})

describe("E7 what a trial is", () => {
  const plannedWith = (config: object) =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const configPath = path.join(folder, "config.json")
      fs.writeFileSync(configPath, JSON.stringify(config))
      const root = path.join(folder, "run")
      const settings = { preset: "smoke", phase: "p0", configPath, model: null, replicates: null } as const
      const manifest = yield* plan(syntaxLocality, { ...settings, baseUrl: "https://x/v1" }).run.pipe(
        Effect.provide(Layer.merge(Disk.layer, RunDirectory.layer(root)))
      )
      return { root, manifest }
    })

  const others = [
    ["model", { model: "another-model" }],
    ["effort", { reasoningEffort: "high" }],
    ["output limit", { maxOutputTokensReading: 4096 }],
    ["number of examples", { fewShotCount: 4 }],
    ["master seed", { masterSeed: "1" }]
  ] as const

  it.scoped.each(others)(
    "E7 depends on the %s: another one is another protocol with other trials",
    ([, change]) =>
      Effect.gen(function* () {
        const base = yield* plannedWith({})
        const other = yield* plannedWith(change)
        expect(other.manifest.protocolHash).not.toBe(base.manifest.protocolHash)
        const ids = [...idsOf(base.root), ...idsOf(other.root)]
        expect(new Set(ids).size).toBe(40)
      })
  )

  it.scoped.each(others.slice(0, 3))(
    "E7 a run cannot go on with another %s, and no saved answer is taken for one of it",
    ([, change]) =>
      Effect.gen(function* () {
        const { root } = yield* plannedWith({})
        expect(
          yield* invoke(
            root,
            server(() => ok),
            { experiment: syntaxLocality }
          )
        ).toMatchObject({ concluded: 20 })
        const other = yield* plannedWith(change)
        const untouched = server(() => ok)

        // The protocol alone: it is not the one of the manifest.
        const kept = fs.readFileSync(path.join(root, "protocol.json"))
        fs.copyFileSync(path.join(other.root, "protocol.json"), path.join(root, "protocol.json"))
        const refused = yield* Effect.flip(invoke(root, untouched, { experiment: syntaxLocality }))
        expect(refused).toMatchObject({ _tag: "IntegrityError", path: path.join(root, "protocol.json") })
        fs.writeFileSync(path.join(root, "protocol.json"), kept)

        // The manifest with it: the other planned files are not those of the manifest.
        for (const name of ["protocol.json", "manifest.json"]) {
          fs.copyFileSync(path.join(other.root, name), path.join(root, name))
        }
        const inconsistent = yield* Effect.flip(invoke(root, untouched, { experiment: syntaxLocality }))
        expect(inconsistent._tag).toBe("IntegrityError")
        expect(untouched.sent).toEqual([])

        // The whole plan: then it is the other run, and none of its trials has an end.
        fs.cpSync(other.root, root, { recursive: true })
        const again = server(() => ok)
        expect(yield* invoke(root, again, { experiment: syntaxLocality })).toMatchObject({
          terminalBefore: 0,
          concluded: 20
        })
        expect(new Set(again.sent.map(({ trialId }) => trialId).filter((id) => id !== ""))).toEqual(
          new Set(idsOf(other.root))
        )
      })
  )
})
