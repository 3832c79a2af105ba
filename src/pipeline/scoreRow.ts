import type { LlmResponse, TokenUsage } from "../llm/LlmResponse.js"
import { sha256Hex } from "../records/Identity.js"
import { correctness, type Outcome } from "../records/Outcome.js"
import type { PlannedTrial } from "../records/PlannedTrial.js"
import type { ScoreRow } from "../records/ScoreRow.js"
import type { Terminal } from "../records/TrialRecord.js"
import type { Grade } from "./Experiment.js"

const trialMs = ({ timing }: Terminal): number => timing.attemptMs + timing.backoffMs

/** By assignment: an object literal defines what follows a spread one by one, which takes longer than the grading. */
const rowOf = (trial: PlannedTrial, scored: Omit<ScoreRow, keyof PlannedTrial>): ScoreRow =>
  Object.assign({}, trial, scored)

/** The line of a trial without a reply to judge. */
export const missing = (trial: PlannedTrial, outcome: Outcome, terminal: Terminal | null): ScoreRow =>
  rowOf(trial, {
    terminal: terminal !== null,
    outcome,
    correct: correctness(outcome),
    reason: terminal?.reason ?? null,
    auxiliaryCorrect: null,
    notes: [],
    diagnostics: {},
    answerExcerpt: null,
    answerLength: null,
    answerSha256: null,
    responseId: null,
    returnedModel: null,
    usage: null,
    attempts: terminal?.attempts ?? 0,
    trialMs: terminal === null ? null : trialMs(terminal),
    synthetic_mock: terminal?.synthetic_mock ?? false
  })

/** The line of a trial whose reply was judged. */
export const graded = (
  trial: PlannedTrial,
  terminal: Terminal,
  response: LlmResponse,
  earlier: ReadonlyArray<LlmResponse>,
  grade: Grade
): ScoreRow =>
  rowOf(trial, {
    terminal: true,
    outcome: grade.outcome,
    correct: correctness(grade.outcome),
    reason: grade.reason,
    auxiliaryCorrect: grade.auxiliaryCorrect,
    notes: earlier.length === 0 ? notesOf(response) : [...new Set([...earlier, response].flatMap(notesOf))],
    diagnostics: grade.diagnostics,
    answerExcerpt: excerpt(response.text),
    answerLength: response.text.length,
    answerSha256: sha256Hex(response.text),
    responseId: response.responseId,
    returnedModel: response.returnedModel,
    usage: usageOf(response, earlier),
    attempts: terminal.attempts,
    trialMs: trialMs(terminal),
    synthetic_mock: terminal.synthetic_mock
  })

const notesOf = (response: LlmResponse): ReadonlyArray<string> => [
  ...response.notes,
  ...(response.usage?.totalDerived ? ["usage_total_derived"] : []),
  ...response.unknownParts.map((part) => `unknown:${part}`)
]

/** Of all calls together; a count that one of them does not tell is unknown. */
const usageOf = (response: LlmResponse, earlier: ReadonlyArray<LlmResponse>): ScoreRow["usage"] => {
  let sum = response.usage === null ? null : usageFields(response.usage)
  for (const { usage } of earlier) {
    if (sum === null || usage === null) return null
    sum = addUsage(sum, usageFields(usage))
  }
  return sum
}

type Usage = NonNullable<ScoreRow["usage"]>

const addUsage = (a: Usage, b: Usage): Usage => ({
  inputTokens: a.inputTokens + b.inputTokens,
  outputTokens: a.outputTokens + b.outputTokens,
  totalTokens: a.totalTokens + b.totalTokens,
  cachedInputTokens: addKnown(a.cachedInputTokens, b.cachedInputTokens),
  cacheWriteTokens: addKnown(a.cacheWriteTokens, b.cacheWriteTokens),
  reasoningTokens: addKnown(a.reasoningTokens, b.reasoningTokens)
})

const addKnown = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? null : a + b

const usageFields = (usage: TokenUsage): NonNullable<ScoreRow["usage"]> => ({
  inputTokens: usage.inputTokens,
  outputTokens: usage.outputTokens,
  totalTokens: usage.totalTokens,
  cachedInputTokens: usage.cachedInputTokens,
  cacheWriteTokens: usage.cacheWriteTokens,
  reasoningTokens: usage.reasoningTokens
})

/** The first 200 UTF-16 units, one less where that would split a surrogate pair. */
const excerpt = (text: string): string => {
  const end = /[\uD800-\uDBFF]/.test(text.charAt(199)) ? 199 : 200
  return text.slice(0, end)
}
