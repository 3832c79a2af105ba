import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import { verbs } from "../../src/cli.js"
import * as Shutdown from "../../src/runner/Shutdown.js"
import { contents, temporaryFolder } from "../support/runs.js"
import { icl, lastLine } from "./support.js"

/** A command line without the developer's own environment. */
const bench = (...argv: ReadonlyArray<string>) =>
  icl(verbs, argv).pipe(Effect.withConfigProvider(ConfigProvider.fromMap(new Map())))

/** A planned smoke run: 4 cases in 5 styles, 20 trials. */
const planned = Effect.gen(function* () {
  const run = path.join(yield* temporaryFolder, "smoke")
  const output = yield* bench("plan", "--preset", "smoke", "--phase", "p0", "--out", run)
  expect(output).toMatchObject({ code: 0 })
  return { run, output }
})

const count = (run: string, name: RegExp): number =>
  Object.keys(contents(run)).filter((file) => name.test(file)).length

describe("the pipeline by command line", () => {
  it.effect("plan, audit, run, score, report and show, each telling the next", () =>
    Effect.gen(function* () {
      const { output, run } = yield* planned
      expect(output.stdout).toContain("planned 20 trials")
      expect(lastLine(output.stderr)).toBe(`exit 0, done; next: icl-bench audit --run ${run}`)

      const audit = yield* bench("audit", "--run", run)
      expect(lastLine(audit.stderr)).toBe(
        `exit 0, done; next: icl-bench run --run ${run} --mock (or --execute with its three limits)`
      )

      const ran = yield* bench("run", "--run", run, "--mock", "--json")
      expect(lastLine(ran.stderr)).toBe(`exit 0, done; next: icl-bench score --run ${run}`)
      expect(JSON.parse(ran.stdout)).toMatchObject({
        planned: 20,
        concluded: 20,
        pending: 0,
        syntheticMock: true
      })

      const scored = yield* bench("score", "--run", run, "--json")
      expect(lastLine(scored.stderr)).toBe(`exit 0, done; next: icl-bench report --run ${run}`)
      expect(JSON.parse(scored.stdout)).toMatchObject({ planned: 20, terminal: 20 })

      const reported = yield* bench("report", "--run", run)
      expect(lastLine(reported.stderr)).toBe(`exit 0, done; next: read ${path.join(run, "report.md")}`)
      expect(reported.stdout).toContain("synthetic_mock")
      expect(fs.readFileSync(path.join(run, "report.md"), "utf8")).toContain("synthetic_mock")

      const out = `${run}-verification.json`
      const verified = yield* bench("verify", "--run", run, "--out", out)
      expect(verified).toMatchObject({ code: 0 })
      const saved = JSON.parse(fs.readFileSync(out, "utf8"))
      expect(saved.passed).toBe(true)
      for (const { name } of saved.checks) expect(verified.stdout).toContain(`passed  ${name} (`)
      const again = yield* bench("verify", "--run", run, "--out", out)
      expect(again).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("exists already") })

      const trial = fs.readdirSync(path.join(run, "trials"))[0] ?? ""
      // The ids are 20 hexadecimal numbers, so some begin alike.
      const ids = fs.readdirSync(path.join(run, "trials"))
      const shared = ids.map((id) => id.slice(0, 1)).find((digit, at, all) => all.indexOf(digit) !== at) ?? ""
      const vague = yield* bench("show", "--run", run, "--trial", shared)
      expect(vague).toMatchObject({ code: 2, stdout: "" })
      expect(vague.stderr).toMatch(
        new RegExp(`no single trial matches --trial ${shared}; \\d+ ids begin so; give more of it;`)
      )
      const shown = yield* bench("show", "--run", run, "--trial", trial)
      expect(shown).toMatchObject({ code: 0 })
      for (const title of ["trial", "prompt", "gold", "answer", "grade"])
        expect(shown.stdout).toContain(`== ${title}\n`)
      const asJson = JSON.parse((yield* bench("show", "--run", run, "--trial", trial, "--json")).stdout)
      expect(asJson.trial.trialId).toBe(trial)
    }).pipe(Effect.scoped)
  )

  it.effect(
    "K3 run without --mock and without --execute tells the plan, sends nothing and writes nothing",
    () =>
      Effect.gen(function* () {
        const { run } = yield* planned
        const before = contents(run)
        for (const verb of ["run", "resume"]) {
          const output = yield* bench(verb, "--run", run, "--json")
          expect(output.code).toBe(0)
          expect(JSON.parse(output.stdout)).toMatchObject({ planned: 20, terminal: 0, pending: 20, sent: 0 })
        }
        expect(contents(run)).toEqual(before)
      }).pipe(Effect.scoped)
  )

  it.effect("refuses contradictions, and changes nothing", () =>
    Effect.gen(function* () {
      const { run } = yield* planned
      const before = contents(run)
      const lines = [
        [["--mock", "--execute"], "--execute and --mock"],
        [["--execute"], "--execute"],
        [["--mock-seed", "3"], "--mock-seed needs --mock"],
        [["--mock-profile", "perfect"], "--mock-profile needs --mock"],
        [["--mock", "--mock-profile", "brilliant"], "brilliant"]
      ] as const
      for (const [flags, fragment] of lines) {
        const output = yield* bench("run", "--run", run, ...flags)
        expect(output).toMatchObject({ code: 2, stdout: "" })
        expect(output.stderr).toContain(fragment)
      }
      const trials = yield* bench("show", "--run", run)
      expect(trials).toMatchObject({ code: 2, stdout: "" })
      expect(contents(run)).toEqual(before)
    }).pipe(Effect.scoped)
  )

  it.effect(
    "F3 a run that its limit stopped is 3, says how to go on, and does the rest when it goes on",
    () =>
      Effect.gen(function* () {
        const { run } = yield* planned
        const first = yield* bench(
          "run",
          "--run",
          run,
          "--mock",
          "--mock-seed",
          "5",
          "--max-generation-calls",
          "10"
        )
        expect(first.code).toBe(3)
        expect(lastLine(first.stderr)).toBe(
          `exit 3, stopped early, resumable; next: icl-bench resume --run ${run} --mock --mock-seed 5`
        )
        expect(count(run, /terminal\.json$/)).toBe(10)

        const other = yield* bench("resume", "--run", run, "--mock", "--mock-seed", "6")
        expect(other).toMatchObject({ code: 2, stdout: "" })
        expect(count(run, /terminal\.json$/)).toBe(10)

        const second = yield* bench("resume", "--run", run, "--mock", "--mock-seed", "5", "--json")
        expect(second.code).toBe(0)
        expect(JSON.parse(second.stdout)).toMatchObject({ terminalBefore: 10, concluded: 10, pending: 0 })
        expect(count(run, /attempt-001-body\.txt$/)).toBe(20)
      }).pipe(Effect.scoped)
  )

  it.effect("F1 a request to stop starts nothing new and ends with 3", () =>
    Effect.gen(function* () {
      const { run } = yield* planned
      const argv = ["run", "--run", run, "--mock", "--concurrency", "1"]
      const output = yield* icl(verbs, argv, { shutdown: Shutdown.layerAfter(8) })
      expect(output.code).toBe(3)
      const done = count(run, /terminal\.json$/)
      expect(done).toBeGreaterThan(0)
      expect(done).toBeLessThan(20)
      expect(yield* bench("resume", "--run", run, "--mock")).toMatchObject({ code: 0 })
      expect(count(run, /terminal\.json$/)).toBe(20)
    }).pipe(Effect.scoped)
  )

  it.effect("F3 changed data is 4, by the audit and by the run", () =>
    Effect.gen(function* () {
      const { run } = yield* planned
      const gold = path.join(run, "gold.jsonl")
      fs.writeFileSync(gold, fs.readFileSync(gold, "utf8").replace(/\d{4}/, "1000"))
      for (const line of [["audit"], ["run", "--mock"], ["score"]] as const) {
        const [verb, ...flags] = line
        const output = yield* bench(verb, "--run", run, ...flags)
        expect(output).toMatchObject({ code: 4, stdout: "" })
        expect(output.stderr).toContain("gold.jsonl")
        expect(lastLine(output.stderr)).toMatch(/^exit 4, a check failed; next: /)
      }
      expect(count(run, /terminal\.json$/)).toBe(0)
    }).pipe(Effect.scoped)
  )

  it.effect("a factor finds a trial, whatever its name, and verify says of an empty run that it is one", () =>
    Effect.gen(function* () {
      const { run } = yield* planned
      const [first] = fs
        .readFileSync(path.join(run, "schedule.jsonl"), "utf8")
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line))
      const flags = Object.entries<string | number>(first.factors).flatMap(([name, value]) => [
        "--factor",
        `${name}=${value}`
      ])
      const shown = JSON.parse((yield* bench("show", "--run", run, "--json", ...flags)).stdout)
      expect(shown.trial.trialId).toBe(first.trialId)

      yield* bench("score", "--run", run)
      yield* bench("report", "--run", run)
      const verified = yield* bench("verify", "--run", run)
      expect(verified.stdout).toContain("none of the 20 planned trials is over")
    }).pipe(Effect.scoped)
  )

  it.effect("every verb that reads a run prints one JSON object with --json", () =>
    Effect.gen(function* () {
      const { run } = yield* planned
      const folder = path.dirname(run)
      yield* bench("run", "--run", run, "--mock")
      const other = path.join(folder, "other")
      fs.cpSync(run, other, { recursive: true })
      yield* bench("score", "--run", other)
      const lines = [
        ["audit", "--run", run],
        ["score", "--run", run],
        ["report", "--run", run],
        ["status", "--run", run],
        ["verify", "--run", run],
        ["analyse", "--trials", path.join(run, "trials.csv"), "--out", path.join(folder, "analysis")],
        ["compare", "--run", run, "--run", other, "--out", path.join(folder, "compared")]
      ]
      for (const line of lines) {
        const { stderr, stdout } = yield* bench(...line, "--json")
        expect(stdout, stderr).toMatch(/^\{.*\}\n$/)
        JSON.parse(stdout)
      }
    }).pipe(Effect.scoped)
  )

  it.effect("what does not fit is 2 and names it", () =>
    Effect.gen(function* () {
      const { run } = yield* planned
      const config = path.join(run, "..", "config.json")
      fs.writeFileSync(config, '{"modle":"x"}')
      const elsewhere = path.join(run, "..", "other")
      const lines = [
        [["plan", "--preset", "smoke", "--out", run], "not empty"],
        [["plan", "--preset", "smoke", "--out", config], `${config} is a file, not a folder`],
        [["plan", "--preset", "smoke", "--out", elsewhere, "--config", config], "modle"],
        [["audit", "--run", elsewhere], "other"],
        [["run", "--run", elsewhere], "other"],
        [["score", "--run", elsewhere], "other"],
        [["report", "--run", run], "score the run first"],
        [["show", "--run", run, "--trial", "zzzz"], "zzzz"],
        [["show", "--run", run, "--family", "nobody", "--style", "braces"], "nobody"],
        [["show", "--run", run, "--factor", "style"], "--factor must be NAME=VALUE"],
        // What would tell the trials apart is named as it can be typed.
        [["show", "--run", run, "--factor", "style=braces"], "say also --factor familyId=smoke-"],
        [
          ["plan", "--preset", "smoke", "--out", elsewhere, "--base-url", "http://127.0.0.1:99999/v1"],
          "port 99999"
        ]
      ] as const
      for (const [line, fragment] of lines) {
        const output = yield* bench(...line)
        expect(output).toMatchObject({ code: 2, stdout: "" })
        expect(output.stderr).toContain(fragment)
      }
      expect(fs.existsSync(elsewhere)).toBe(false)
    }).pipe(Effect.scoped)
  )
})

describe("the model of a plan", () => {
  const modelsOf = (environment: Record<string, string>, ...flags: ReadonlyArray<string>) =>
    Effect.gen(function* () {
      const out = path.join(yield* temporaryFolder, "run")
      const output = yield* icl(verbs, ["plan", "--preset", "smoke", "--out", out, ...flags]).pipe(
        Effect.withConfigProvider(ConfigProvider.fromMap(new Map(Object.entries(environment))))
      )
      if (output.code !== 0) return output
      const { endpoint, requestedModels } = JSON.parse(
        fs.readFileSync(path.join(out, "manifest.json"), "utf8")
      )
      return { models: requestedModels, baseUrl: endpoint.baseUrl }
    }).pipe(Effect.scoped)

  it.effect("is the flag's, else OPENAI_MODEL's, else the preset's (14.1)", () =>
    Effect.gen(function* () {
      const environment = { OPENAI_MODEL: "from-environment" }
      expect(yield* modelsOf(environment, "--model", "from-flag")).toMatchObject({ models: ["from-flag"] })
      expect(yield* modelsOf(environment)).toMatchObject({ models: ["from-environment"] })
      expect(yield* modelsOf({ OPENAI_MODEL: "  " })).toMatchObject({ models: ["gpt-5.6-terra"] })
      expect(yield* modelsOf({})).toMatchObject({ models: ["gpt-5.6-terra"] })
    })
  )

  it.effect("so is the base URL, and a bad one in the environment is refused without being repeated", () =>
    Effect.gen(function* () {
      const environment = { OPENAI_BASE_URL: "http://127.0.0.1:9/v1/" }
      expect(yield* modelsOf({})).toMatchObject({ baseUrl: "https://api.openai.com/v1" })
      expect(yield* modelsOf(environment)).toMatchObject({ baseUrl: "http://127.0.0.1:9/v1" })
      expect(yield* modelsOf(environment, "--base-url=https://example.org/v1")).toMatchObject({
        baseUrl: "https://example.org/v1"
      })
      const refused = yield* modelsOf({ OPENAI_BASE_URL: "https://u:geheim@example.org" })
      expect(refused).toMatchObject({
        code: 2,
        stdout: "",
        stderr: expect.stringContaining("OPENAI_BASE_URL")
      })
      expect(JSON.stringify(refused)).not.toContain("geheim")
    })
  )
})
