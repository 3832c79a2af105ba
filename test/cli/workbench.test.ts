import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { Ajv } from "ajv"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import { transform } from "esbuild"
import { verbs } from "../../src/cli.js"
import { simulatedModel } from "../../src/experiments/workbench/simulated-model/simulatedModel.js"
import type { LeaderboardData } from "../../src/experiments/workbench/site/LeaderboardData.js"
import { makeProvider } from "../../src/provider/Provider.js"
import * as Disk from "../../src/records/Disk.js"
import * as Sandbox from "../../src/sandbox/Sandbox.js"
import { temporaryFolder } from "../support/runs.js"
import { root } from "./executable.js"
import { icl, lastLine } from "./support.js"

const node = path.dirname(process.execPath)
const fakes = path.join(root, "examples", "fake-clis")

/** A machine with the fake programs in front, and nothing of ours but what they need. */
const machine = (
  folder: string,
  scenario: object | null = null,
  programs: ReadonlyArray<string> = [fakes]
) => {
  const file = path.join(folder, "scenario.json")
  if (scenario !== null) fs.writeFileSync(file, JSON.stringify(scenario))
  return Effect.withConfigProvider(
    ConfigProvider.fromMap(
      new Map([
        ["PATH", [...programs, node, "/usr/bin", "/bin"].join(":")],
        ["HOME", folder],
        ...(scenario === null ? [] : [["ICL_FAKE_SCENARIO", file] as const])
      ])
    )
  )
}

const standIn = Effect.gen(function* () {
  const model = yield* Effect.provide(simulatedModel("reference", null), Disk.layerWithoutSync)
  return (yield* makeProvider({ protocol: "ollama", model, seed: 1n })).baseUrl
})

const tasks = "mail/seikyuu-kuichigai,code-hozen/wareki-mojisuu,gijiroku/eigyou-teirei"

const plan = (out: string, baseUrl: string, ...more: ReadonlyArray<string>) => [
  "plan",
  "--experiment=workbench",
  "--preset=all",
  `--base-url=${baseUrl}`,
  `--out=${out}`,
  "--quiet",
  ...more
]

const execute = (run: string, verb: "run" | "resume" = "run") => [
  verb,
  "--run",
  run,
  "--execute",
  "--max-generation-calls=200",
  "--max-http-attempts=400",
  "--max-minutes=10",
  "--quiet"
]

const json = (file: string) => JSON.parse(fs.readFileSync(file, "utf8"))

const keepsSchema = new Ajv().compile(json(path.join(root, "configs/workbench/schemas/run.schema.json")))

/** As a site's bundler would take the file. */
const siteData = async (file: string): Promise<LeaderboardData> => {
  const { code } = await transform(fs.readFileSync(file, "utf8"), { loader: "ts" })
  return (await import(`data:text/javascript,${encodeURIComponent(code)}`)).leaderboard
}

const lines = (file: string) =>
  fs
    .readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line))

const said = (output: { readonly code: number; readonly stdout: string; readonly stderr: string }) => {
  expect([output.code, output.stderr]).toEqual([0, expect.any(String)])
  return output.stdout
}

describe("the command line of the third benchmark", () => {
  it.scopedLive(
    "goes from a plan to every file of a report: two local models, three programs, a limit that is met, a crash, a resume",
    () =>
      Effect.gen(function* () {
        const folder = yield* temporaryFolder
        const baseUrl = yield* standIn
        const run = path.join(folder, "run")
        const here = machine(folder)
        said(
          yield* here(
            icl(
              verbs,
              plan(
                run,
                baseUrl,
                "--models=stand-in:8b,stand-in-thinking:8b,claude,codex,gemini",
                `--tasks=${tasks}`,
                "--repeat=2",
                "--judge=stand-in:8b"
              )
            )
          )
        )
        expect(json(path.join(run, "manifest.json")).counts.trials).toBe(2 * 3 * 5)
        said(yield* here(icl(verbs, ["audit", "--run", run])))

        // The limit of claude is met after two answers; codex crashes, and after five times in a row is left alone.
        const troubled = machine(folder, { claude: { scenario: "cap", after: 2 }, codex: "crash" })
        const stopped = yield* troubled(icl(verbs, execute(run)))
        expect(stopped.code).toBe(3)
        expect(stopped.stdout).toMatch(/25 of 30 planned trials are over/)
        expect(lastLine(stopped.stderr)).toContain("--max-minutes 10")

        // What is known half-way: two answers of claude, then the limit.
        said(yield* here(icl(verbs, ["score", "--run", run, "--quiet"])))
        said(yield* here(icl(verbs, ["report", "--run", run])))
        const half = json(path.join(run, "run-claude.json"))
        expect(half.caps).toHaveLength(1)
        expect(half.caps[0]).toMatchObject({ completedBefore: 2 })
        expect(half.runs.filter((one: { metrics: unknown }) => one.metrics !== null)).toHaveLength(3)
        expect(
          half.runs.filter((one: { metrics: { capHit: boolean } | null }) => one.metrics?.capHit)
        ).toHaveLength(1)

        said(yield* here(icl(verbs, execute(run, "resume"))))
        said(yield* here(icl(verbs, ["score", "--run", run, "--quiet"])))
        const told = said(yield* here(icl(verbs, ["report", "--run", run])))
        expect(told).toContain("実測前サンプル")

        // Codex crashed in five of six runs: data, and no score.
        const codex = json(path.join(run, "run-codex.json"))
        expect(codex.runs.map((one: { metrics: { crashed: boolean } }) => one.metrics.crashed)).toEqual([
          ...Array(5).fill(true),
          false
        ])
        expect(codex.runs.map((one: { score01: unknown }) => one.score01 === null)).toEqual([
          ...Array(5).fill(true),
          false
        ])
        // A stand-in that gives right samples passes wherever no judge has a say, the agent's task with its programs among them.
        const local = json(path.join(run, "run-stand-in-8b.json"))
        const passed = local.runs.filter((one: { passed: boolean }) => one.passed)
        expect(passed.map((one: { task: string }) => one.task)).toEqual(
          expect.arrayContaining(["code-hozen/wareki-mojisuu", "gijiroku/eigyou-teirei"])
        )
        const agent = local.runs.find((one: { task: string }) => one.task === "code-hozen/wareki-mojisuu")
        expect(agent.metrics).toMatchObject({ turns: 2, toolCallInvalid: 0 })
        expect(agent.metrics.toolCalls).toBeGreaterThan(0)
        expect(fs.existsSync(path.join(run, agent.transcript, "workspace-002.json"))).toBe(true)
        expect(fs.existsSync(path.join(run, agent.transcript, "checks.json"))).toBe(true)
        // A program worked in a folder of its own, and what it left there was kept and checked; nothing of the folder stays on the machine.
        const gemini = json(path.join(run, "run-gemini.json"))
        const worked = gemini.runs.find((one: { task: string }) => one.task === "code-hozen/wareki-mojisuu")
        const envelope = json(path.join(run, worked.transcript, "attempt-001-body.txt"))
        expect(envelope.files).toEqual({ "SYNTHETIC.md": expect.stringContaining("合成サンプル") })
        expect(fs.existsSync(path.join(run, worked.transcript, "checks.json"))).toBe(true)
        // It judged its own mails, and a person is told so.
        const mails = local.runs.filter((one: { task: string }) => one.task.startsWith("mail/"))
        expect(
          mails.every((one: { needsAudit: Array<string> }) => one.needsAudit.includes("judge_is_subject"))
        ).toBe(true)
        expect(local.status).toBe("sample")

        const names = fs.readdirSync(run)
        expect(names).toEqual(
          expect.arrayContaining([
            "report.md",
            "summary.csv",
            "runs.csv",
            "trials.csv",
            "jworkbench.ts",
            "report.html",
            "run-claude.json",
            "run-codex.json",
            "run-gemini.json",
            "run-stand-in-8b.json",
            "run-stand-in-thinking-8b.json"
          ])
        )
        for (const name of names.filter((one) => one.startsWith("run-"))) {
          expect([name, keepsSchema(json(path.join(run, name)))]).toEqual([name, true])
        }
        expect(keepsSchema({ ...local, runs: [{ ...local.runs[0], score01: "1" }] })).toBe(false)
        const report = fs.readFileSync(path.join(run, "report.md"), "utf8")
        expect(report).toMatch(/\| claude +\| 20\d\d-.*\| 2走 +\|/)
        const site = yield* Effect.promise(() => siteData(path.join(run, "jworkbench.ts")))
        expect(site).toMatchObject({ status: "sample", judge: "stand-in:8b", repeats: 2, tasks: 3 })
        expect(site.entries.map(({ capHits, id, kind }) => [id, kind, capHits])).toEqual([
          ["stand-in:8b", "local", 0],
          ["stand-in-thinking:8b", "local", 0],
          ["claude", "cloud", 0],
          ["codex", "cloud", 0],
          ["gemini", "cloud", 0]
        ])
        said(yield* here(icl(verbs, ["verify", "--run", run, "--quiet"])))

        // A person's decision holds however often the run is scored.
        const mail = mails[0] as {
          trialId: string
          layers: Array<{ id: string; method: string; score: number }>
        }
        const rubric = mail.layers.find(({ method }) => method === "rubric")
        fs.writeFileSync(
          path.join(run, "overrides.jsonl"),
          `${JSON.stringify({
            trialId: mail.trialId,
            layer: rubric?.id,
            from: rubric?.score,
            to: 0,
            who: "監査者",
            when: "2026-11-30T09:00:00Z",
            why: "敬語の誤り"
          })}\n`
        )
        const scored = () => {
          const row = lines(path.join(run, "scores.jsonl")).find(({ trialId }) => trialId === mail.trialId)
          return JSON.parse(row.diagnostics.found)
        }
        const before = scored()
        for (const _ of [1, 2]) {
          said(yield* here(icl(verbs, ["score", "--run", run, "--quiet"])))
          const after = scored()
          expect(after.overrides).toMatchObject([{ who: "監査者", to: 0, stale: false }])
          expect(after.score01).toBeLessThan(before.score01)
          expect(after.layers.find(({ id }: { id: string }) => id === rubric?.id).score).toBe(0)
        }
        said(yield* here(icl(verbs, ["report", "--run", run])))
        expect(fs.readFileSync(path.join(run, "report.md"), "utf8")).toContain("敬語の誤り")
        said(yield* here(icl(verbs, ["verify", "--run", run, "--quiet"])))
      }),
    300_000
  )

  it.scopedLive("plans nobody for a sample, and gives a site that and nothing else", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const run = path.join(folder, "run")
      const here = machine(folder)
      const argv = plan(run, "http://127.0.0.1:9").map((word) =>
        word.replace("--preset=all", "--preset=sample")
      )
      said(yield* here(icl(verbs, argv)))
      for (const verb of ["audit", "score", "report", "verify"])
        said(yield* here(icl(verbs, [verb, "--run", run])))
      const site = fs.readFileSync(path.join(run, "jworkbench.ts"), "utf8")
      expect(site).toContain('"status": "sample"')
      expect(site).toContain('"snapshotDate": null')
      expect(site).toContain('"entries": []')
      expect(fs.readFileSync(path.join(run, "report.md"), "utf8")).toContain("まだ何も測っていない")
      expect(fs.readdirSync(run).filter((name) => name.startsWith("run-"))).toEqual([])

      // A task that was changed after planning is found, and is no fault of the program.
      const protocol = path.join(run, "protocol.json")
      fs.writeFileSync(protocol, fs.readFileSync(protocol, "utf8").replace("株式会社", "有限会社"))
      const verified = yield* here(icl(verbs, ["verify", "--run", run]))
      expect([verified.code, verified.stdout]).toEqual([
        4,
        expect.stringMatching(/the protocol can be read.*has another hash than it says/)
      ])
    })
  )

  it.scopedLive("lists what is not there, and refuses a name that stands for nothing", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const run = path.join(folder, "run")
      const nothing = machine(folder, null, [])
      // Nobody listens at port 9, and there is no program on this PATH.
      const planned = yield* nothing(icl(verbs, plan(run, "http://127.0.0.1:9", `--tasks=${tasks}`)))
      expect(said(planned)).toMatch(/planned 0 trials .* nobody/)
      expect(planned.stdout).toMatch(/not there: ollama, claude, codex, gemini/)
      for (const verb of ["audit", "score", "report"]) said(yield* nothing(icl(verbs, [verb, "--run", run])))
      const report = fs.readFileSync(path.join(run, "report.md"), "utf8")
      expect(report).toMatch(/\| claude +\| cannot start claude: there is no such program/)
      expect(report).toMatch(/\| ollama +\| no Ollama server at http/)

      const refused = (...more: ReadonlyArray<string>) =>
        Effect.map(
          machine(folder)(icl(verbs, plan(path.join(folder, "other"), "http://127.0.0.1:9", ...more))),
          ({ code, stderr }) => [code, lastLine(stderr)]
        )
      expect(yield* refused("--models=claude,nope:8b")).toEqual([
        2,
        expect.stringContaining("there is no nope:8b")
      ])
      expect(yield* refused("--tasks=mail/nope")).toEqual([
        2,
        expect.stringContaining("there is no mail/nope")
      ])
      expect(yield* refused("--judge=nope")).toEqual([2, expect.stringContaining("there is no nope here")])
      expect(yield* refused("--repeat=2", "--replicates=2")).toEqual([
        2,
        expect.stringContaining("are the same")
      ])
      expect(fs.existsSync(path.join(folder, "other"))).toBe(false)
    })
  )

  it.scopedLive(
    "scores 0 what does not fit into a model's context: a task that it cannot do, and no fault of anybody's",
    () =>
      Effect.gen(function* () {
        const folder = yield* temporaryFolder
        const run = path.join(folder, "run")
        const here = machine(folder)
        const config = path.join(folder, "small.json")
        fs.writeFileSync(config, '{"contextTokens":2048,"environment":"gaming"}')
        const baseUrl = yield* standIn
        const asked = [
          "--models=stand-in:8b",
          "--tasks=longctx/toucho-nisshi,gijiroku/giji-teisei",
          "--repeat=1"
        ]
        said(yield* here(icl(verbs, plan(run, baseUrl, ...asked, `--config=${config}`))))
        said(yield* here(icl(verbs, execute(run))))
        for (const verb of ["score", "report", "verify"]) said(yield* here(icl(verbs, [verb, "--run", run])))
        const file = json(path.join(run, "run-stand-in-8b.json"))
        expect(file.machine.environment).toBe("gaming")
        expect(file.runs).toMatchObject([
          { task: "gijiroku/giji-teisei", outcome: "correct", score01: 1, tooLong: false },
          { task: "longctx/toucho-nisshi", outcome: "api_rejected", score01: 0, passed: false, tooLong: true }
        ])
        const [header = "", row = ""] = fs.readFileSync(path.join(run, "summary.csv"), "utf8").split("\n")
        expect(row.split(",")[header.split(",").indexOf("quality")]).toBe("50")
      })
  )

  it.scoped("keeps its flags to itself", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const out = `--out=${path.join(folder, "run")}`
      const refused = (...argv: ReadonlyArray<string>) =>
        Effect.map(icl(verbs, ["plan", out, ...argv]), ({ code, stderr }) => [code, lastLine(stderr)])
      for (const flag of ["--models=a", "--tasks=mail", "--judge=a"]) {
        expect(yield* refused("--preset=smoke", flag)).toEqual([
          2,
          expect.stringContaining("belongs to --experiment workbench")
        ])
      }
      expect(yield* refused("--experiment=workbench", "--preset=all", "--protocol=messages")).toEqual([
        2,
        expect.stringContaining("in the protocol ollama")
      ])
      expect(yield* refused("--experiment=workbench", "--preset=all", "--models=a,,b")).toEqual([
        2,
        expect.stringContaining("commas")
      ])
      expect(fs.readdirSync(folder)).toEqual([])
    })
  )

  it.scopedLive("never runs in the open what needs a sandbox", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const here = machine(folder)
      const closed = Effect.provide(Sandbox.layerUnavailable("unshare: Operation not permitted"))
      const argv = (out: string) =>
        plan(path.join(folder, out), "http://127.0.0.1:9", "--models=gemini", `--tasks=${tasks}`)
      // Planned where there is none: the task of an agent is planned as refused.
      expect(said(yield* closed(here(icl(verbs, argv("without")))))).toMatch(
        /tasks of agents and tasks with checks are left out; no sandbox: .*Operation not permitted/
      )
      const protocol = json(path.join(folder, "without", "protocol.json"))
      expect(protocol.refused).toEqual([
        {
          task: "code-hozen/wareki-mojisuu",
          subject: null,
          reason: expect.stringContaining("Operation not permitted")
        }
      ])
      expect(json(path.join(folder, "without", "manifest.json")).counts.cases).toBe(2)
      // Planned where there is one, and run where there is none: nothing is sent.
      said(yield* here(icl(verbs, argv("with"))))
      const refused = yield* closed(here(icl(verbs, execute(path.join(folder, "with")))))
      expect([refused.code, refused.stderr]).toEqual([2, expect.stringMatching(/no sandbox: .*plan again/s)])
      expect(fs.existsSync(path.join(folder, "with", "events.jsonl"))).toBe(false)
    })
  )

  it.scopedLive("needs minutes where no tokens are counted", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const run = path.join(folder, "run")
      const here = machine(folder)
      said(
        yield* here(
          icl(verbs, plan(run, "http://127.0.0.1:9", "--models=gemini", "--tasks=gijiroku", "--repeat=1"))
        )
      )
      const together = yield* here(icl(verbs, [...execute(run), "--concurrency=2"]))
      expect([together.code, lastLine(together.stderr)]).toEqual([
        2,
        expect.stringContaining("--concurrency must be 1")
      ])
      const without = execute(run).filter((word) => !word.startsWith("--max-minutes"))
      const { code, stderr } = yield* here(icl(verbs, without))
      expect([code, lastLine(stderr)]).toEqual([2, expect.stringContaining("--execute needs --max-minutes")])
    })
  )
})
