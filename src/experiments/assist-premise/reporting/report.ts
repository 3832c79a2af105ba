import * as Effect from "effect/Effect"
import type { ReadError, ReportInput, ReportOutput } from "../../../pipeline/Experiment.js"
import { markdownFence, markdownTable, markdownText } from "../../../report/Markdown.js"
import { readingsCsv, summaryCsv } from "./csv.js"
import { banners, type PremiseRun, readPremiseRun } from "./PremiseRun.js"
import type { PremiseTrial } from "./PremiseTrial.js"
import { premisePage } from "./premisePage.js"
import { readSpoken, type Spoken } from "./Spoken.js"
import {
  overDeclaredTable,
  problemTable,
  readingText,
  repairTable,
  resultTable,
  type Table
} from "./tables.js"
import { costText, usageTable } from "./usage.js"
import { warnings } from "./warnings.js"
import { elementText, setWords, symbolLegend, symbolWords } from "./words.js"

/**
 * `report.md` and `report.html` in Japanese, `summary.csv` with the benchmark's table and `readings.csv` with the readings that were taken. From
 * saved data only, in the order of the problems.
 */
export const report = (input: ReportInput): Effect.Effect<ReportOutput, ReadError> =>
  Effect.gen(function* () {
    const run = yield* readPremiseRun(input.protocol, input.scores)
    const spoken = new Map<PremiseTrial, Spoken>()
    for (const trial of run.trials) spoken.set(trial, yield* readSpoken(trial, input))
    const sections: ReadonlyArray<readonly [title: string, blocks: ReadonlyArray<string>]> = [
      ["条件", [tableText(conditions(run, input))]],
      ["結果", resultSection(run)],
      ["問題ごと", [tableText(problemTable(run.trials))]],
      ["合格しなかった問題", failures(run.trials, spoken)],
      ["修復", orNothing(repairTable(run.trials), "差し戻しは無かった。")],
      ["求められていない宣言", orNothing(overDeclaredTable(run.trials), "無かった。")],
      ["使用量", [tableText(usageTable(run.series)), ...[costText(input) ?? []].flat()]],
      [
        "読むときの注意",
        [
          warnings(run.planned)
            .map((warning) => `- ${warning}`)
            .join("\n")
        ]
      ]
    ]
    const markdown = [
      "# 前提の揺れ（assist-premise）",
      ...banners(run).map((banner) => `> ${banner}`),
      ...sections.flatMap(([title, blocks], index) => [`## ${index + 1}. ${title}`, ...blocks])
    ]
    return {
      files: [
        { name: "report.md", content: `${markdown.join("\n\n")}\n` },
        { name: "summary.csv", content: summaryCsv([{ label: "this", run }]) },
        { name: "readings.csv", content: readingsCsv(run) },
        { name: "report.html", content: premisePage(run, spoken, conditions(run, input)) }
      ],
      headline: headline(run)
    }
  })

const headline = (run: PremiseRun): string =>
  [
    ...banners(run),
    ...run.series.map(
      ({ missing, replicate, tally }) =>
        `${run.model} 走行 ${replicate}: 合格 ${tally.passed}/${tally.problems}` +
        `${missing.length === 0 ? "" : `、測れなかった ${missing.length}`}${tally.notPassed.length === 0 ? "" : `、${tally.notPassed.join(" ")}`}`
    )
  ].join("\n")

const conditions = ({ model, planned, trials }: PremiseRun, input: ReportInput): Table => ({
  titles: ["項目", "値"],
  rows: [
    ["モデル", model],
    ["問題", `${setWords[planned.set]}（${planned.problems.length} 問）`],
    ["走行", `${planned.replicates}（${trials.length} 件）`],
    ["構造化出力", planned.structuredOutput === "native" ? "サーバーの機能で" : "指示文だけで"],
    ["開始", input.invocations.map(({ startedAt }) => startedAt).join(", ") || "—"],
    ["protocol", input.protocolHash],
    ["dataset", input.datasetHash]
  ]
})

const resultSection = ({ model, series }: PremiseRun): ReadonlyArray<string> => [
  tableText(resultTable(model, series)),
  symbolLegend
]

const tableText = ({ rows, titles }: Table): string =>
  markdownTable(
    titles.map((title) => ({ title })),
    rows
  )

const orNothing = (table: Table, nothing: string): ReadonlyArray<string> =>
  table.rows.length === 0 ? [nothing] : [tableText(table)]

const shownPoints = 8

const pointsText = (points: ReadonlyArray<string>): string =>
  points.length === 0
    ? "評価範囲には無い"
    : `${points.slice(0, shownPoints).join("、")}${points.length > shownPoints ? `、… 全 ${points.length} 点` : ""}`

/** What was asked and said where a trial did not pass: enough to judge it without opening the run. */
const failures = (
  trials: ReadonlyArray<PremiseTrial>,
  spoken: ReadonlyMap<PremiseTrial, Spoken>
): ReadonlyArray<string> => {
  const failed = trials.filter(({ judged }) => judged !== null && !judged.pass)
  if (failed.length === 0) return ["無かった。"]
  return failed.flatMap((trial) => {
    const { judged, problem, replicate, row } = trial
    const said = spoken.get(trial)
    const assumptions = said?.assistance?.assumptions ?? []
    const body = said?.assistance?.body ?? row.answerExcerpt ?? ""
    return [
      `### ${markdownText(problem.id)}（走行 ${replicate}）: ${judged?.symbol ?? ""} ${symbolWords[judged?.symbol ?? "i"]}`,
      [
        `- 要件: ${markdownText(problem.prompt)}`,
        `- 揺れる前提: ${problem.ambiguity.map(elementText).join("・") || "（統制）"}`,
        `- 取った読み: ${markdownText(readingText(trial))}`,
        ...assumptions.map(({ statement, topic }) => `- 宣言 ${topic}: ${markdownText(statement)}`),
        ...(said?.points == null ? [] : [`- 出した点: ${pointsText(said.points)}`]),
        ...(row.reason === null ? [] : [`- 理由: ${markdownText(said?.fault ?? row.reason)}`])
      ].join("\n"),
      ...(body === "" ? [] : [markdownFence(body)])
    ]
  })
}
