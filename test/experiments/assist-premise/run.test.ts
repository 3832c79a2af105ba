import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { assistPremise } from "../../../src/experiments/assist-premise/AssistPremise.js"
import { audit } from "../../../src/pipeline/audit.js"
import { show } from "../../../src/pipeline/show.js"
import { contents, runServices, temporaryFolder } from "../../support/runs.js"
import { configs, publicSet } from "./data.js"
import { answered, finished, plannedPremise, rowsOf, textOf } from "./runs.js"

const controls = publicSet.problems.filter(({ ambiguity }) => ambiguity.length === 0).map(({ id }) => id)

describe("a plan", () => {
  it.scoped("asks 21 problems, each in one call of a block of its own, and passes its audit", () =>
    Effect.gen(function* () {
      const root = yield* plannedPremise()
      const manifest = JSON.parse(textOf(root, "manifest.json"))
      expect(manifest).toMatchObject({
        experiment: "assist-premise",
        counts: { cases: 21, trials: 21, blocks: 21 },
        requestedModels: ["gpt-5.6-terra"]
      })
      const { checks, passed } = yield* audit(assistPremise).run.pipe(Effect.provide(runServices(root)))
      expect(passed).toBe(true)
      expect(checks.map(({ name }) => name)).toContain("the problems' own check: 21/21 問 pass（46 組）")
      expect(checks.find(({ name }) => name.startsWith("near misses"))).toMatchObject({
        name: "near misses: 17 match no accepted reading, 3 the one that they name",
        passed: true,
        checked: 20
      })
    })
  )

  it.scoped("asks the 25 problems of the regression set", () =>
    Effect.gen(function* () {
      const root = yield* plannedPremise({ preset: "regression" })
      const { checks } = yield* audit(assistPremise).run.pipe(Effect.provide(runServices(root)))
      expect(checks.map(({ name }) => name)).toContain("the problems' own check: 25/25 問 pass（25 組）")
    })
  )

  it.scoped("is the same bytes twice, and tells a model neither range nor reading", () =>
    Effect.gen(function* () {
      const [one, two] = [yield* plannedPremise(), yield* plannedPremise()]
      expect(contents(one)).toEqual(contents(two))
      for (const [name, text] of Object.entries(contents(one))) {
        if (!name.endsWith("request.json")) continue
        const request = JSON.parse(text)
        expect(request.reasoning).toEqual({ effort: "high" })
        expect(request.text.format).toMatchObject({ type: "json_schema", strict: true })
        expect(request.input).toHaveLength(1)
        const problem = publicSet.problems.find(({ prompt }) => request.input[0].content.includes(prompt))
        // What the user says has no date in it but one of the requirement.
        expect(request.input[0].content).not.toContain(problem?.from)
        expect(request.input[0].content).not.toContain(problem?.to)
        for (const { assumption } of problem?.interpretations ?? []) expect(text).not.toContain(assumption)
      }
    })
  )

  it.scoped("takes a private pair of files, and neither without the other's ids", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const [problems, answers] = [path.join(folder, "p.jsonl"), path.join(folder, "a.jsonl")]
      const lines = (name: string) => fs.readFileSync(path.join(configs, name), "utf8").split("\n")
      fs.writeFileSync(problems, (lines("problems.jsonl")[0] ?? "").replaceAll("P-01", "H-01"))
      fs.writeFileSync(answers, (lines("answers.jsonl")[0] ?? "").replaceAll("P-01", "H-01"))
      const root = yield* plannedPremise({ problems: { problems, answers } })
      expect(JSON.parse(textOf(root, "protocol.json"))).toMatchObject({ set: "own", nearMisses: [] })
      const { checks } = yield* audit(assistPremise).run.pipe(Effect.provide(runServices(root)))
      expect(checks.map(({ name }) => name)).toContain("the problems' own check: 1/1 問 pass（2 組）")
      // A simulated assistant of a run knows the run's own problems.
      yield* answered(root, "declaring")
      expect(yield* finished(root)).toEqual([])
      expect(rowsOf(root).map(({ diagnostics }) => diagnostics["symbol"])).toEqual(["."])
      expect(textOf(root, "report.md")).toContain("持ち込みの問題（1 問）")

      fs.writeFileSync(answers, lines("answers.jsonl")[1] ?? "")
      const other = yield* plannedPremise({ problems: { problems, answers } })
      const failed = yield* Effect.flip(audit(assistPremise).run.pipe(Effect.provide(runServices(other))))
      expect(failed._tag).toBe("AuditFailed")
    })
  )

  it.scoped("puts the form of the answer into words for servers that have no place for it", () =>
    Effect.gen(function* () {
      const configPath = path.join(yield* temporaryFolder, "words.json")
      fs.writeFileSync(configPath, JSON.stringify({ structuredOutput: "prompt", reasoningEffort: null }))
      const root = yield* plannedPremise({ configPath })
      const [id = ""] = fs.readdirSync(path.join(root, "trials"))
      const request = JSON.parse(textOf(root, `trials/${id}/request.json`))
      expect([request.text, request.reasoning]).toEqual([undefined, undefined])
      expect(request.instructions).toContain('"enum":["tz","week",')
      yield* answered(root, "mending")
      expect(JSON.parse(textOf(root, `trials/${id}/call-2/request.json`)).instructions).toBe(
        request.instructions
      )
      expect(yield* finished(root)).toEqual([])
    })
  )

  it.effect("refuses what the benchmark does not have, and says what it has", () =>
    Effect.gen(function* () {
      const refused = (changes: object) =>
        Effect.map(Effect.flip(Effect.scoped(plannedPremise(changes))), ({ message }) => message)
      expect(yield* refused({ preset: "smoke" })).toContain("public or regression")
      expect(yield* refused({ phase: "p1" })).toContain("no phases")
      expect(yield* refused({ aa: true })).toContain("A/A")
      expect(yield* refused({ model: "two words" })).toContain("model")
      expect(yield* refused({ replicates: 0 })).toContain("replicates")
    })
  )
})

describe("a run of a simulated assistant", () => {
  /** By the profile's description: the symbol of open problems, of controls, and how often a body goes back. */
  const profiles = [
    ["declaring", ".", ".", 0],
    ["silent", "S", ".", 0],
    ["missing", "W", "W", 0],
    ["straying", "X", "W", 0],
    ["mending", ".", ".", 1],
    ["broken", "i", "i", 2],
    ["rambling", "i", "i", 0]
  ] as const

  it.scoped.each(profiles)(
    "%s: %s on every problem, %s on controls, %d repairs",
    ([profile, open, control, repairs]) =>
      Effect.gen(function* () {
        const root = yield* plannedPremise()
        expect(yield* answered(root, profile)).toMatchObject({ concluded: 21, pending: 0 })
        expect(yield* finished(root)).toEqual([])
        const rows = rowsOf(root)
        expect(rows.map(({ diagnostics, goldId }) => [goldId, diagnostics["symbol"]])).toEqual(
          rows.map(({ goldId }) => [goldId, controls.includes(goldId) ? control : open])
        )
        expect(new Set(rows.map(({ diagnostics }) => diagnostics["repairs"]))).toEqual(new Set([repairs]))
        expect(new Set(rows.map(({ attempts }) => attempts))).toEqual(new Set([1 + repairs]))
        const conversations = fs
          .readdirSync(path.join(root, "trials"))
          .map((id) =>
            fs.readdirSync(path.join(root, "trials", id)).filter((name) => name.startsWith("call-"))
          )
        expect(new Set(conversations.map(({ length }) => length))).toEqual(new Set([repairs]))
      })
  )

  it.scoped("sends back the diagnosis of the body, in Japanese, and nothing else", () =>
    Effect.gen(function* () {
      const root = yield* plannedPremise()
      yield* answered(root, "broken")
      const [id = ""] = fs.readdirSync(path.join(root, "trials"))
      const read = (name: string) => JSON.parse(textOf(root, `trials/${id}/${name}`))
      const [first, third] = [read("request.json"), read("call-3/request.json")]
      expect(third.input.map(({ role }: { role: string }) => role)).toEqual([
        "user",
        "assistant",
        "user",
        "assistant",
        "user"
      ])
      const diagnosis: string = third.input[4].content
      expect(diagnosis).toMatch(
        /^本体を評価できなかった。\n\n1 行 13 桁: UnexpectedToken\neveryDay \|> \n {12}\^\n/
      )
      expect({ ...third, input: first.input }).toEqual(first)
      yield* finished(root)
      const shown = yield* show(assistPremise, { trialId: id }).run.pipe(Effect.provide(runServices(root)))
      expect(shown.later).toHaveLength(2)
      expect(shown.sections.length).toBeGreaterThan(1)
    })
  )

  it.scoped("is led in the Messages protocol as well", () =>
    Effect.gen(function* () {
      const root = yield* plannedPremise({ protocol: "messages", model: "claude-sonnet-5-5" })
      yield* answered(root, "mending")
      expect(yield* finished(root)).toEqual([])
      expect(rowsOf(root).map(({ diagnostics }) => diagnostics["symbol"])).toEqual(Array(21).fill("."))
      const [id = ""] = fs.readdirSync(path.join(root, "trials"))
      const request = JSON.parse(textOf(root, `trials/${id}/call-2/request.json`))
      expect(request.messages.map(({ role }: { role: string }) => role)).toEqual([
        "user",
        "assistant",
        "user"
      ])
      expect(request.output_config).toMatchObject({ effort: "high", format: { type: "json_schema" } })
      expect(JSON.parse(textOf(root, `trials/${id}/call-2/attempt-001-meta.json`))).toMatchObject({
        protocol: "messages",
        trialId: `${id}/call-2`
      })
    })
  )

  it.scoped("in pieces gives the same scores as in one go", () =>
    Effect.gen(function* () {
      const [whole, pieces] = [yield* plannedPremise(), yield* plannedPremise()]
      yield* answered(whole, "mixed")
      let starts = 0
      for (let pending = 21; pending > 0; starts += 1) pending = (yield* answered(pieces, "mixed", 2)).pending
      expect(starts).toBeGreaterThan(10)
      expect(yield* finished(whole)).toEqual([])
      expect(yield* finished(pieces)).toEqual([])
      const facts = (root: string) =>
        rowsOf(root).map(({ diagnostics, goldId, outcome, usage }) => [goldId, outcome, diagnostics, usage])
      expect(facts(pieces)).toEqual(facts(whole))
    })
  )
})
