import * as Effect from "effect/Effect"
import type { ReadError } from "../../../../pipeline/Experiment.js"
import type { Disk } from "../../../../records/Disk.js"
import type { RunDirectory } from "../../../../records/RunDirectory.js"
import type { Figure } from "../../../../report/figures/Figure.js"
import { figureGrid } from "../../../../report/page/figureFiles.js"
import { dataTable, element, type Html } from "../../../../report/page/Html.js"
import { page } from "../../../../report/page/page.js"
import { banners } from "../banners.js"
import { cautions } from "../cautions.js"
import { checklist } from "../checklist.js"
import {
  absentTable,
  auditTable,
  capsTable,
  conditionsTable,
  economyTable,
  missingTable,
  overridesTable,
  refusedTable,
  speedTable,
  subjectsTable,
  troubleTable
} from "../runTables.js"
import {
  axesTable,
  categoryTable,
  missingParts,
  substitutionTable,
  taskTable,
  titlesTable
} from "../scoreTables.js"
import type { Table } from "../Table.js"
import type { WorkbenchRun } from "../WorkbenchRun.js"
import { filterScript } from "./filterScript.js"
import { runAnchor, runCard } from "./runCard.js"
import { readSaid } from "./Said.js"
import { filters, taskLinks, taskSection } from "./taskSections.js"
import { workbenchStyle } from "./workbenchStyle.js"

/** `report.html`: the run in one file, its figures and every answer; whole transcripts stay where they were recorded. */
export const workbenchPage = (
  run: WorkbenchRun,
  figures: ReadonlyArray<Figure>
): Effect.Effect<string, ReadError, Disk | RunDirectory> =>
  Effect.gen(function* () {
    // Each answer is made into markup as it is read, so that never more than one whole reply is held.
    const cards = new Map<string, Array<Html>>()
    for (const trial of run.trials) {
      const card = runCard(trial, yield* readSaid(trial.row.trialId), run.planned.replicates)
      const same = cards.get(trial.task)
      if (same === undefined) cards.set(trial.task, [card])
      else same.push(card)
    }
    return page({
      title: `J-WorkBench${run.status === "sample" ? "（実測前サンプル）" : ""}`,
      lang: "ja",
      style: workbenchStyle,
      script: filterScript,
      data: null,
      body: [
        element("h1", {}, "J-WorkBench: 日本語実務でローカルLLMはクラウドの代わりになるか"),
        ...banners(run).map((banner) => element("p", { class: "banner" }, banner)),
        ...summary(run),
        element("h2", {}, "図"),
        figureGrid(figures, "ja"),
        ...details(run),
        element("h2", {}, "課題ごとの走"),
        drawn("課題ごとの得点", taskTable(run)),
        taskLinks(run.planned),
        element("p", { class: "paper" }, "折りたたんだ部分（回答、理由、課題文）は印刷に含まない。"),
        filters(run.planned, run.trials),
        ...run.planned.tasks.map((task) => taskSection(task, cards.get(task.spec.id) ?? []))
      ]
    })
  })

const drawn = (
  caption: string,
  { rows, titles }: Table,
  first: (cell: string) => Html | string = (cell) => cell
): Html =>
  rows.length === 0
    ? element("p", {}, `${caption}: 無し`)
    : dataTable(
        caption,
        titles,
        rows.map(([name = "", ...others]) => [first(name), ...others.map(folded)])
      )

/** Long text in lines of its own, however narrow the window. */
const folded = (cell: string): Html | string =>
  cell.length > 24 ? element("div", { class: "long" }, cell) : cell

const linkToRun = (trialId: string): Html => element("a", { href: `#${runAnchor(trialId)}` }, trialId)

const list = (lines: ReadonlyArray<string>): Html =>
  element(
    "ul",
    {},
    lines.map((line) => element("li", {}, line))
  )

/** What one wants to know first. */
const summary = (run: WorkbenchRun): ReadonlyArray<Html> => {
  const missing = missingParts(run)
  return [
    element("h2", {}, "総合"),
    drawn("合計と六軸", axesTable(run)),
    ...(missing.length === 0
      ? []
      : [
          element("details", {}, [
            element("summary", {}, `欠けている部分 ${missing.length}件（平均から外した）`),
            list(missing)
          ])
        ]),
    drawn("代替率（クラウド最良=100）", substitutionTable(run)),
    drawn("カテゴリ別の代替率", categoryTable(run)),
    drawn("称号", titlesTable(run)),
    drawn("利用上限", capsTable(run)),
    drawn("完走、上限、エラー、クラッシュ", troubleTable(run)),
    drawn("いなかった相手", absentTable(run)),
    drawn("走らせなかった課題", refusedTable(run)),
    element("h2", {}, "読むときの注意"),
    list(cautions(run)),
    element("p", {}, [
      "記録は ",
      ...["report.md", "summary.csv", "runs.csv", "trials.csv"].flatMap((name, index) => [
        ...(index === 0 ? [] : ["、"]),
        element("a", { href: name }, name)
      ]),
      " にもある。"
    ])
  ]
}

const details = (run: WorkbenchRun): ReadonlyArray<Html> => [
  element("h2", {}, "速度と経済性"),
  drawn("速度（完走した走）", speedTable(run)),
  drawn("経済性の3つの型", economyTable(run)),
  element("h2", {}, "人間監査の待ち行列"),
  drawn("見るべき走", auditTable(run), linkToRun),
  drawn("人による上書き（overrides.jsonl）", overridesTable(run)),
  drawn("得点のない走", missingTable(run)),
  element("h2", {}, "条件"),
  drawn("条件", conditionsTable(run)),
  drawn("被験者", subjectsTable(run)),
  element("h2", {}, "透明性チェックリスト"),
  element(
    "ul",
    { class: "check" },
    checklist(run).map(({ done, text }) =>
      element("li", {}, [
        element("span", { class: done ? "correct" : "missing" }, done ? "☑ 済 " : "☐ 未 "),
        text
      ])
    )
  )
]
