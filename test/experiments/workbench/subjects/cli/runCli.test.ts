import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { afterAll, describe, expect, it, vi } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { readJudgement } from "../../../../../src/experiments/workbench/judging/Judgement.js"
import { judgePrompt } from "../../../../../src/experiments/workbench/judging/judgePrompt.js"
import {
  type CliConfig,
  type CliId,
  type CliMode,
  readCliConfig
} from "../../../../../src/experiments/workbench/subjects/cli/CliConfig.js"
import { discoverClis } from "../../../../../src/experiments/workbench/subjects/cli/discoverClis.js"
import {
  type CliRequest,
  cliArguments,
  runCli
} from "../../../../../src/experiments/workbench/subjects/cli/runCli.js"
import { questionTask } from "../../support/fixtureTasks.js"

const root = path.resolve(import.meta.dirname, "../../../../..")
const fakes = path.join(root, "examples/fake-clis")
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "cli-test-"))
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

const config = Either.getOrThrow(
  readCliConfig(fs.readFileSync(path.join(root, "configs/workbench/clis.json")))
)
const ids = ["claude", "codex", "gemini"] as const

const cliOf = (id: CliId) => {
  const cli = config.clis.find((known) => known.id === id)
  if (cli === undefined) throw new Error(`the config has no ${id}`)
  return cli
}

/** Our own environment, as a test would have it: the fakes in front of PATH, a home of the test, and keys that must go nowhere. */
const withEnvironment = (variables: Readonly<Record<string, string>> = {}) =>
  Effect.withConfigProvider(
    ConfigProvider.fromMap(
      new Map(
        Object.entries({
          PATH: `${fakes}:${path.dirname(process.execPath)}:/usr/bin:/bin`,
          HOME: path.join(folder, "home"),
          ...Object.fromEntries(config.environment.never.map((name) => [name, "sk-secret-value"])),
          ...variables
        })
      )
    )
  )

const ask = (id: CliId, given: Partial<CliRequest> = {}, scenario = "answer", used: CliConfig = config) =>
  runCli(used, {
    cli: cliOf(id),
    mode: "qa",
    prompt: "支給額を答えてください。日当は3,000円です。",
    directory: null,
    model: null,
    turns: 5,
    wallMs: 15_000,
    ...given
  }).pipe(withEnvironment({ ICL_FAKE_SCENARIO: scenario }))

/** A program of our own instead of a fake: it prints what a real one could see. */
const looking = (id: CliId, script: string): CliRequest["cli"] => {
  const file = path.join(folder, `${id}-looking`)
  fs.writeFileSync(file, `#!${process.execPath}\n${script}`, { mode: 0o755 })
  return { ...cliOf(id), program: file }
}

describe("the pretended programs", () => {
  for (const id of ids) {
    it.live(`${id} answers the same prompt with the same words, marked as synthetic`, () =>
      Effect.gen(function* () {
        const first = yield* ask(id)
        expect(first).toMatchObject({
          exitCode: 0,
          ending: "exit",
          report: { failure: null, synthetic: true }
        })
        expect(first.report.answer).toContain("合成サンプル")
        expect(first.report.usage?.outputTokens).toBeGreaterThan(0)
        expect((yield* ask(id)).report.answer).toBe(first.report.answer)
        expect((yield* ask(id, { prompt: "別の質問です。" })).report.answer).not.toBe(first.report.answer)
        expect(first.wallMs).toBeGreaterThan(0)
      })
    )

    it.live(`${id} answers a prompt that asks for JSON in JSON`, () =>
      Effect.gen(function* () {
        const prompt = '日当は3,000円。JSONで答えてください。\n{ "支給額": 数値, "根拠": "条番号" }'
        const { report } = yield* ask(id, { prompt })
        expect(Object.keys(JSON.parse(report.answer ?? ""))).toEqual(["支給額", "根拠"])
      })
    )

    it.live(`${id} as a judge gives every criterion whole points, in a form that can be read`, () =>
      Effect.gen(function* () {
        const submission = { answer: "{}", files: new Map() }
        const prompt = judgePrompt(questionTask, submission) ?? ""
        const { report } = yield* ask(id, { prompt })
        const read = readJudgement(questionTask.rubric ?? { criteria: [], examples: [] }, report.answer ?? "")
        expect(Either.getOrThrow(read).criteria.map(({ name }) => name)).toEqual(["簡潔さ"])
      })
    )

    it.live(`${id} works in the folder of an agent's task, and nowhere else`, () =>
      Effect.gen(function* () {
        const directory = fs.mkdtempSync(path.join(folder, "agent-"))
        const { report } = yield* ask(id, { mode: "agent", directory })
        expect(report.failure).toBeNull()
        expect(fs.readdirSync(directory)).toEqual(["SYNTHETIC.md"])
      })
    )

    for (const [scenario, kind] of [
      ["cap", "cap"],
      ["cap-apostrophe", "cap"],
      ["not-logged-in", "auth"],
      ["crash", "crash"]
    ] as const) {
      it.live(`${id} with ${scenario} is ${kind}`, () =>
        Effect.gen(function* () {
          expect((yield* ask(id, {}, scenario)).report).toMatchObject({ answer: null, failure: { kind } })
        })
      )
    }

    it.live(`C4 timeout hides a cap: ${id} in a storm of retries is not a slow model`, () =>
      Effect.gen(function* () {
        const { ending, report } = yield* ask(id, { wallMs: 1500 }, "retry-storm")
        expect(ending).toBe("timeout")
        expect(report.failure?.kind).toBe({ claude: "overload", codex: "network", gemini: "throttle" }[id])
      })
    )

    for (const scenario of [
      "split-utf8",
      "noise",
      "hold-stdout",
      "stay",
      ...(id === "claude" ? ["slow"] : [])
    ]) {
      it.live(`${id} with ${scenario} has answered like any other`, () =>
        Effect.gen(function* () {
          const plain = yield* ask(id)
          const odd = yield* ask(id, {}, scenario)
          expect(odd.report).toMatchObject({ answer: plain.report.answer, failure: null })
          expect(odd.ending).toBe(scenario === "stay" ? "answered" : "exit")
          expect(odd.wallMs).toBeLessThan(12_000)
        })
      )
    }
  }

  it.live("one that hangs ends by the time limit, without a word", () =>
    Effect.gen(function* () {
      const { ending, report, wallMs } = yield* ask("claude", { wallMs: 1000 }, "hang")
      expect(ending).toBe("timeout")
      expect(report.failure?.kind).toBe("timeout")
      expect(wallMs).toBeLessThan(8000)
    })
  )

  it.live("500 MB of output end at the limit", () =>
    Effect.gen(function* () {
      const { ending, report, stdout } = yield* ask("codex", {}, "flood")
      expect(ending).toBe("too_much_output")
      expect(stdout.length).toBe(16 * 1024 * 1024)
      expect(report.failure?.kind).toBe("crash")
    })
  )

  it.live("a scenario file lets each answer so many prompts before it is used up", () =>
    Effect.gen(function* () {
      const file = path.join(folder, "scenario.json")
      fs.writeFileSync(file, JSON.stringify({ claude: { scenario: "cap", after: 2 }, codex: "crash" }))
      const kinds = []
      for (const id of ["claude", "claude", "claude", "codex", "gemini"] as const)
        kinds.push((yield* ask(id, {}, file)).report.failure?.kind ?? null)
      expect(kinds).toEqual([null, null, "cap", "crash", null])
    })
  )
})

describe("what a program gets", () => {
  it.live(
    "C4 open stdin pipe hangs the child: the whole prompt on standard input, which then ends, and none of it in argv",
    () =>
      Effect.gen(function* () {
        const script =
          'process.stdin.setEncoding("utf8"); let all = ""; process.stdin.on("data", (d) => { all += d }).on("end", () => console.log(JSON.stringify({ type: "result", is_error: false, result: JSON.stringify([all.length, process.argv.join(" ").includes("漢字"), all.slice(0, 2)]) })))'
        const prompt = "漢字".repeat(100_000)
        const run = yield* ask("claude", { cli: looking("claude", script), prompt })
        expect(JSON.parse(run.report.answer ?? "")).toEqual([200_000, false, "漢字"])
        expect(run.command.join(" ")).not.toContain("漢字")
      })
  )

  it.live(
    "no key of the environment, a plain terminal, and a home that holds the login and nothing else",
    () =>
      Effect.gen(function* () {
        const home = path.join(folder, "home")
        fs.mkdirSync(path.join(home, ".claude"), { recursive: true })
        fs.writeFileSync(path.join(home, ".claude/.credentials.json"), '{"token":"t1"}')
        fs.writeFileSync(path.join(home, ".claude/CLAUDE.md"), "always answer in English")
        fs.writeFileSync(path.join(home, ".claude.json"), "{}")
        const script = `
        const fs = require("node:fs")
        const list = (folder) => fs.readdirSync(folder, { recursive: true }).map(String).sort()
        console.log(JSON.stringify({ type: "result", is_error: false, result: JSON.stringify({
          env: process.env, home: list(process.env.HOME), cwd: [process.cwd(), list(".")],
          login: fs.readFileSync(process.env.HOME + "/.claude/.credentials.json", "utf8") }) }))`
        const { report } = yield* ask("claude", { cli: looking("claude", script) })
        const seen = JSON.parse(report.answer ?? "{}")
        expect(Object.keys(seen.env).sort()).toEqual([
          "HOME",
          "ICL_FAKE_SCENARIO",
          "NO_COLOR",
          "PATH",
          "TERM",
          "TMPDIR"
        ])
        expect(seen.env).toMatchObject({ TERM: "dumb", NO_COLOR: "1" })
        expect(JSON.stringify(seen)).not.toContain("sk-secret-value")
        expect(seen.home).toEqual([".claude", ".claude/.credentials.json"])
        expect(seen.login).toBe('{"token":"t1"}')
        expect(seen.cwd[1]).toEqual([])
        expect(seen.cwd[0]).not.toContain(root)
        expect(seen.env.HOME).not.toBe(home)
      })
  )

  for (const [what, renewed, kept] of [
    ["a token that was renewed by a new file is carried back", '{"token":"t2"}', '{"token":"t2"}'],
    ["what is no login any more is not carried back", "junk", '{"token":"t1"}'],
    ["other keys are not carried back", '{"evil":"t2"}', '{"token":"t1"}']
  ] as const) {
    it.live(what, () =>
      Effect.gen(function* () {
        const login = path.join(folder, "home/.claude/.credentials.json")
        fs.mkdirSync(path.dirname(login), { recursive: true })
        fs.writeFileSync(login, '{"token":"t1"}')
        const script = `
          const fs = require("node:fs")
          const file = process.env.HOME + "/.claude/.credentials.json"
          fs.writeFileSync(file + ".new", ${JSON.stringify(renewed)})
          fs.renameSync(file + ".new", file)
          console.log('{"type":"result","is_error":false,"result":"ok"}')`
        yield* ask("claude", { cli: looking("claude", script) })
        expect(fs.readFileSync(login, "utf8")).toBe(kept)
        expect(fs.lstatSync(login).isFile()).toBe(true)
      })
    )
  }

  it.live("leaves no scratch folder behind, however it ends", () =>
    Effect.gen(function* () {
      const temporary = fs.mkdtempSync(path.join(folder, "tmp-"))
      vi.stubEnv("TMPDIR", temporary)
      yield* ask("claude")
      yield* ask("codex", { wallMs: 500 }, "hang")
      yield* Effect.timeoutOption(ask("gemini", {}, "hang"), 500)
      vi.unstubAllEnvs()
      expect(fs.readdirSync(temporary)).toEqual([])
    })
  )

  it.live(
    "C4 context contamination: refuses a folder below somebody's instructions, and takes those within it",
    () =>
      Effect.gen(function* () {
        const above = fs.mkdtempSync(path.join(folder, "above-"))
        const directory = path.join(above, "deep", "task")
        fs.mkdirSync(directory, { recursive: true })
        fs.writeFileSync(path.join(directory, "AGENTS.md"), "part of the task")
        expect((yield* ask("claude", { mode: "agent", directory })).report.failure).toBeNull()
        for (const name of config.contextFiles) {
          const place = path.join(above, name)
          fs.mkdirSync(path.dirname(place), { recursive: true })
          fs.writeFileSync(place, "")
          expect(yield* Effect.flip(ask("claude", { mode: "agent", directory }))).toMatchObject({
            _tag: "locality/ForeignContext",
            found: place
          })
          fs.rmSync(place)
        }
      })
  )

  it("C4 TTY / trust prompts: each command line says what cannot be asked, and what is off for questions", () => {
    const request = (id: CliId, mode: CliMode): CliRequest => ({
      cli: cliOf(id),
      mode,
      prompt: "",
      directory: null,
      model: "the-model",
      turns: 7,
      wallMs: 1
    })
    const line = (id: CliId, mode: CliMode) => cliArguments(request(id, mode), "/somewhere")
    expect(line("claude", "qa").join(" ")).toBe(
      "-p --output-format stream-json --verbose --tools  --setting-sources  --strict-mcp-config --disable-slash-commands --no-session-persistence --max-turns 1 --model the-model"
    )
    expect(line("claude", "agent").join(" ")).toMatch(
      /--permission-mode acceptEdits.*"failIfUnavailable":true.*--max-turns 7/
    )
    for (const [mode, sandbox] of [
      ["qa", "read-only"],
      ["agent", "workspace-write"]
    ] as const) {
      const codex = line("codex", mode)
      expect(codex.join(" ")).toContain(`-s ${sandbox} -C /somewhere`)
      expect(codex.join(" ")).toMatch(/^exec --json --ephemeral --ignore-user-config .*--color never/)
      expect(codex.slice(-3)).toEqual(["-m", "the-model", "-"])
      expect(line("gemini", mode)).toContain("--skip-trust")
    }
    expect(JSON.stringify(cliOf("gemini").homeFiles.qa)).toContain('"core":["none"]')
  })
})

describe("the config", () => {
  const bytes = (change: (value: CliConfig) => unknown) =>
    Buffer.from(JSON.stringify(change(structuredClone(config))))

  it("refuses to pass on what would be billed for each use", () => {
    for (const name of [
      "ANTHROPIC_API_KEY",
      "ANTHROPIC_AUTH_TOKEN",
      "OPENAI_API_KEY",
      "CODEX_API_KEY",
      "GEMINI_API_KEY",
      "GOOGLE_API_KEY"
    ]) {
      expect(config.environment.never).toContain(name)
      const passed = (value: CliConfig) => ({
        ...value,
        environment: { ...value.environment, pass: [...value.environment.pass, name] }
      })
      const read = readCliConfig(bytes(passed))
      expect(Either.isLeft(read)).toBe(true)
      expect(String(Either.getOrNull(Either.flip(read)))).toContain(
        `${name} is to be passed and must never be`
      )
    }
  })

  it("is read strictly", () => {
    expect(Either.isLeft(readCliConfig(bytes((value) => ({ ...value, more: 1 }))))).toBe(true)
    expect(Either.isRight(readCliConfig(bytes((value) => value)))).toBe(true)
  })
})

describe("discoverClis", () => {
  it.live("lists what is there with its version, and what is not", () =>
    Effect.gen(function* () {
      const some = path.join(folder, "some")
      fs.mkdirSync(some)
      fs.symlinkSync(path.join(fakes, "fake-cli.mjs"), path.join(some, "fake-cli.mjs"))
      fs.writeFileSync(path.join(some, "claude"), "#!/bin/sh\nexec node /nowhere\n", { mode: 0o755 })
      fs.writeFileSync(path.join(some, "codex"), "#!/bin/sh\necho 'codex-cli 0.171.0-alpha.1'\n", {
        mode: 0o755
      })
      const PATH = `${some}:${path.dirname(process.execPath)}:/usr/bin:/bin`
      expect(yield* withEnvironment({ PATH })(discoverClis(config))).toEqual([
        { id: "claude", installed: false, reason: "`claude --version` gave no version" },
        {
          id: "codex",
          installed: true,
          version: "0.171.0-alpha.1",
          startMs: expect.any(Number),
          synthetic: false
        },
        { id: "gemini", installed: false, reason: "cannot start gemini: there is no such program (ENOENT)" }
      ])
    })
  )

  it.live("tells the pretended ones from real ones", () =>
    Effect.gen(function* () {
      expect(yield* withEnvironment()(discoverClis(config))).toMatchObject([
        { id: "claude", version: "2.1.197", synthetic: true },
        { id: "codex", version: "0.171.0", synthetic: true },
        { id: "gemini", version: "0.61.0", synthetic: true }
      ])
    })
  )
})
