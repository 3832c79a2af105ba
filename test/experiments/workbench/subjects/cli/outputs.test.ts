import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Either from "effect/Either"
import { type CliId, readCliConfig } from "../../../../../src/experiments/workbench/subjects/cli/CliConfig.js"
import type { CliOutput, CliReport } from "../../../../../src/llm/cli/CliReport.js"
import { classifier } from "../../../../../src/llm/cli/messageRules.js"
import { readers } from "../../../../../src/llm/cli/readers.js"

const root = path.resolve(import.meta.dirname, "../../../../..")
const fixtures = path.join(root, "test/fixtures/workbench/cli")
const fixture = (name: string): string => fs.readFileSync(path.join(fixtures, name), "utf8")
const config = Either.getOrThrow(
  readCliConfig(fs.readFileSync(path.join(root, "configs/workbench/clis.json")))
)
const rulesOf = (id: CliId) => config.clis.find((cli) => cli.id === id)?.messages ?? []

const read = (id: CliId, output: Partial<CliOutput>): CliReport =>
  readers[id].read(
    { stdout: "", stderr: "", exitCode: 0, ending: "exit", ...output },
    classifier(rulesOf(id))
  )

/** What a captured run gives, its exit code as the list of the captures has it; 124 was the end by a time limit. */
const readCaptured = (id: CliId, name: string, exitCode: number): CliReport =>
  read(id, {
    stdout: fixture(`${name}.out`),
    stderr: fixture(`${name}.err`),
    ...(exitCode === 124 ? { exitCode: null, ending: "timeout" } : { exitCode })
  })

describe("captured outputs", () => {
  for (const [id, name, exitCode, kind, said] of [
    ["claude", "claude_json", 1, "auth", "Not logged in"],
    ["claude", "claude_stream", 1, "auth", "Not logged in"],
    ["claude", "claude_stream_noverbose", 1, "crash", "requires --verbose"],
    ["claude", "claude_noprompt", 1, "crash", "Input must be provided"],
    ["claude", "cap_claude_json", 1, "cap", "would exceed your account's rate limit"],
    ["claude", "cap_claude_sub", 1, "cap", "You've hit your limit"],
    ["claude", "cap_claude_sub_stream", 1, "cap", "You've hit your limit"],
    ["codex", "codex_json", 124, "network", "waiting for network"],
    ["codex", "cap_codex", 1, "cap", "You’ve hit your usage limit"],
    ["codex", "cap_codex_text", 1, "cap", "You’ve hit your usage limit"],
    ["codex", "cap_codex_503", 1, "overload", "unexpected status 503"],
    ["gemini", "gemini_json", 41, "auth", "Please set an Auth method"],
    ["gemini", "gemini_stream", 41, "auth", "Please set an Auth method"],
    ["gemini", "cap_gemini_day", 173, "cap", "exhausted your daily quota"],
    ["gemini", "cap_gemini_day_stream", 173, "cap", "exhausted your daily quota"],
    ["gemini", "cap_gemini_min", 124, "throttle", "Suggested retry after 2s"]
  ] as const) {
    it(`${name} is ${kind}`, () => {
      const report = readCaptured(id, name, exitCode)
      expect(report).toMatchObject({ answer: null, failure: { kind }, usage: null })
      expect(report.failure?.message).toContain(said)
      expect(report.failure?.message).not.toMatch(/[\n\r]/)
    })
  }

  it("ok_claude: C4 ANSI, the answer has none of the model's escapes", () => {
    expect(readCaptured("claude", "ok_claude", 0)).toEqual({
      answer: "承知しました。赤",
      failure: null,
      outOfTurns: false,
      usage: { inputTokens: 10, cachedInputTokens: 0, outputTokens: 7, reasoningTokens: null },
      toolCalls: 0,
      toolFailures: 0,
      denials: 0,
      webUse: 0,
      ttftMs: 161,
      serviceMs: 26,
      model: null,
      unreadLines: 0,
      synthetic: false
    })
  })

  it("ok_codex: a notice of type error before the turn is no failure", () => {
    expect(readCaptured("codex", "ok_codex", 0)).toMatchObject({
      answer: "承知しました。",
      failure: null,
      usage: { inputTokens: 10, cachedInputTokens: 0, outputTokens: 7, reasoningTokens: 0 },
      ttftMs: null,
      toolCalls: 0
    })
  })

  for (const name of ["ok_gemini", "ok_gemini_stream"]) {
    it(name, () => {
      expect(readCaptured("gemini", name, 0)).toMatchObject({
        answer: "承知しました。赤",
        failure: null,
        usage: { inputTokens: 10, cachedInputTokens: 0, outputTokens: 7 },
        model: "gemini-2.5-flash",
        serviceMs: name === "ok_gemini" ? 67 : null,
        toolCalls: 0
      })
    })
  }

  it("C3 a cap has the instant of its reset, and the words where there is no instant", () => {
    expect(readCaptured("claude", "cap_claude_sub_stream", 1).failure).toMatchObject({
      resetsAt: "2026-11-30T02:02:10.000Z",
      resetText: "2:02am (UTC)"
    })
    expect(readCaptured("codex", "cap_codex", 1).failure).toMatchObject({
      resetsAt: null,
      resetText: "Nov 30th, 2026 1:57 AM"
    })
  })

  it("answers although it was ended by us after its last word", () => {
    for (const [id, name] of [
      ["claude", "ok_claude"],
      ["codex", "ok_codex"],
      ["gemini", "ok_gemini_stream"]
    ] as const) {
      const report = read(id, { stdout: fixture(`${name}.out`), exitCode: null, ending: "answered" })
      expect(report).toMatchObject({ failure: null, answer: expect.stringContaining("承知しました。") })
    }
  })

  it("C4 timeout hides a cap: what was printed until then counts, in any cut of it", () => {
    const stdout = fixture("cap_claude_sub_stream.out")
    const lines = stdout.split("\n")
    expect(
      read("claude", { stdout: lines.slice(0, 2).join("\n"), exitCode: null, ending: "timeout" })
    ).toMatchObject({ failure: { kind: "cap" } })
    const words = fixture("cap_codex.out").split("\n").slice(0, 4).join("\n")
    expect(read("codex", { stdout: words, exitCode: null, ending: "timeout" })).toMatchObject({
      failure: { kind: "cap" }
    })
    const later = JSON.stringify({ type: "error", message: "Reconnecting... waiting for network" })
    expect(read("codex", { stdout: `${words}\n${later}`, exitCode: null, ending: "timeout" })).toMatchObject({
      failure: { kind: "cap" }
    })
    expect(read("codex", { stdout: "", exitCode: null, ending: "timeout" })).toMatchObject({
      failure: { kind: "timeout" }
    })
  })

  it("C4 NDJSON cut mid-line: a torn line is recorded, and one without its end is read", () => {
    const stdout = fixture("ok_codex.out").trimEnd()
    expect(read("codex", { stdout })).toMatchObject({ answer: "承知しました。", unreadLines: 0 })
    for (let cut = 0; cut < stdout.length; cut++) {
      const report = read("codex", { stdout: stdout.slice(0, cut), exitCode: 1 })
      expect(report.answer).toBeNull()
      expect(report.failure?.kind).toBe("crash")
      expect(report.unreadLines).toBeLessThanOrEqual(1)
    }
  })

  it("C4 noise around JSON: warnings, a stack trace and torn lines hide nothing", () => {
    const stdout = `Loaded cached credentials.\n{ torn\n${fixture("ok_gemini_stream.out")}`
    expect(read("gemini", { stdout })).toMatchObject({ answer: "承知しました。赤", unreadLines: 2 })
    expect(
      read("gemini", { stdout: `Loaded cached credentials.\n${fixture("ok_gemini.out")}` })
    ).toMatchObject({
      answer: "承知しました。赤",
      failure: null
    })
  })

  it("C4 trust prompts: an untrusted folder and denied calls are seen", () => {
    expect(read("gemini", { stderr: "untrusted folder", exitCode: 55 })).toMatchObject({
      failure: { kind: "crash", message: "untrusted folder" }
    })
    const result = JSON.parse(fixture("ok_claude.out"))
    const denied = { ...result, permission_denials: [{ tool_name: "Bash" }, { tool_name: "Write" }] }
    expect(read("claude", { stdout: JSON.stringify(denied) })).toMatchObject({ denials: 2, failure: null })
  })

  it("C4 measured time includes start-up: what the service took is told apart where the program says it", () => {
    expect(readCaptured("claude", "ok_claude", 0).serviceMs).toBe(26)
    expect(readCaptured("gemini", "ok_gemini", 0).serviceMs).toBe(67)
    expect(readCaptured("codex", "ok_codex", 0).serviceMs).toBeNull()
  })
})

describe("what only looks like a cap, and what only the words tell", () => {
  const claudeFailed = (result: string, api_error_status: number | null) =>
    read("claude", {
      stdout: JSON.stringify({
        type: "result",
        subtype: "success",
        is_error: true,
        api_error_status,
        result
      }),
      exitCode: 1
    }).failure?.kind

  it("claude: the same status is a cap or a busy service", () => {
    expect(
      claudeFailed("API Error: Server is temporarily limiting requests (not your usage limit)", 429)
    ).toBe("throttle")
    expect(claudeFailed("something new", 429)).toBe("cap")
    expect(claudeFailed("API Error: Repeated 529 Overloaded errors", 529)).toBe("overload")
    expect(claudeFailed("Credit balance is too low", null)).toBe("auth")
    expect(claudeFailed("You’ve hit your weekly limit · resets Mon 9am", null)).toBe("cap")
    expect(claudeFailed("You've hit your limit", null)).toBe("cap")
    expect(claudeFailed("5-hour limit reached", null)).toBe("cap")
    expect(claudeFailed("something new", null)).toBe("crash")
  })

  it("claude: a warning that a limit is near is none", () => {
    const warning = {
      type: "rate_limit_event",
      rate_limit_info: { status: "allowed_warning", resetsAt: 1796004130 }
    }
    const stdout = `${JSON.stringify(warning)}\n${fixture("ok_claude.out")}`
    expect(read("claude", { stdout })).toMatchObject({ failure: null, answer: "承知しました。赤" })
  })

  it("claude: a key that is billed for each use stops the run, even with an answer", () => {
    const init = { type: "system", subtype: "init", apiKeySource: "ANTHROPIC_API_KEY" }
    const stdout = `${JSON.stringify(init)}\n${fixture("ok_claude.out")}`
    expect(read("claude", { stdout })).toMatchObject({ answer: null, failure: { kind: "auth" } })
  })

  it("claude: a model that runs out of turns has answered, with what there is", () => {
    const result = { type: "result", subtype: "error_max_turns", is_error: true, num_turns: 20 }
    expect(read("claude", { stdout: JSON.stringify(result), exitCode: 1 })).toMatchObject({
      answer: "",
      failure: null,
      outOfTurns: true
    })
  })

  it("codex: only a turn that failed ends a run", () => {
    const retry = { type: "error", message: "Reconnecting... 2/5 (unexpected status 503)" }
    const stdout = `${JSON.stringify(retry)}\n${fixture("ok_codex.out")}`
    expect(read("codex", { stdout })).toMatchObject({ failure: null, answer: "承知しました。" })
  })

  it("gemini: too many requests of a minute are no cap, whatever the exit code", () => {
    const perMinute = { error: { code: 429, message: fixture("messages/gemini-per-minute.txt") } }
    expect(read("gemini", { stderr: JSON.stringify(perMinute), exitCode: 173 }).failure?.kind).toBe(
      "throttle"
    )
    const perDay = { error: { code: 429, message: fixture("messages/gemini-per-day.txt") } }
    expect(read("gemini", { stderr: JSON.stringify(perDay), exitCode: 173 }).failure?.kind).toBe("cap")
    expect(read("gemini", { exitCode: 173 }).failure?.kind).toBe("cap")
    expect(read("gemini", { exitCode: 247 }).failure?.kind).toBe("overload")
    expect(read("gemini", { stderr: "Suggested retry after 301s", exitCode: 1 }).failure?.kind).toBe("crash")
    expect(read("gemini", { stderr: "Suggested retry after 300s", exitCode: 1 }).failure?.kind).toBe(
      "throttle"
    )
  })

  it("gemini: exit 53 is a model that ran out of turns", () => {
    expect(read("gemini", { exitCode: 53, stderr: "Reached max session turns" })).toMatchObject({
      answer: "",
      failure: null,
      outOfTurns: true
    })
  })

  it("never takes the words of a model for those of its program", () => {
    const words = "You've hit your usage limit. Not logged in. Attempt 1 failed: exhausted your daily quota"
    const claude = { ...JSON.parse(fixture("ok_claude.out")), result: words }
    expect(read("claude", { stdout: JSON.stringify(claude) })).toMatchObject({ failure: null, answer: words })
    const said = JSON.stringify({ type: "item.completed", item: { type: "agent_message", text: words } })
    expect(read("codex", { stdout: said, exitCode: null, ending: "timeout" }).failure?.kind).toBe("timeout")
    expect(
      read("codex", { stdout: said.slice(0, -3), exitCode: null, ending: "timeout" }).failure?.kind
    ).toBe("timeout")
    const message = JSON.stringify({ type: "message", role: "assistant", content: words, delta: true })
    expect(read("gemini", { stdout: message, exitCode: null, ending: "timeout" }).failure?.kind).toBe(
      "timeout"
    )
    const whole = JSON.stringify({ response: words, stats: {} }, null, 2)
    expect(read("gemini", { stdout: whole, exitCode: 1 }).failure?.kind).toBe("crash")
  })

  it("an unknown end is a crash with its last words", () => {
    for (const id of ["claude", "codex", "gemini"] as const) {
      const stderr = `${"x".repeat(5000)}\nTypeError: nothing that we know\n`
      expect(read(id, { stderr, exitCode: 134 }).failure).toMatchObject({
        kind: "crash",
        message: expect.stringMatching(/TypeError: nothing that we know$/)
      })
      expect(
        read(id, { stdout: "a".repeat(100), exitCode: null, ending: "too_much_output" }).failure?.kind
      ).toBe("crash")
      expect(read(id, {}).failure?.kind).toBe("crash")
    }
  })

  it("counts calls of the model, those that failed, and those to the web", () => {
    const claude = [
      {
        type: "assistant",
        message: {
          content: [
            { type: "tool_use", name: "Read" },
            { type: "tool_use", name: "WebSearch" }
          ]
        }
      },
      {
        type: "user",
        message: { content: [{ type: "tool_result", is_error: true }, { type: "tool_result" }] }
      },
      JSON.parse(fixture("ok_claude.out"))
    ]
    const lines = (events: ReadonlyArray<unknown>) => events.map((event) => JSON.stringify(event)).join("\n")
    expect(read("claude", { stdout: lines(claude) })).toMatchObject({
      toolCalls: 2,
      toolFailures: 1,
      webUse: 1
    })
    const codex = ["command_execution", "web_search", "file_change", "reasoning"].map((type) => ({
      type: "item.completed",
      item: { type, exit_code: 1, status: "completed" }
    }))
    expect(read("codex", { stdout: lines([...codex, { type: "turn.completed" }]) })).toMatchObject({
      toolCalls: 3,
      toolFailures: 3,
      webUse: 1,
      answer: ""
    })
    const gemini = [
      { type: "tool_use", tool_name: "google_web_search" },
      { type: "tool_result", status: "error" },
      { type: "result", status: "success", stats: { tool_calls: 3, input_tokens: 1, output_tokens: 1 } }
    ]
    expect(read("gemini", { stdout: lines(gemini) })).toMatchObject({
      toolCalls: 3,
      toolFailures: 1,
      webUse: 1
    })
  })

  it("a lone surrogate that a model wrote leaves the rest of the answer readable", () => {
    const stdout = `{"type":"result","is_error":false,"result":"a\\ud83d b"}`
    expect(read("claude", { stdout })).toMatchObject({ answer: "a\ufffd b", failure: null })
  })
})

describe("the rules of the config", () => {
  for (const { id, messages } of config.clis) {
    for (const { fixture: file, kind, pattern } of messages) {
      it(`${id}: ${pattern} fits its fixture, alone`, () => {
        const classify = classifier([{ kind, pattern }])
        expect(fixture(file).split("\n").map(classify)).toContain(kind)
      })
    }

    it(`${id}: each fixture is what its rule says, with all rules before it`, () => {
      for (const rule of messages.filter(({ fixture: file }) => file.startsWith("messages/")))
        expect([rule.fixture, classifier(messages)(fixture(rule.fixture))]).toEqual([rule.fixture, rule.kind])
    })

    it(`${id}: both apostrophes are read alike`, () => {
      const classify = classifier(messages)
      for (const rule of messages.filter(({ pattern }) => pattern.includes("'"))) {
        const text = rule.pattern.replace(/\(\?:.*?\)\??/g, "").replaceAll("\\", "")
        expect([text, text.replaceAll("'", "’")].map(classify)).toEqual([rule.kind, rule.kind])
      }
    })
  }

  it("reads a message of any length in linear time", () => {
    const long = "you've hit your ".repeat(100_000)
    const started = process.hrtime.bigint()
    for (const { messages } of config.clis) classifier(messages)(long)
    expect(Number(process.hrtime.bigint() - started) / 1e6).toBeLessThan(1000)
  })
})
