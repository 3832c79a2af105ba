import { type Content, element, type Html } from "../../../report/page/Html.js"
import { page } from "../../../report/page/page.js"
import type { Problem } from "../problems/Problem.js"
import { cellStyle, drawn, listed } from "./drawn.js"
import { calendarStyle, type MarkedPoints, monthCalendars } from "./monthCalendar.js"
import { banners, type PremiseRun } from "./PremiseRun.js"
import type { PremiseTrial } from "./PremiseTrial.js"
import type { Spoken } from "./Spoken.js"
import { overDeclaredTable, readingText, repairTable, resultTable, type Table } from "./tables.js"
import { usageTable } from "./usage.js"
import { warnings } from "./warnings.js"
import { elementText, symbolWords } from "./words.js"

/** `report.html`: the run in one file, with a calendar of each problem that shows what each reading means and what was answered. */
export const premisePage = (
  run: PremiseRun,
  spoken: ReadonlyMap<PremiseTrial, Spoken>,
  conditions: Table
): string =>
  page({
    title: `前提の揺れ: ${run.planned.model}`,
    lang: "ja",
    style: `${cellStyle}${calendarStyle}`,
    data: null,
    body: [
      element("h1", {}, "前提の揺れ（assist-premise）"),
      ...banners(run).map((banner) => element("p", { class: "banner" }, banner)),
      drawn("結果", resultTable(run.model, run.series)),
      listed(warnings(run.planned)),
      element("h2", {}, "問題ごと"),
      element(
        "p",
        { class: "quiet" },
        "暦の a, b, … は受け入れる読み、●は返ってきた案の点。灰色の日は評価範囲の外。"
      ),
      ...run.planned.problems.map((problem) =>
        problemSection(
          problem,
          run.trials.filter((trial) => trial.problem.id === problem.id),
          spoken
        )
      ),
      element("h2", {}, "修復と過剰な宣言"),
      drawn("差し戻した誤り", repairTable(run.trials)),
      drawn("求められていない宣言", overDeclaredTable(run.trials)),
      element("h2", {}, "使用量と条件"),
      drawn("使用量", usageTable(run.series)),
      drawn("条件", conditions),
      element("p", {}, [
        "記録は ",
        element("a", { href: "report.md" }, "report.md"),
        "、表は ",
        element("a", { href: "summary.csv" }, "summary.csv"),
        "・",
        element("a", { href: "readings.csv" }, "readings.csv"),
        "・",
        element("a", { href: "trials.csv" }, "trials.csv"),
        "。"
      ])
    ]
  })

/** a, b, …: a problem has seven readings at most among ours; a private one may have more. */
const letterOf = (index: number): string => (index < 26 ? String.fromCharCode(97 + index) : `r${index + 1}`)

const problemSection = (
  problem: Problem,
  trials: ReadonlyArray<PremiseTrial>,
  spoken: ReadonlyMap<PremiseTrial, Spoken>
): Html => {
  const several = trials.length > 1
  const answerMark = ({ replicate }: PremiseTrial): string => (several ? `●${replicate}` : "●")
  const marked: ReadonlyArray<MarkedPoints> = [
    ...problem.interpretations.map(
      ({ expected }, index): MarkedPoints => ({
        mark: letterOf(index),
        look: "reading",
        points: expected
      })
    ),
    ...trials.map(
      (trial): MarkedPoints => ({
        mark: answerMark(trial),
        look: "answer",
        points: spoken.get(trial)?.points ?? []
      })
    )
  ]
  const heading = `${problem.id} ${problem.prompt}`
  return element("section", { class: "problem", "aria-label": heading }, [
    element("h3", {}, heading),
    element(
      "p",
      { class: "quiet" },
      `揺れる前提: ${problem.ambiguity.map(elementText).join("・") || "なし（統制）"}。評価範囲 ${problem.from}..${problem.to}（半開）`
    ),
    element(
      "ul",
      { class: "key" },
      problem.interpretations.map(({ assumption, key }, index) =>
        element("li", {}, `${letterOf(index)} ${key}: ${assumption}`)
      )
    ),
    ...trials.map((trial) => answer(trial, answerMark(trial), spoken.get(trial))),
    monthCalendars(problem, marked)
  ])
}

const answer = (trial: PremiseTrial, mark: string, said: Spoken | undefined): Html => {
  const { judged, row } = trial
  const verdict: ReadonlyArray<Html | string> =
    judged === null
      ? [`${row.outcome}: ${row.reason ?? ""}`]
      : [
          element(
            "strong",
            { class: judged.pass ? "pass" : "fail" },
            `${judged.symbol} ${symbolWords[judged.symbol]}`
          ),
          ` ${readingText(trial)}`
        ]
  const declared: Content =
    said?.assistance?.assumptions.map(({ statement, topic }) =>
      element("li", {}, `宣言 ${topic}: ${statement}`)
    ) ?? []
  return element("div", {}, [
    element("p", {}, [element("span", { class: "answer" }, mark), " ", ...verdict]),
    ...(row.reason === null || judged === null
      ? []
      : [element("p", { class: "quiet" }, said?.fault ?? row.reason)]),
    element("ul", { class: "key" }, declared),
    ...(said === undefined || said.text === null || said.text === ""
      ? []
      : [
          element("details", {}, [
            element(
              "summary",
              {},
              said.earlier.length === 0 ? "本体" : `本体（差し戻し ${said.earlier.length} 回）`
            ),
            ...said.earlier.map((body) => element("pre", { tabindex: 0 }, body)),
            element("pre", { tabindex: 0 }, said.assistance?.body ?? said.text)
          ])
        ])
  ])
}
