import * as Effect from "effect/Effect"
import type { ComparedRun, ReadError, ReportOutput } from "../../../pipeline/Experiment.js"
import { type CsvCell, renderCsv } from "../../../report/Csv.js"
import { markdownTable } from "../../../report/Markdown.js"
import { summaryCsv } from "./csv.js"
import { type PremiseRun, readPremiseRun } from "./PremiseRun.js"
import type { PremiseTrial } from "./PremiseTrial.js"
import { resultCells, resultTitles } from "./tables.js"
import { warnings } from "./warnings.js"

interface Compared {
  readonly label: string
  readonly run: PremiseRun
}

/**
 * Models side by side: the benchmark's table with a line for each replicate of each run, and the symbols of every problem. Nothing is pooled,
 * and no difference is called one of the models.
 */
export const compareRuns = (runs: ReadonlyArray<ComparedRun>): Effect.Effect<ReportOutput, ReadError> =>
  Effect.gen(function* () {
    const compared = yield* Effect.forEach(runs, ({ label, protocol, scores }) =>
      Effect.map(readPremiseRun(protocol, scores), (run): Compared => ({ label, run }))
    )
    const results = compared.flatMap(({ label, run }) =>
      run.series.map((one) => [
        label,
        run.synthetic ? `${run.model} synthetic_mock` : run.model,
        String(one.replicate),
        ...resultCells(one)
      ])
    )
    const blocks = [
      "# 前提の揺れ: 走行の突き合わせ",
      table(["run", "モデル", "走行", ...resultTitles], results),
      "## 問題ごとの記号",
      table(...symbols(compared)),
      "## 問題ごとに取った読み",
      table(...readings(compared)),
      "## 読むときの注意",
      [
        ...new Set(compared.flatMap(({ run }) => warnings(run.planned))),
        "同じ問題への答えを並べただけで、モデルの差の有意さは計算していない。"
      ]
        .map((warning) => `- ${warning}`)
        .join("\n")
    ]
    return {
      files: [
        { name: "compare.md", content: `${blocks.join("\n\n")}\n` },
        { name: "summary.csv", content: summaryCsv(compared) },
        { name: "symbols.csv", content: symbolsCsv(compared) }
      ],
      headline: results.map((cells) => cells.slice(0, 4).join("  ")).join("\n")
    }
  })

type Columns = readonly [titles: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>]

const table = (titles: Columns[0], rows: Columns[1]): string =>
  markdownTable(
    titles.map((title) => ({ title })),
    rows
  )

/** Problems down, runs across; the replicates of a run stand one after the other in its cell. */
const across = (compared: ReadonlyArray<Compared>, cell: (trial: PremiseTrial) => string): Columns => {
  const problems = compared[0]?.run.planned.problems ?? []
  return [
    ["問題", ...compared.map(({ label }) => label)],
    problems.map(({ id }) => [
      id,
      ...compared.map(({ run }) =>
        run.trials
          .filter(({ problem }) => problem.id === id)
          .map(cell)
          .join(" ")
      )
    ])
  ]
}

const symbols = (compared: ReadonlyArray<Compared>): Columns =>
  across(compared, ({ judged }) => judged?.symbol ?? "—")

const readings = (compared: ReadonlyArray<Compared>): Columns =>
  across(compared, ({ judged }) => (judged === null ? "—" : (judged.matched ?? "×")))

const symbolsCsv = (compared: ReadonlyArray<Compared>): string =>
  renderCsv(
    [
      "run",
      "model",
      "problem",
      "replicate",
      "outcome",
      "symbol",
      "matched",
      "topics",
      "repairs",
      "synthetic_mock"
    ],
    compared.flatMap(({ label, run }) =>
      run.trials.map(
        ({ judged, problem, replicate, row }): ReadonlyArray<CsvCell> => [
          label,
          run.planned.model,
          problem.id,
          replicate,
          row.outcome,
          judged?.symbol ?? null,
          judged?.matched ?? null,
          judged === null ? null : judged.topics.join(" "),
          judged?.repairs ?? null,
          String(row.synthetic_mock)
        ]
      )
    )
  )
