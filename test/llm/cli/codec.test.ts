import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as fc from "fast-check"
import { bytesOf, bytesText } from "../../../src/json/BytesText.js"
import { currentAttempt } from "../../../src/llm/AttemptKey.js"
import { cli } from "../../../src/llm/cli/CliProtocol.js"
import { type Envelope, exchangeOf, readEnvelope, reportOf } from "../../../src/llm/cli/Envelope.js"
import { cliIds } from "../../../src/llm/cli/readers.js"
import { isSynthetic, RawBody } from "../../../src/llm/HttpExchange.js"
import { LlmClient } from "../../../src/llm/LlmClient.js"
import type { LlmRequest } from "../../../src/llm/LlmRequest.js"
import { decide } from "../../../src/llm/retry/RetryPolicy.js"
import * as SimulatedClient from "../../../src/llm/simulated/SimulatedClient.js"

const root = path.resolve(import.meta.dirname, "../../..")
const captured = (name: string): Uint8Array =>
  fs.readFileSync(path.join(root, "test/fixtures/workbench/cli", name))
const config = JSON.parse(fs.readFileSync(path.join(root, "configs/workbench/clis.json"), "utf8"))
const rulesOf = (program: Envelope["program"]): Envelope["rules"] =>
  config.clis
    .find(({ id }: { readonly id: string }) => id === program)
    .messages.map(({ kind, pattern }: Envelope["rules"][number]) => ({ kind, pattern }))

/** What was captured of a program, in an envelope. */
const envelopeOf = (
  program: Envelope["program"],
  name: string,
  exitCode: number | null,
  more: Partial<Envelope> = {}
): Envelope => ({
  formatVersion: 1,
  program,
  version: "2.1.197",
  command: [program],
  exitCode,
  signal: null,
  ending: "exit",
  wallMs: 812,
  firstOutputMs: 300,
  stdout: bytesText(captured(`${name}.out`)),
  stderr: bytesText(captured(`${name}.err`)),
  rules: rulesOf(program),
  files: null,
  synthetic_mock: false,
  ...more
})
const decode = (envelope: Envelope) => cli.decodeResponse(exchangeOf(envelope), 1)

const asked: LlmRequest = {
  model: "claude",
  instructions: "",
  input: [{ role: "user", content: "経費の上限は?" }],
  reasoningEffort: null,
  maxOutputTokens: 4096
}
const none = { truncation: "omit" } as const

describe("a request to a program", () => {
  it("is the record of what was asked", () => {
    const bytes = cli.encodeRequest({ ...asked, mode: "agent" }, none)
    expect(JSON.parse(new TextDecoder().decode(bytes))).toEqual({
      model: "claude",
      mode: "agent",
      prompt: "経費の上限は?",
      max_output_tokens: 4096
    })
  })

  it("is read back, with its instructions as a part of the prompt", () => {
    const text = fc.string({ unit: "grapheme", minLength: 1 })
    fc.assert(
      fc.property(text, text, fc.boolean(), (content, instructions, isAgent) => {
        const mode = isAgent ? ({ mode: "agent" } as const) : {}
        const request = { ...asked, ...mode, input: [{ role: "user" as const, content }] }
        expect(cli.decodeRequest(cli.encodeRequest(request, none))).toEqual(Either.right(request))
        const joined = {
          ...request,
          input: [{ role: "user" as const, content: `${instructions}\n\n${content}` }]
        }
        expect(cli.encodeRequest({ ...request, instructions }, none)).toEqual(cli.encodeRequest(joined, none))
      })
    )
  })

  it.each([
    [{ reasoningEffort: "low" as const }],
    [{ tools: [] }],
    [{ options: { numCtx: 4096, temperature: 0, seed: 1 } }],
    [{ format: { name: "answer", schema: {}, strict: true } }],
    [{ input: [] }],
    [{ input: [{ role: "assistant" as const, content: "x" }] }]
  ])("is nothing but a prompt: %j", (more) => {
    expect(cli.problemWith({ ...asked, ...more })).toContain("the cli protocol has no place")
    expect(() => cli.encodeRequest({ ...asked, ...more }, none)).toThrow()
  })
})

describe("the end of a program", () => {
  it.each([
    ["claude", "ok_claude", "承知しました。赤"],
    ["codex", "ok_codex", "承知しました。"],
    ["gemini", "ok_gemini_stream", "承知しました。赤"]
  ] as const)("%s: %s is an answer", (program, name, text) => {
    const reply = Either.getOrThrow(decode(envelopeOf(program, name, 0)))
    expect(reply).toMatchObject({
      text,
      status: "completed",
      usage: { inputTokens: 10, outputTokens: 7, totalTokens: 17 },
      notes: [],
      unknownParts: []
    })
  })

  it.each([
    ["claude", "cap_claude_sub_stream", 1, 429, "subscription_cap", "StopModel"],
    ["codex", "cap_codex", 1, 429, "subscription_cap", "StopModel"],
    ["gemini", "cap_gemini_day", 173, 429, "subscription_cap", "StopModel"],
    ["claude", "claude_stream", 1, 401, "subscription_login", "StopModel"],
    ["gemini", "gemini_json", 41, 401, "subscription_login", "StopModel"],
    ["codex", "cap_codex_503", 1, 529, "overload", "Retry"],
    ["claude", "claude_noprompt", 1, 500, "crash", "Stop"]
  ] as const)("C3 %s: %s is %d %d %s", (program, name, exitCode, httpStatus, type, after) => {
    const error = Either.getOrThrow(Either.flip(decode(envelopeOf(program, name, exitCode))))
    expect(error).toMatchObject({ _tag: "ApiError", httpStatus, type, ambiguousOutcome: false })
    const next = decide(
      { error, attempt: 1, elapsedMs: 0, nowMs: 0, jitter: 0 },
      { retry500: false, retryAmbiguous: false }
    )
    expect(next._tag).toBe(after)
  })

  it("C4 a time limit hides neither a throttle nor a network that is not there", () => {
    const late = { ending: "timeout" } as const
    const ends = [
      decode(envelopeOf("gemini", "cap_gemini_min", null, late)),
      decode(envelopeOf("codex", "codex_json", null, late)),
      decode(envelopeOf("claude", "ok_claude", null, { ...late, stdout: "", stderr: "" }))
    ]
    expect(ends.map((end) => ("left" in end && end.left._tag === "ApiError" ? end.left.type : null))).toEqual(
      ["throttle", "network", "timeout"]
    )
  })

  it("has the rules that its reading depends on", () => {
    const cap = envelopeOf("codex", "cap_codex", 1)
    expect(decode({ ...cap, rules: [] })).toMatchObject({ left: { type: "crash" } })
    expect(reportOf(cap).failure?.kind).toBe("cap")
  })

  it("is read back whole, also bytes that are no text", () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.string({ unit: "grapheme" }), (bytes, text) => {
        const files = { "a/b.md": text, gone: null, raw: bytesText(bytes) }
        const envelope = envelopeOf("claude", "ok_claude", 0, { stdout: bytesText(bytes), files })
        const read = Either.getOrThrow(readEnvelope(exchangeOf(envelope)))
        expect(read).toEqual(envelope)
        expect(Buffer.compare(bytesOf(read.stdout), bytes)).toBe(0)
      })
    )
  })

  it.each(["", "{}", "[]", "x"])("is refused where it is none: %j", (body) => {
    const exchange = { httpStatus: 200, headers: {}, body: new RawBody(new TextEncoder().encode(body)) }
    expect(cli.decodeResponse(exchange, 1)).toMatchObject({ _tag: "Left", left: { _tag: "DecodeError" } })
  })
})

describe.each(cliIds)("%s with a simulated model inside", (program) => {
  it.effect("answers in the program's own words, and says that it is made up", () =>
    Effect.gen(function* () {
      const model = {
        profile: "test",
        reply: (seen: LlmRequest) => ({
          type: "answer" as const,
          text: `${seen.input[0]?.content}😀\n2行目`,
          reasoningTokens: 0,
          files: { "out.md": "書いた" }
        })
      }
      const response = yield* Effect.flatMap(LlmClient, (llm) =>
        llm.generate({ ...asked, model: program, mode: "agent" }, "cli")
      ).pipe(
        Effect.locally(currentAttempt, { trialId: "a".repeat(32), attempt: 1 }),
        Effect.provide(SimulatedClient.layer(model, 1))
      )
      expect(response).toMatchObject({
        text: "経費の上限は?😀\n2行目",
        status: "completed",
        unknownParts: []
      })
      expect(isSynthetic(response.exchange)).toBe(true)
      const envelope = Either.getOrThrow(readEnvelope(response.exchange))
      expect(envelope).toMatchObject({ program, files: { "out.md": "書いた" }, synthetic_mock: true })
      expect(reportOf(envelope).synthetic).toBe(true)
    })
  )
})
