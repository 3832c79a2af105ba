import * as Either from "effect/Either"
import { describe, expect, it } from "vitest"
import { capsOf } from "../../../../src/experiments/workbench/measuring/capsOf.js"
import { failureOf, isTooLong } from "../../../../src/experiments/workbench/measuring/failureOf.js"
import { metricsOf, overheadOf } from "../../../../src/experiments/workbench/measuring/metricsOf.js"
import type { SavedAttempt } from "../../../../src/experiments/workbench/measuring/SavedCall.js"
import type { FoundSubject } from "../../../../src/experiments/workbench/planning/Found.js"
import { type Envelope, exchangeOf } from "../../../../src/llm/cli/Envelope.js"
import { type HttpExchange, RawBody } from "../../../../src/llm/HttpExchange.js"
import type { ProtocolId } from "../../../../src/llm/Protocol.js"
import { protocolOf } from "../../../../src/llm/protocols.js"
import type { AttemptMeta } from "../../../../src/records/TrialRecord.js"

const local: FoundSubject = {
  kind: "local",
  id: "m:1b",
  digest: "0",
  quantization: null,
  parameters: null,
  family: null,
  bytes: null,
  contextLength: null,
  capabilities: null,
  version: null
}
const cloud: FoundSubject = { kind: "cloud", id: "claude", version: "1.0.0", startMs: 400, synthetic: false }

const attempt = (
  protocol: ProtocolId,
  exchange: HttpExchange | null,
  error: AttemptMeta["error"] = null
): SavedAttempt => ({
  meta: {
    formatVersion: 1,
    trialId: "t",
    attempt: 1,
    requestSha256: "",
    protocol,
    maxOutputTokens: 1000,
    startedAt: "2026-11-30T01:02:03.000Z",
    queueMs: 0,
    backoffMs: 0,
    durationMs: 1500,
    reply: null,
    error,
    unknownParts: [],
    redacted: false,
    synthetic_mock: false
  },
  exchange,
  reply: exchange === null ? null : protocolOf({ protocol }).decodeResponse(exchange, 1000)
})

const ndjson = (lines: ReadonlyArray<object>, headers: Record<string, string> = {}, httpStatus = 200) =>
  attempt("ollama", {
    httpStatus,
    headers,
    body: new RawBody(Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join("")))
  })

const chat = (message: object, counts: object, headers: Record<string, string>) =>
  ndjson([{ model: "m:1b", message, done: true, done_reason: "stop", ...counts }], headers)

describe("what is measured of a local model", () => {
  it("sums an agent's turns: tokens by the server's clock, waiting by ours, calls and those that were none", () => {
    const first = chat(
      {
        role: "assistant",
        content: "",
        tool_calls: [
          { function: { name: "read", arguments: { path: "a.txt" } } },
          { function: { name: "fly", arguments: {} } }
        ]
      },
      { eval_count: 30, eval_duration: 1_000_000_000 },
      { "x-measured-wall-ms": "1200", "x-measured-first-thinking-ms": "100" }
    )
    const second = chat(
      { role: "assistant", content: "終わり" },
      { eval_count: 10, eval_duration: 1_000_000_000 },
      { "x-measured-wall-ms": "800", "x-measured-first-content-ms": "300" }
    )
    expect(metricsOf(local, { own: [[first], [second]], judging: [] })).toEqual({
      // The first turn said nothing to anybody, and no other turn's first word is the answer's.
      ttftMs: null,
      tokens: 40,
      tokPerSec: 20,
      tokPerSecKind: "measured",
      wallMs: 2000,
      turns: 2,
      toolCalls: 2,
      toolCallInvalid: 1,
      usedWeb: false,
      capHit: false,
      errored: false,
      crashed: false
    })
  })

  it("leaves missing what was not measured: a server without counters, a reply without our clock", () => {
    const bare = chat({ role: "assistant", content: "はい" }, {}, {})
    expect(metricsOf(local, { own: [[bare]], judging: [] })).toMatchObject({
      ttftMs: null,
      tokens: null,
      tokPerSec: null,
      tokPerSecKind: null,
      wallMs: null
    })
  })

  it("has nothing to say of a trial that never left", () => {
    const unsent = attempt("ollama", null, {
      tag: "TransportError",
      stage: "connect",
      code: "ECONNREFUSED",
      ambiguousOutcome: false,
      message: ""
    })
    expect(metricsOf(local, { own: [[unsent]], judging: [] })).toBeNull()
    expect(metricsOf(local, { own: [[]], judging: [] })).toBeNull()
  })
})

const envelope = (fields: Partial<Envelope>): SavedAttempt =>
  attempt(
    "cli",
    exchangeOf({
      formatVersion: 1,
      program: "claude",
      version: "1.0.0",
      command: ["claude"],
      exitCode: 0,
      signal: null,
      ending: "exit",
      wallMs: 3400,
      firstOutputMs: 10,
      stdout: "",
      stderr: "",
      rules: [{ kind: "cap", pattern: "you've hit your limit" }],
      files: null,
      synthetic_mock: false,
      ...fields
    })
  )

const events = (...all: ReadonlyArray<object>) => all.map((event) => `${JSON.stringify(event)}\n`).join("")

const result = { type: "result", subtype: "success", is_error: false, result: "はい", num_turns: 1 }

describe("what is measured of a program", () => {
  it("keeps its own time in the wall clock, and takes it out only where a speed is estimated", () => {
    const told = envelope({
      stdout: events({ ...result, duration_api_ms: 2000, usage: { input_tokens: 5, output_tokens: 60 } })
    })
    expect(metricsOf(cloud, { own: [[told]], judging: [] })).toMatchObject({
      ttftMs: null,
      tokens: 60,
      wallMs: 3400,
      tokPerSec: 30,
      tokPerSecKind: "estimated"
    })
    expect(overheadOf(told, 400)).toEqual({ ms: 1400, kind: "measured" })
    // One that does not tell how long it waited is taken to need as long as to tell its version.
    const silent = envelope({ stdout: events({ ...result, usage: { input_tokens: 5, output_tokens: 60 } }) })
    expect(metricsOf(cloud, { own: [[silent]], judging: [] })).toMatchObject({ tokPerSec: 20 })
    expect(overheadOf(silent, 400)).toEqual({ ms: 400, kind: "estimated" })
  })

  it("tells of every limit that was met, also where a later attempt got through", () => {
    const capped = envelope({
      exitCode: 1,
      stdout: events({
        ...result,
        is_error: true,
        api_error_status: 429,
        result: "You’ve hit your limit · resets 2am (UTC)"
      })
    })
    const after = envelope({ stdout: events(result) })
    expect(metricsOf(cloud, { own: [[capped]], judging: [] })).toMatchObject({ capHit: true, errored: false })
    expect(metricsOf(cloud, { own: [[capped, after]], judging: [] })).toMatchObject({ capHit: false })
    expect(capsOf("claude", "t", [capped, after])).toEqual([
      {
        subject: "claude",
        trialId: "t",
        at: "2026-11-30T01:02:04.500Z",
        resetsAt: null,
        resetText: "2am (UTC)",
        message: "You’ve hit your limit · resets 2am (UTC)"
      }
    ])
  })
})

describe("what kept a run from its answer", () => {
  const transport = (stage: "request" | "body", code: string) =>
    attempt("ollama", null, { tag: "TransportError", stage, code, ambiguousOutcome: true, message: "" })

  it.each([
    ["a program that died", envelope({ exitCode: 1, stderr: "TypeError: x" }), "crashed"],
    ["a program that took too long", envelope({ ending: "timeout", exitCode: null }), "errored"],
    ["a server that broke off", transport("body", "ECONNRESET"), "crashed"],
    ["a server that took too long", transport("body", "timeout"), "errored"],
    [
      "a runner that is gone",
      ndjson([{ error: "llama runner process has terminated: signal: killed" }], {}, 500),
      "crashed"
    ],
    ["a model that is not there", ndjson([{ error: "model 'x' not found" }], {}, 404), "errored"],
    ["half a reply", ndjson([{ model: "m:1b", message: { role: "assistant", content: "は" } }]), "errored"]
  ] as const)("%s is %s", (_, saved, expected) => {
    const failure = failureOf(saved)
    expect(
      failure === null ? null : Object.entries(failure).flatMap(([name, is]) => (is ? [name] : []))
    ).toEqual([expected])
  })

  it.each([
    ["the prompt is longer than the context length currently available (4096 tokens)", true],
    ["Prompt is too long", true],
    ["this model's maximum context length is 8192 tokens", true],
    ["model 'x' not found", false],
    ["does not support tools", false]
  ])("tells a question that does not fit from a fault: %s", (error, expected) => {
    expect(isTooLong(ndjson([{ error }], {}, 400))).toBe(expected)
  })

  it("is nothing where there is an answer", () => {
    const answered = envelope({ stdout: events(result) })
    expect(answered.reply !== null && Either.isRight(answered.reply)).toBe(true)
    expect(failureOf(answered)).toEqual({ capHit: false, errored: false, crashed: false })
  })
})
