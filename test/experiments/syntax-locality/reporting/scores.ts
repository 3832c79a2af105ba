import { createHash } from "node:crypto"
import * as Effect from "effect/Effect"
import type { Task, View } from "../../../../src/experiments/syntax-locality/Factors.js"
import { report } from "../../../../src/experiments/syntax-locality/reporting/report.js"
import type { LlmRequest } from "../../../../src/llm/LlmRequest.js"
import type { AttemptTime, ReportInput, ReportOutput } from "../../../../src/pipeline/Experiment.js"
import { Gold } from "../../../../src/pipeline/Gold.js"
import { correctness, type Outcome } from "../../../../src/records/Outcome.js"
import type { PlannedTrial } from "../../../../src/records/PlannedTrial.js"
import type { ScoreRow } from "../../../../src/records/ScoreRow.js"
import { drawing } from "../../../../src/report/figures/drawing.js"

/** Where a trial stands in the design; everything that a test does not speak of has a default. */
export interface Place {
  readonly family?: string
  readonly depth?: number
  readonly filler?: number
  readonly task?: Task
  readonly view?: View
  readonly regime?: "natural" | "nonce"
  readonly style?: string
  readonly replicate?: number
}

/** One line of scores. Its trial id is made of its place, so that two rows of one place are the same trial. */
export const scoreRow = (place: Place, outcome: Outcome, rest: Partial<ScoreRow> = {}): ScoreRow => {
  const { family = "f1", depth = 2, filler = 0, view = "after_close", regime = "natural" } = place
  const { task = "scope_lookup", style = "named_end", replicate = 1 } = place
  const block = [family, ...(task === "scope_lookup" ? [] : [task]), view, regime].join("/")
  const judged = correctness(outcome) !== null
  const sent = outcome !== "not_dispatched"
  return {
    position: 0,
    block,
    trialId: trialIdOf(block, style, replicate),
    caseId: `${block}/${style}`,
    goldId: `${family}/${view}`,
    replicate,
    requestSha256: "0".repeat(64),
    factors: {
      task,
      familyId: family,
      depth,
      filler,
      view,
      regime,
      lexicon: regime === "natural" ? "natural" : "nonce-1",
      style
    },
    outcome,
    terminal: sent,
    correct: correctness(outcome),
    reason: null,
    auxiliaryCorrect: null,
    notes: [],
    diagnostics: {},
    answerExcerpt: judged ? "5916" : null,
    answerLength: judged ? 4 : null,
    answerSha256: null,
    responseId: judged ? "resp" : null,
    returnedModel: judged ? "example-model" : null,
    usage: judged
      ? {
          inputTokens: 100,
          outputTokens: 20,
          totalTokens: 120,
          cachedInputTokens: 0,
          cacheWriteTokens: null,
          reasoningTokens: 16
        }
      : null,
    attempts: sent ? 1 : 0,
    trialMs: sent ? 500 : null,
    synthetic_mock: false,
    ...rest
  }
}

/** 32 hexadecimal digits, as in a real plan, and like there in no order that follows from the place. */
const trialIdOf = (block: string, style: string, replicate: number): string =>
  createHash("sha256").update(`${block}/${style}/${replicate}`).digest("hex").slice(0, 32)

/** Rows in schedule order. */
export const schedule = (rows: ReadonlyArray<ScoreRow>): ReadonlyArray<ScoreRow> =>
  rows.map((row, position) => ({ ...row, position }))

const protocol = {
  experiment: "syntax-locality",
  preset: "pilot",
  phase: "p0",
  bootstrap: { draws: 10_000, seed: "20261005" },
  model: "example-model",
  reasoningEffort: "low",
  maxOutputTokensReading: 8192,
  fewShotCount: 8,
  indentation: "none",
  masterSeed: "20261005",
  seedNamespace: "pilot"
}

/** Trials start a second after each other; an attempt that is retried fails after 200 ms, and the last takes 500. */
const attemptsOf = (position: number, count: number): ReadonlyArray<AttemptTime> =>
  Array.from({ length: count }, (_, index) => ({
    attempt: index + 1,
    startedAtMs: Date.parse("2026-10-05T01:00:00.000Z") + position * 1000 + index * 300,
    durationMs: index + 1 < count ? 200 : 500,
    failed: index + 1 < count,
    ambiguous: false
  }))

/** What a report reads; keys of `rest.protocol` replace those of a pilot's. */
export const reportInput = (
  scores: ReadonlyArray<ScoreRow>,
  rest: Partial<ReportInput> = {}
): ReportInput => ({
  protocolHash: "a".repeat(64),
  datasetHash: "b".repeat(64),
  invocations: [
    {
      startedAt: "2026-10-05T01:00:00.000Z",
      endedAt: "2026-10-05T01:10:00.000Z",
      mode: "live",
      simulated: null
    }
  ],
  scores,
  costs: null,
  attempts: ({ attempts, position }) => Effect.succeed(attemptsOf(position, attempts)),
  gold: () => Gold.seal({ value: 5916, activeScopes: [] }),
  request: (trial) => Effect.succeed(requestOf(trial)),
  transcript: (trial) =>
    Effect.succeed({
      request: requestOf(trial),
      answer: scores.find((row) => row.trialId === trial.trialId)?.answerExcerpt ?? null
    }),
  ...rest,
  protocol: { ...protocol, ...rest.protocol }
})

const requestOf = ({ factors }: PlannedTrial): LlmRequest => ({
  model: "example-model",
  instructions: "Answer with one integer.",
  input: [{ role: "user", content: `let x_a 5916\n${String(factors["style"])}\nprobe q_zxcvbnma x_a` }],
  reasoningEffort: "low",
  maxOutputTokens: 8192
})

// Loaded before any report, so that reports run in one go.
await Effect.runPromise(drawing)

export const runReport = (input: ReportInput): ReportOutput => Effect.runSync(report(input))

export const fileOf = (output: ReportOutput, name: string): string => {
  const file = output.files.find((one) => one.name === name)
  if (file === undefined) throw new Error(`there is no ${name}`)
  return file.content
}

/**
 * RFC 4180, written for the tests alone: a small state machine that shares nothing with the writer. Rows as objects by header.
 */
export const parseCsv = (text: string): ReadonlyArray<Readonly<Record<string, string>>> => {
  const rows: Array<Array<string>> = [[]]
  let cell = ""
  let quoted = false
  for (let index = 0; index < text.length; index++) {
    const character = text[index]
    if (quoted) {
      if (character !== '"') cell += character
      else if (text[index + 1] === '"') cell += text[++index]
      else quoted = false
    } else if (character === '"') quoted = true
    else if (character === "," || character === "\n") {
      rows.at(-1)?.push(cell)
      cell = ""
      if (character === "\n") rows.push([])
    } else cell += character
  }
  const [header = [], ...body] = rows.slice(0, -1)
  return body.map((row) => {
    if (row.length !== header.length)
      throw new Error(`a row has ${row.length} cells, the header ${header.length}`)
    return Object.fromEntries(row.map((value, index) => [header[index] ?? "", value]))
  })
}
