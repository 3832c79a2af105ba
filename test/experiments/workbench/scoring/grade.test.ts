import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { grade } from "../../../../src/experiments/workbench/scoring/grade.js"
import { fromDiagnostics } from "../../../../src/experiments/workbench/scoring/ScoreNotes.js"
import type { Task } from "../../../../src/experiments/workbench/tasks/Task.js"
import { cli } from "../../../../src/llm/cli/CliProtocol.js"
import { exchangeOf } from "../../../../src/llm/cli/Envelope.js"
import type { LlmResponse } from "../../../../src/llm/LlmResponse.js"
import { goldDamageAsError } from "../../../../src/pipeline/Gold.js"
import * as Sandbox from "../../../../src/sandbox/Sandbox.js"
import { runServices, temporaryFolder } from "../../../support/runs.js"
import { agentTask, questionTask } from "../support/fixtureTasks.js"
import { goldOf, said, trialOf } from "../support/trials.js"

const right = '{"支給額": 3000, "根拠": "第13条により、4月1日以降は3,000円"}'
const judged = (points: number) =>
  said(JSON.stringify({ criteria: [{ name: "簡潔さ", points, reason: "" }] }))

const graded = (
  task: Task,
  response: LlmResponse,
  judgement: LlmResponse | null,
  options: { readonly run?: string; readonly protocol?: "ollama" | "cli"; readonly earlier?: number } = {}
) =>
  Effect.gen(function* () {
    const run = options.run ?? (yield* temporaryFolder)
    const trial = trialOf(task, options.protocol)
    fs.mkdirSync(path.join(run, "trials", trial.trialId), { recursive: true })
    const earlier = Array.from({ length: options.earlier ?? 0 }, () => said(""))
    const found = yield* Effect.provide(
      grade(trial, goldOf(task), response, earlier, judgement),
      runServices(run)
    )
    const notes = Either.getOrThrow(fromDiagnostics(found))
    return { outcome: found.outcome, reason: found.reason, notes }
  })

describe("an answer that a judge has a say in", () => {
  it.scoped("is the weighted sum of its layers", () =>
    Effect.gen(function* () {
      // 0.5 + 0.3 + 0.2 × 2 of 4 points.
      expect(yield* graded(questionTask, said(right), judged(2))).toMatchObject({
        outcome: "correct",
        notes: { score01: 0.9, passed: true, formatKept: true, missing: [] }
      })
    })
  )

  it.scoped("has no score without the judge: it is missing, and not wrong", () =>
    Effect.gen(function* () {
      expect(yield* graded(questionTask, said(right), null)).toMatchObject({
        outcome: "not_dispatched",
        notes: { score01: null, passed: null, missing: ["no judge's reply is there"] }
      })
      const unread = yield* graded(questionTask, said(right), said("満点です。"))
      expect(unread).toMatchObject({ outcome: "decode_failure", notes: { score01: null } })
      expect(unread.notes?.needsAudit).toContain("rubric_unreadable")
    })
  )

  it.scoped("is missing as the call to the judge ended, which was dispatched", () =>
    Effect.gen(function* () {
      const run = yield* temporaryFolder
      const { trialId } = trialOf(questionTask)
      const terminal = {
        formatVersion: 1,
        trialId,
        conclusion: "response",
        reason: null,
        decidingAttempt: 1,
        judgement: { conclusion: "ambiguous_outcome", reason: "unknown", decidingAttempt: 1, attempts: 1 },
        attempts: 1,
        endedAt: "2026-11-30T09:00:00Z",
        timing: { queueMs: 0, countMs: 0, attemptMs: 1, backoffMs: 0 },
        synthetic_mock: true
      }
      fs.mkdirSync(path.join(run, "trials", trialId), { recursive: true })
      fs.writeFileSync(path.join(run, "trials", trialId, "terminal.json"), JSON.stringify(terminal))
      expect(yield* graded(questionTask, said(right), null, { run })).toMatchObject({
        outcome: "ambiguous_outcome",
        reason: "no judge's reply is there: unknown",
        notes: { score01: null }
      })
    })
  )

  it.scoped("is looked at by a person where the judge judged itself, or disagrees with the gold", () =>
    Effect.gen(function* () {
      const own = yield* graded(questionTask, said(right), judged(4))
      // The configured judge is the subject.
      expect(own.notes?.needsAudit).toEqual(["judge_is_subject"])
      const apart = yield* graded(questionTask, said(right), judged(0))
      expect(apart.notes?.needsAudit).toEqual(["judge_is_subject", "layers_disagree"])
    })
  )

  it.scoped("takes a person's score where the judge has none, and stops at a line that nobody can read", () =>
    Effect.gen(function* () {
      const run = yield* temporaryFolder
      const line = {
        trialId: "0".repeat(32),
        layer: "tone",
        from: null,
        to: 1,
        who: "a",
        when: "2026-11-30T09:00:00Z",
        why: "b"
      }
      fs.writeFileSync(path.join(run, "overrides.jsonl"), JSON.stringify(line))
      expect(yield* graded(questionTask, said(right), null, { run })).toMatchObject({
        outcome: "correct",
        notes: { score01: 1, overrides: [{ who: "a", stale: false }] }
      })
      fs.appendFileSync(path.join(run, "overrides.jsonl"), "\n{}\n")
      const failed = yield* Effect.flip(graded(questionTask, said(right), null, { run }))
      expect(failed).toMatchObject({ _tag: "DamagedRecord" })
      expect(failed.message).toContain("line 2")
    })
  )

  for (const [what, change, why] of [
    ["a trial that the run does not have", { trialId: "f".repeat(32) }, "there is no trial ffff"],
    ["a trial that is no name of one", { trialId: ".." }, "there is no trial .."],
    ["a layer that the task does not have", { layer: "manner" }, "has no layer manner"]
  ] as const) {
    it.scoped(`is not scored with an override for ${what}: a person's decision does not get lost`, () =>
      Effect.gen(function* () {
        const run = yield* temporaryFolder
        const line = {
          trialId: "0".repeat(32),
          layer: "tone",
          from: null,
          to: 1,
          who: "a",
          when: "2026-11-30T09:00:00Z",
          why: "b",
          ...change
        }
        fs.writeFileSync(path.join(run, "overrides.jsonl"), JSON.stringify(line))
        const failed = yield* Effect.flip(graded(questionTask, said(right), null, { run }))
        expect(failed).toMatchObject({ _tag: "DamagedRecord" })
        expect(failed.message).toContain(why)
      })
    )
  }

  it.scoped("tells a wrong answer, a lost form and one that was cut apart", () =>
    Effect.gen(function* () {
      const wrong = '{"支給額": 2000, "根拠": "第12条"}'
      expect((yield* graded(questionTask, said(wrong), judged(4))).outcome).toBe("wrong_answer")
      expect((yield* graded(questionTask, said("わかりません"), judged(0))).outcome).toBe(
        "invalid_answer_format"
      )
      const cut = said(wrong, { status: "incomplete", incompleteReason: "max_output_tokens" })
      expect(yield* graded(questionTask, cut, judged(4))).toMatchObject({
        outcome: "incomplete_output",
        reason: "max_output_tokens"
      })
    })
  )
})

const unsealed = Effect.provide(Sandbox.layerUnavailable("none here"))

const good = () => Buffer.from(agentTask.files.get("samples/good.mjs") ?? "").toString("utf8")

/** A program's reply that leaves these files. */
const left = (files: Record<string, string>): LlmResponse =>
  Either.getOrThrow(
    cli.decodeResponse(
      exchangeOf({
        formatVersion: 1,
        program: "codex",
        version: "1.0.0",
        command: [],
        exitCode: 0,
        signal: null,
        ending: "exit",
        wallMs: 1,
        firstOutputMs: null,
        stdout: [
          { type: "item.completed", item: { type: "agent_message", text: "直しました" } },
          { type: "turn.completed", usage: {} }
        ]
          .map((event) => `${JSON.stringify(event)}\n`)
          .join(""),
        stderr: "",
        rules: [],
        files,
        synthetic_mock: true
      }),
      1000
    )
  )

describe("work that a program checks", () => {
  it.scopedLive("is checked in the sandbox once; what it said is kept, and is of this work alone", () =>
    Effect.gen(function* () {
      const run = yield* temporaryFolder
      const once = yield* graded(agentTask, left({ "src/tax.mjs": good() }), null, { run, protocol: "cli" })
      expect(once).toMatchObject({ outcome: "correct", notes: { score01: 1 } })
      // Scored again on a machine without a sandbox: the same, from what was kept.
      const again = unsealed(
        graded(agentTask, left({ "src/tax.mjs": good() }), null, { run, protocol: "cli" })
      )
      expect(yield* again).toEqual(once)
      // Other work was never checked, and is not run in the open.
      const other = unsealed(graded(agentTask, left({ "src/tax.mjs": "" }), null, { run, protocol: "cli" }))
      expect(yield* other).toMatchObject({ outcome: "not_dispatched", notes: { score01: null } })
    })
  )

  it.scopedLive("is what a local model's tools had made of the folder when the last call was asked", () =>
    Effect.gen(function* () {
      const run = yield* temporaryFolder
      const folder = path.join(run, "trials", "0".repeat(32))
      fs.mkdirSync(folder, { recursive: true })
      fs.writeFileSync(path.join(folder, "workspace-002.json"), JSON.stringify({ "src/tax.mjs": "broken(" }))
      fs.writeFileSync(path.join(folder, "workspace-003.json"), JSON.stringify({ "src/tax.mjs": good() }))
      expect(yield* graded(agentTask, said("直しました"), null, { run, earlier: 2 })).toMatchObject({
        outcome: "correct"
      })
      // One that still wanted to call something when its turns were over.
      const calling = said("", { toolCalls: [{ name: "list", arguments: { path: "." }, problem: null }] })
      expect(yield* graded(agentTask, calling, null, { run, earlier: 1 })).toMatchObject({
        outcome: "incomplete_output",
        reason: "out_of_turns"
      })
    })
  )
})

it.scoped(
  "a task whose files are not those of its hash is damage of the gold, and nothing is graded by it",
  () =>
    Effect.gen(function* () {
      const files = new Map([...questionTask.files, ["notes.md", Buffer.from("another")]])
      const grading = grade(trialOf(questionTask), goldOf({ ...questionTask, files }), said(right), [], null)
      const failed = yield* Effect.flip(
        Effect.provide(goldDamageAsError(grading, "gold.jsonl", "x"), runServices(yield* temporaryFolder))
      )
      expect(failed.message).toBe(
        "gold.jsonl is damaged: x: shisya-rules/nittou has another hash than it says"
      )
    })
)
