import type { ScoreRow } from "../../../../records/ScoreRow.js"
import { type CsvCell, renderCsv } from "../../../../report/Csv.js"
import { fixed } from "../../../../report/Figures.js"
import { type Bins, binned, lowerMedian, rangeOf } from "../../../../report/figures/bins.js"
import type { Results, Suite } from "../Results.js"
import { styleName } from "../sections/styleName.js"
import { knownUsage } from "../Usage.js"
import { captionOf, fileName, type PlannedFigure } from "./PlannedFigure.js"

const measures: ReadonlyArray<{
  readonly name: string
  readonly title: string
  readonly of: (row: ScoreRow) => number | null
}> = [
  { name: "input_tokens", title: "input tokens", of: (row) => knownUsage(row)?.inputTokens ?? null },
  { name: "output_tokens", title: "output tokens", of: (row) => knownUsage(row)?.outputTokens ?? null },
  {
    name: "reasoning_tokens",
    title: "reasoning tokens",
    of: (row) => knownUsage(row)?.reasoningTokens ?? null
  },
  {
    name: "single_attempt_ms",
    title: "milliseconds, one attempt",
    of: (row) => (row.attempts === 1 ? row.trialMs : null)
  }
]

const binCount = 28

/** Distributions of tokens and of time over the answers that can be judged, for each style. */
export const usageFigure = (results: Results, suite: Suite): PlannedFigure => {
  const { overall, task, trials, view } = suite
  const judged = trials.filter(({ row }) => row.correct !== null)
  const found = measures.map(({ name, of, title }) => {
    const groups = overall.conditions.map(({ style }) => ({
      style,
      values: judged.filter(({ at }) => at.style === style).flatMap(({ row }) => of(row) ?? [])
    }))
    const range = rangeOf(
      groups.flatMap(({ values }) => values),
      binCount
    )
    return {
      name,
      title,
      distributions: groups.map(({ style, values }) => ({
        style,
        label: styleName(style),
        known: values.length,
        bins: values.length === 0 ? null : binned(values, range, binCount),
        median: lowerMedian(values)
      }))
    }
  })
  const inWords = found.map(
    ({ distributions, title }) =>
      `${title}: ${distributions.map(({ label, median }) => `${label} ${fixed(median, 0)}`).join(", ")}.`
  )
  return {
    drawing: {
      kind: "histograms",
      caption: captionOf(results, {
        name: fileName("usage", task, view),
        title: `Tokens and time of judged answers, ${task} / ${view}`,
        alt: `Histograms for each style. Medians of ${inWords.join(" ")}`,
        notes: [
          "The number at the right is the median; behind › stand the answers beyond the axis, which ends at the 99th percentile of all styles together. NA: no answer reports it.",
          "Tokens of lost and retried attempts are not in it, nor is the time of trials that were retried. Time depends on network, load and caching."
        ]
      }),
      measures: found
    },
    csv: renderCsv(
      [
        "task",
        "view",
        "style",
        "measure",
        "known",
        "median",
        "bin_from",
        "bin_to",
        "answers",
        "synthetic_mock"
      ],
      found.flatMap(({ distributions, name }) =>
        distributions.flatMap(({ bins, known, median, style }) =>
          (bins === null ? [[null, null, 0] as const] : binRows(bins)).map(
            ([from, to, answers]): ReadonlyArray<CsvCell> => [
              task,
              view,
              style,
              name,
              known,
              median,
              from,
              to,
              answers,
              String(results.run.synthetic)
            ]
          )
        )
      )
    )
  }
}

/** Bins in which there is something, and what lies beyond them. */
const binRows = ({
  beyond,
  counts,
  high,
  low
}: Bins): ReadonlyArray<readonly [from: number, to: number | null, answers: number]> => {
  const edge = (index: number) => low + ((high - low) * index) / counts.length
  const filled = counts.flatMap((count, index) =>
    count === 0 ? [] : [[edge(index), edge(index + 1), count] as const]
  )
  return beyond === 0 ? filled : [...filled, [high, null, beyond]]
}
