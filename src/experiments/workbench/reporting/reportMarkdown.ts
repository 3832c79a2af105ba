import { markdownText } from "../../../report/Markdown.js"
import { assumedPrices } from "./assumedPrices.js"
import { banners } from "./banners.js"
import { cautions } from "./cautions.js"
import { checklist } from "./checklist.js"
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
} from "./runTables.js"
import {
  axesTable,
  categoryTable,
  missingParts,
  substitutionTable,
  taskTable,
  titlesTable
} from "./scoreTables.js"
import { markdownOf, type Table } from "./Table.js"
import type { WorkbenchRun } from "./WorkbenchRun.js"

/** `report.md`, in the order in which one asks: whom, how good, how fast, how dear, what went wrong, what is to be looked at. */
export const reportMarkdown = (run: WorkbenchRun): string => {
  const sections: ReadonlyArray<readonly [title: string, blocks: ReadonlyArray<string>]> = [
    ["条件", [table(conditionsTable(run)), table(subjectsTable(run), "被験者はいない。")]],
    [
      "総合（六軸）",
      [table(axesTable(run)), ...list("欠けている部分（平均から外した）:", missingParts(run))]
    ],
    ["代替率", [rateNote, table(substitutionTable(run)), table(categoryTable(run))]],
    ["称号", [table(titlesTable(run))]],
    ["速度", [speedNote, table(speedTable(run))]],
    ["経済性", [...economyNotes(run), table(economyTable(run), "ローカルの被験者がいないので計算しない。")]],
    [
      "上限・エラー・クラッシュ",
      [table(capsTable(run), "利用上限に達した走はない。"), table(troubleTable(run))]
    ],
    [
      "人間監査の待ち行列",
      [
        table(auditTable(run), "無い。"),
        table(overridesTable(run), "人による上書きは無い（overrides.jsonl）。")
      ]
    ],
    ["得点のない走", [table(missingTable(run), "無い。")]],
    ["課題ごとの得点", [table(taskTable(run))]],
    [
      "いなかった相手",
      [table(absentTable(run), "無い。"), table(refusedTable(run), "走らせなかった課題は無い。")]
    ],
    [
      "透明性チェックリスト",
      [
        checklist(run)
          .map(({ done, text }) => `- [${done ? "x" : " "}] ${markdownText(text)}`)
          .join("\n")
      ]
    ],
    [
      "読むときの注意",
      [
        cautions(run)
          .map((caution) => `- ${markdownText(caution)}`)
          .join("\n")
      ]
    ]
  ]
  return `${[
    "# J-WorkBench: 日本語実務でローカルLLMはクラウドの代わりになるか",
    ...banners(run).map((banner) => `> ${banner}`),
    ...sections.flatMap(([title, blocks], index) => [`## ${index + 1}. ${title}`, ...blocks])
  ].join("\n\n")}\n`
}

const nobody = "被験者がいない。"

const table = (one: Table, nothing = nobody): string => markdownOf(one, nothing)

const list = (title: string, lines: ReadonlyArray<string>): ReadonlyArray<string> =>
  lines.length === 0 ? [] : [title, lines.map((line) => `- ${markdownText(line)}`).join("\n")]

const rateNote =
  "クラウド最良を100とした課題ごとの比（0〜120で打ち切り）の平均。区間は課題を引き直したブートストラップで、課題の選び方だけを映す。"

const speedNote =
  "完走した走だけの中央値（P50）と95パーセンタイル（P95）。TTFTは自分の時計で測り、ローカルだけにある。クラウドのtok/sは、出力トークンを「所要時間−CLIの固定時間」で割った推定である。"

const economyNotes = ({ planned: { config } }: WorkbenchRun): ReadonlyArray<string> => {
  const { assumed, prices } = assumedPrices(config.cost)
  return [
    "サブスクは定額なので、トークンの損益分岐は出さない。多くの軽量ユーザーは1本で足りる（最後の行で確かめられる）。ローカルが効くのは次の3つの型である。",
    ...(assumed === 0
      ? []
      : [
          `**金額${prices}件のうち${assumed}件は仮の値（assumed）である。公開の前に configs/workbench/cost.json を調べた値に替えること。**`
        ])
  ]
}
