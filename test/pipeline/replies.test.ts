import * as fs from "node:fs"
import * as path from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { syntaxLocality } from "../../src/experiments/syntax-locality/SyntaxLocality.js"
import { score } from "../../src/pipeline/score.js"
import type { ScoreRow } from "../../src/records/ScoreRow.js"
import { message, responseBody, text } from "../llm/responses/exchanges.js"
import { invoke, ledgerOf, planned, server, terminalsOf } from "../support/liveRuns.js"
import { runServices } from "../support/runs.js"

/** What one reply leads to, from the wire to the score. */
interface Consequence {
  /** Of the trial. */
  readonly conclusion: string
  readonly outcome: string
  readonly correct: 0 | 1 | null
  /** What becomes of its reservation. */
  readonly books: "settled" | "held"
  readonly row?: Partial<ScoreRow>
}

type Case = readonly [what: string, body: (right: string) => unknown, consequence: Consequence]

const right: Consequence = { conclusion: "response", outcome: "correct", correct: 1, books: "settled" }
const refused: Consequence = { ...right, outcome: "refusal", correct: 0 }
const incomplete: Consequence = {
  ...right,
  outcome: "incomplete_output",
  correct: 0,
  row: { auxiliaryCorrect: 1 }
}
const invalid: Consequence = { ...right, outcome: "invalid_answer_format", correct: 0 }
const failed: Consequence = {
  conclusion: "api_rejected",
  outcome: "api_rejected",
  correct: null,
  books: "held"
}
const unreadable: Consequence = {
  conclusion: "decode_failure",
  outcome: "decode_failure",
  correct: null,
  books: "held"
}

const phase = (name: string | null, answer: string) => message([text(answer)], { phase: name })
const answered = (answer: string, fields: Record<string, unknown> = {}) =>
  responseBody([message([text(answer)])], fields)
const usage = (fields: object) => ({
  usage: { input_tokens: 10, output_tokens: 5, total_tokens: 15, ...fields }
})
const raw = (body: Record<string, unknown>, from: string, to: string) =>
  JSON.stringify(body).replace(from, to)

const cases: ReadonlyArray<Case> = [
  [
    "A1 commentary beside a final answer",
    (value) =>
      responseBody([
        { type: "reasoning", summary: [] },
        phase("commentary", "1"),
        phase("final_answer", value)
      ]),
    right
  ],
  [
    "A1 the same text as commentary and as final answer",
    (value) => responseBody([phase("commentary", value), phase("final_answer", value)]),
    right
  ],
  ["A1 a phase of null", (value) => responseBody([phase(null, value)]), right],
  [
    "A1 commentary alone, although it is right",
    (value) => responseBody([phase("commentary", value)]),
    { ...invalid, row: { notes: ["no_final_message"], reason: "empty answer" } }
  ],
  ["A2 a refusal", () => responseBody([message([{ type: "refusal", refusal: "no" }])]), refused],
  [
    "A2 a refusal beside the right text",
    (value) => responseBody([message([text(value), { type: "refusal", refusal: "no" }])]),
    refused
  ],
  [
    "A3 output cut at its limit",
    (value) => answered(value, { status: "incomplete", incomplete_details: { reason: "max_output_tokens" } }),
    incomplete
  ],
  [
    "A3 output cut by a filter",
    (value) => answered(value, { status: "incomplete", incomplete_details: { reason: "content_filter" } }),
    incomplete
  ],
  ...["rate_limit_exceeded", "server_error"].map(
    (code): Case => [
      `A3 HTTP 200 that failed with ${code}`,
      () => responseBody([], { status: "failed", error: { code, message: "made up" }, usage: null }),
      failed
    ]
  ),
  ...["queued", "in_progress", "cancelled", undefined].map(
    (status): Case => [
      `A3 status ${status}, although it is right`,
      (value) => answered(value, { status, usage: null }),
      unreadable
    ]
  ),
  [
    "A5 usage without details",
    (value) => answered(value, usage({})),
    {
      ...right,
      row: {
        usage: {
          inputTokens: 10,
          outputTokens: 5,
          totalTokens: 15,
          cachedInputTokens: null,
          cacheWriteTokens: null,
          reasoningTokens: null
        }
      }
    }
  ],
  [
    "A5 details without cache_write_tokens",
    (value) =>
      answered(
        value,
        usage({ input_tokens_details: { cached_tokens: 4 }, output_tokens_details: { reasoning_tokens: 3 } })
      ),
    {
      ...right,
      row: {
        usage: {
          inputTokens: 10,
          outputTokens: 5,
          totalTokens: 15,
          cachedInputTokens: 4,
          cacheWriteTokens: null,
          reasoningTokens: 3
        }
      }
    }
  ],
  ...[null, undefined].map(
    (none): Case => [
      `A5 usage ${none}`,
      (value) => answered(value, { usage: none }),
      { ...right, books: "held", row: { usage: null } }
    ]
  ),
  ...['"10"', "-1", "1.5", "1e20"].map(
    (count): Case => [
      `A6 input_tokens of ${count}`,
      (value) => raw(answered(value), '"input_tokens":10', `"input_tokens":${count}`),
      unreadable
    ]
  ),
  [
    "A6 a total that is not the sum",
    (value) => answered(value, usage({ total_tokens: 20 })),
    { ...right, row: { notes: ["usage_total_differs"] } }
  ],
  [
    "A6 more reasoning than output",
    (value) => answered(value, usage({ output_tokens_details: { reasoning_tokens: 6 } })),
    { ...right, row: { notes: ["usage_reasoning_exceeds_output"] } }
  ],
  [
    "A9 an answer in two parts",
    (value) => responseBody([message([text(value.slice(0, 2)), text(value.slice(2))])]),
    right
  ],
  [
    "I1 half a surrogate pair behind the right answer",
    (value) => raw(answered(`${value} HERE`), "HERE", "\\ud83d"),
    { ...unreadable, books: "settled" }
  ],
  [
    "I4 every kind of line break in an answer",
    (value) => answered(`${value}\u2028${value}\u2029${value}\u0085${value}\r\n${value}\v\f${value}`),
    invalid
  ],
  ["M4 CRLF behind the answer", (value) => answered(`${value}\r\n`), right],
  ["M4 CR behind the answer", (value) => answered(`${value}\r`), right]
]

/** Lines as Python's `splitlines` and many tools count them. */
const everyLineBreak = /\r\n|[\n\r\v\f\u001c-\u001e\u0085\u2028\u2029]/

const rowsOf = (root: string, name: string) => {
  const file = fs.readFileSync(path.join(root, name), "utf8")
  return file
    .trimEnd()
    .split(everyLineBreak)
    .map((line) => JSON.parse(line))
}

/** One live run of 80 trials: every second one gets a case's reply, those between an honest wrong answer. */
const everything = Effect.gen(function* () {
  const root = yield* planned(syntaxLocality, "smoke", { replicates: 4 })
  const schedule = rowsOf(root, "schedule.jsonl")
  const gold = new Map(rowsOf(root, "gold.jsonl").map(({ answer, goldId }) => [goldId, String(answer.value)]))
  const bodies = new Map<string, string>()
  for (const [index, [, body]] of cases.entries()) {
    const { goldId, trialId } = schedule[2 * index]
    const given = body(gold.get(goldId) ?? "")
    bodies.set(trialId, typeof given === "string" ? given : JSON.stringify(given))
  }
  const wrong = JSON.stringify(answered("0"))
  const to = server(({ trialId }) => ({ status: 200, body: bodies.get(trialId) ?? wrong }))
  const summary = yield* invoke(root, to, { experiment: syntaxLocality })
  yield* score(syntaxLocality).run.pipe(Effect.provide(runServices(root)))
  const held = heldByTrial(root)
  return {
    summary,
    others: rowsOf(root, "scores.jsonl").filter(({ trialId }) => !bodies.has(trialId)),
    of: (index: number) => {
      const { trialId } = schedule[2 * index]
      return {
        requests: to.sent.filter((sent) => sent.kind === "generate" && sent.trialId === trialId).length,
        terminal: terminalsOf(root)[trialId],
        sent: bodies.get(trialId),
        saved: fs.readFileSync(path.join(root, "trials", trialId, "attempt-001-body.txt"), "utf8"),
        isHeld: (held.get(trialId) ?? 0) > 0,
        row: rowsOf(root, "scores.jsonl")[2 * index]
      }
    }
  }
})

const heldByTrial = (root: string): ReadonlyMap<string, number> => {
  const held = new Map<string, number>()
  for (const { tokens = 0, trialId, type } of ledgerOf(root)) {
    if (type === "reserved") held.set(trialId, tokens)
    if (type === "settled" || type === "released") held.delete(trialId)
  }
  return held
}

describe("from a reply to its score", () => {
  const scope = Effect.runSync(Scope.make())
  let run: Effect.Effect.Success<typeof everything>

  beforeAll(async () => {
    run = await Effect.runPromise(Scope.extend(everything, scope))
  })

  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

  it("I1 no reply costs another trial anything", () => {
    expect(run.summary).toMatchObject({ planned: 80, concluded: 80, pending: 0, stop: null })
    expect(run.others).toHaveLength(80 - cases.length)
    expect(new Set(run.others.map(({ outcome }) => outcome))).toEqual(new Set(["wrong_answer"]))
  })

  it.each(cases.map(([what, , expected], index) => [what, index, expected] as const))(
    "%s",
    (_, index, expected) => {
      const { isHeld, requests, row, saved, sent, terminal } = run.of(index)
      expect(requests).toBe(1)
      expect(saved).toBe(sent)
      expect(terminal).toMatchObject({ conclusion: expected.conclusion, attempts: 1 })
      expect(isHeld).toBe(expected.books === "held")
      expect(row).toMatchObject({
        outcome: expected.outcome,
        correct: expected.correct,
        attempts: 1,
        ...expected.row
      })
    }
  )
})
