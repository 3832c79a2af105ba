import * as Effect from "effect/Effect"
import type { ComparedRun, ReadError, ReportOutput } from "../../../pipeline/Experiment.js"
import { type CsvCell, renderCsv } from "../../../report/Csv.js"
import { markdownTable, markdownText } from "../../../report/Markdown.js"
import { element } from "../../../report/page/Html.js"
import { page } from "../../../report/page/page.js"
import { summaryCsv } from "./csv.js"
import { cellStyle, drawn, listed } from "./drawn.js"
import { banners, type PremiseRun, readPremiseRun } from "./PremiseRun.js"
import type { PremiseTrial } from "./PremiseTrial.js"
import { resultCells, resultTitles, type Table } from "./tables.js"
import { warnings } from "./warnings.js"
import { symbolLegend } from "./words.js"

interface Compared {
  readonly label: string
  readonly run: PremiseRun
}

const heading = "前提の揺れ: 走行の突き合わせ"

/**
 * Models side by side, as `compare.md` and `compare.html`: the benchmark's table with a line for each replicate of each run, and the symbols of every
 * problem. Nothing is pooled, and no difference is called one of the models.
 */
export const compareRuns = (runs: ReadonlyArray<ComparedRun>): Effect.Effect<ReportOutput, ReadError> =>
  Effect.gen(function* () {
    const compared = yield* Effect.forEach(runs, ({ label, protocol, scores }) =>
      Effect.map(readPremiseRun(protocol, scores), (run): Compared => ({ label, run }))
    )
    const said = {
      banners: compared.flatMap(({ label, run }) => banners(run).map((banner) => `${label}: ${banner}`)),
      tables: [
        ["結果", results(compared)],
        ["問題ごとの記号", symbols(compared)],
        ["問題ごとに取った読み", readings(compared)]
      ] as const,
      warnings: [
        ...new Set(compared.flatMap(({ run }) => warnings(run.planned))),
        "同じ問題への答えを並べただけで、モデルの差の有意さは計算していない。"
      ]
    }
    return {
      files: [
        { name: "compare.md", content: markdownOf(said) },
        { name: "compare.html", content: pageOf(said) },
        { name: "summary.csv", content: summaryCsv(compared) },
        { name: "symbols.csv", content: symbolsCsv(compared) }
      ],
      headline: results(compared)
        .rows.map((cells) => cells.slice(0, 4).join("  "))
        .join("\n")
    }
  })

interface Said {
  /** What a reader must know before any figure. */
  readonly banners: ReadonlyArray<string>
  readonly tables: ReadonlyArray<readonly [title: string, table: Table]>
  readonly warnings: ReadonlyArray<string>
}

const markdownOf = ({ banners, tables, warnings }: Said): string => {
  const blocks = [
    `# ${heading}`,
    ...banners.map((banner) => `> ${markdownText(banner)}`),
    ...tables.flatMap(([title, { rows, titles }]) => [
      `## ${title}`,
      markdownTable(
        titles.map((title) => ({ title })),
        rows
      )
    ]),
    symbolLegend,
    "## 読むときの注意",
    warnings.map((warning) => `- ${warning}`).join("\n")
  ]
  return `${blocks.join("\n\n")}\n`
}

const pageOf = ({ banners, tables, warnings }: Said): string =>
  page({
    title: heading,
    lang: "ja",
    style: `${cellStyle} main td { text-align: left; }`,
    data: null,
    body: [
      element("h1", {}, heading),
      ...banners.map((banner) => element("p", { class: "banner" }, banner)),
      listed(warnings),
      ...tables.map(([title, table]) => drawn(title, table)),
      element("p", { class: "quiet" }, symbolLegend.replaceAll("`", ""))
    ]
  })

const results = (compared: ReadonlyArray<Compared>): Table => ({
  titles: ["run", "モデル", "走行", ...resultTitles],
  rows: compared.flatMap(({ label, run }) =>
    run.series.map((one) => [
      label,
      run.synthetic ? `${run.model} synthetic_mock` : run.model,
      String(one.replicate),
      ...resultCells(one)
    ])
  )
})

/** Problems down, runs across; the replicates of a run stand one after the other in its cell. */
const across = (compared: ReadonlyArray<Compared>, cell: (trial: PremiseTrial) => string): Table => ({
  titles: ["問題", ...compared.map(({ label }) => label)],
  rows: (compared[0]?.run.planned.problems ?? []).map(({ id }) => [
    id,
    ...compared.map(({ run }) =>
      run.trials
        .filter(({ problem }) => problem.id === id)
        .map(cell)
        .join(" ")
    )
  ])
})

const symbols = (compared: ReadonlyArray<Compared>): Table =>
  across(compared, ({ judged }) => judged?.symbol ?? "—")

const readings = (compared: ReadonlyArray<Compared>): Table =>
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
