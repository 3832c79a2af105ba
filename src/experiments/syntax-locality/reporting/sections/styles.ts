import { fixed, percent } from "../../../../report/Figures.js"
import { figureTable } from "../../../comparison/tables.js"
import type { Results, Suite } from "../Results.js"
import type { KnownMean } from "../Usage.js"
import { styleName } from "./styleName.js"
import { taskTable } from "./taskTable.js"

/** 5. Accuracy, truncation and use of the five notations (specification 10.6). */
export const stylesSection = ({ suites }: Results): ReadonlyArray<string> => [
  ...suites.flatMap((suite) => [
    `**${suite.task} / ${suite.view}**`,
    accuracyTable(suite),
    usageTable(suite),
    attemptsTable(suite),
    ...taskTable(suite)
  ]),
  "Accuracy is correct ÷ evaluable, by the strict rule. With the fence removed counts an answer inside one code fence, and the text of incomplete output, by its content; it is a separate score. Operational success is correct ÷ dispatched; the upper bound takes every unresolved trial as correct.",
  "All attempts are counted by the ledger, so retried, lost and unreadable ones are in it; a simulated model keeps none. Reserved tokens are those of attempts whose cost nobody knows.",
  "Tokens and time are means over the answers that can be judged and that report them (their number in brackets); tokens of lost and retried attempts are not in them. Output without reasoning is an estimate, not the length of the answer. Time depends on network, load and caching; it does not measure what happens inside a model."
]

const accuracyTable = ({ overall }: Suite): string =>
  figureTable(
    [
      "style",
      "accuracy",
      "correct / evaluable",
      "wrong answer",
      "invalid format",
      "truncated",
      "refused",
      "fence removed",
      "operational",
      "upper bound",
      "retried",
      "unresolved"
    ],
    overall.conditions.map(({ style, condition }) => [
      styleName(style),
      percent(condition.accuracy),
      `${condition.counts.correct} / ${condition.counts.evaluable}`,
      String(condition.outcomes.wrong_answer),
      String(condition.outcomes.invalid_answer_format),
      percent(condition.truncationRate),
      percent(condition.refusalRate),
      percent(condition.auxiliaryAccuracy),
      percent(condition.operational.rate),
      percent(condition.operational.upperBound),
      percent(condition.retryRate),
      percent(condition.ambiguousRate)
    ])
  )

const usageTable = ({ overall }: Suite): string =>
  figureTable(
    [
      "style",
      "input tokens",
      "cached input",
      "output tokens",
      "reasoning",
      "output without reasoning",
      "tokens per correct",
      "ms, one attempt",
      "ms, retried"
    ],
    overall.conditions.map(({ style, condition: { usage } }) => [
      styleName(style),
      known(usage.inputTokens),
      known(usage.cachedInputTokens),
      known(usage.outputTokens),
      known(usage.reasoningTokens),
      known(usage.nonReasoningTokens),
      fixed(usage.tokensPerCorrect, 1),
      known(usage.singleAttemptMs),
      known(usage.retriedMs)
    ])
  )

const attemptsTable = ({ overall }: Suite): string =>
  figureTable(
    [
      "style",
      "HTTP attempts",
      "token counts",
      "tokens, all attempts",
      "tokens, judged answers",
      "tokens reserved"
    ],
    overall.conditions.map(({ style, condition: { attempts, spending, usage } }) => [
      styleName(style),
      String(attempts),
      fixed(spending?.counts ?? null, 0),
      fixed(spending?.tokens ?? null, 0),
      fixed(usage.totalTokens, 0),
      fixed(spending?.reserved ?? null, 0)
    ])
  )

const known = ({ mean, known: count }: KnownMean): string =>
  mean === null ? "NA" : `${fixed(mean, 1)} (${count})`
