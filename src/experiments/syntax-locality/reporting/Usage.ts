import type { ScoreRow } from "../../../records/ScoreRow.js"
import { mean, ratio, sum } from "../../../stats/Mean.js"

/** A mean with the number of trials that it is a mean of; trials that do not say are left out, never taken as 0. */
export interface KnownMean {
  readonly mean: number | null
  readonly known: number
}

/** Tokens and time of the replies that could be judged (specification 10.6). Lost and retried attempts are not in it. */
export interface Usage {
  readonly inputTokens: KnownMean
  readonly outputTokens: KnownMean
  readonly reasoningTokens: KnownMean
  readonly cachedInputTokens: KnownMean
  /** Output minus reasoning where both are known: an estimate, not the token count of the answer. */
  readonly nonReasoningTokens: KnownMean
  /** Over the judged replies that report it. */
  readonly totalTokens: number
  /** All tokens of the judged replies for one correct one; `null` without a correct reply or when any usage is unknown. */
  readonly tokensPerCorrect: number | null
  /** Milliseconds, apart for trials that succeeded at once and trials that were retried. */
  readonly singleAttemptMs: KnownMean
  readonly retriedMs: KnownMean
}

/** `rows` are those of evaluable trials. */
export const summariseUsage = (rows: ReadonlyArray<ScoreRow>): Usage => {
  const usages = rows.map(knownUsage)
  const meanOf = (figure: (usage: NonNullable<ScoreRow["usage"]>) => number | null) =>
    knownMean(usages.map((usage) => (usage === null ? null : figure(usage))))
  const correct = rows.filter((row) => row.correct === 1).length
  const totals = usages.flatMap((usage) => usage?.totalTokens ?? [])
  return {
    inputTokens: meanOf((usage) => usage.inputTokens),
    outputTokens: meanOf((usage) => usage.outputTokens),
    reasoningTokens: meanOf((usage) => usage.reasoningTokens),
    cachedInputTokens: meanOf((usage) => usage.cachedInputTokens),
    nonReasoningTokens: meanOf((usage) =>
      usage.reasoningTokens === null ? null : usage.outputTokens - usage.reasoningTokens
    ),
    totalTokens: sum(totals),
    tokensPerCorrect: totals.length < rows.length ? null : ratio(sum(totals), correct),
    singleAttemptMs: knownMean(rows.filter((row) => row.attempts === 1).map((row) => row.trialMs)),
    retriedMs: knownMean(rows.filter((row) => row.attempts > 1).map((row) => row.trialMs))
  }
}

/** Zero tokens for a prompt that is not empty were not counted: unknown, like no usage at all (decision 9). */
export const knownUsage = (row: ScoreRow): ScoreRow["usage"] =>
  row.notes.includes("usage_all_zero") ? null : row.usage

const knownMean = (values: ReadonlyArray<number | null>): KnownMean => {
  const known = values.filter((value) => value !== null)
  return { mean: mean(known), known: known.length }
}
