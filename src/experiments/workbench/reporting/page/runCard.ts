import { fixed, percent } from "../../../../report/Figures.js"
import { element, type Html } from "../../../../report/page/Html.js"
import { excerpt } from "../../../../report/SafeText.js"
import type { ScoreNotes } from "../../scoring/ScoreNotes.js"
import type { TrialRun } from "../WorkbenchRun.js"
import { auditWords, kindNames } from "../words.js"
import type { Said } from "./Said.js"

/** How a run ended, as one filters by it. */
export const results = { passed: "合格", failed: "不合格", none: "得点なし" } as const
type Result = keyof typeof results

export const resultOf = ({ passed }: TrialRun): Result =>
  passed === null ? "none" : passed ? "passed" : "failed"

const looks: Readonly<Record<Result, string>> = { passed: "correct", failed: "incorrect", none: "missing" }

export const runAnchor = (trialId: string): string => `run-${trialId}`

/** One repeat of a task by a subject: its score with why, what was measured, what was said, and where all of it lies. */
export const runCard = (trial: TrialRun, said: Said, repeats: number): Html => {
  const { notes, row, score01, subject } = trial
  const result = resultOf(trial)
  const name = repeats > 1 ? `${subject.id}（${row.replicate}回目）` : subject.id
  return element(
    "article",
    {
      id: runAnchor(row.trialId),
      "data-category": row.goldId.split("/")[0] ?? "",
      "data-subject": subject.id,
      "data-result": result,
      "data-audit": (notes?.needsAudit.length ?? 0) > 0 ? "yes" : "no"
    },
    [
      element("h4", {}, name),
      element("p", {}, [
        element("strong", { class: looks[result] }, `${results[result]} ${fixed(score01, 2)}`),
        ` ${kindNames[subject.kind]}${row.synthetic_mock ? "、synthetic_mock" : ""}`
      ]),
      ...(notes === null ? [ended(trial)] : graded(notes)),
      measured(trial),
      ...tools(said),
      answer(said),
      element("p", { class: "links" }, [
        "記録: ",
        ...said.links.flatMap(({ href, label }, index) => [
          ...(index === 0 ? [] : ["、"]),
          element("a", { href }, label)
        ])
      ])
    ]
  )
}

const ended = ({ row }: TrialRun): Html =>
  element("p", { class: "missing" }, `${row.outcome}: ${excerpt(row.reason ?? "", 300)}`)

/** Layers with what they missed; the judge's says its reasons. */
const graded = (notes: ScoreNotes): ReadonlyArray<Html> => [
  ...(notes.needsAudit.length === 0
    ? []
    : [
        element(
          "p",
          { class: "missing" },
          `要監査: ${notes.needsAudit.map((reason) => auditWords[reason]).join("、")}`
        )
      ]),
  element(
    "ul",
    { class: "layers" },
    notes.layers.map(({ id, method, notes: why, score, weight }) =>
      element("li", {}, [
        `${method === "rubric" ? "judge" : id}（${method}、重み${weight}）: ${fixed(score, 2)}`,
        ...(why.length === 0
          ? []
          : [
              element("details", {}, [
                element("summary", {}, method === "rubric" ? "judgeの理由" : `気づいたこと ${why.length}件`),
                element(
                  "ul",
                  {},
                  why.slice(0, shownNotes).map((one) => element("li", {}, excerpt(one, 500)))
                )
              ])
            ])
      ])
    )
  ),
  element(
    "p",
    {},
    notes.formatKept ? "形式: 守った" : `形式: 守らなかった（${excerpt(notes.formatBreaks.join("; "), 300)}）`
  ),
  ...(notes.grounded === null
    ? []
    : [element("p", {}, notes.grounded ? "根拠: 資料の範囲内" : "根拠: 資料にない断言、またはウェブ")]),
  ...(notes.missing.length === 0
    ? []
    : [element("p", { class: "missing" }, `欠測: ${excerpt(notes.missing.join("; "), 500)}`)]),
  ...notes.overrides.map(({ from, layer, stale, to, when, who, why }) =>
    element(
      "p",
      {},
      `上書き ${layer}: ${fixed(from, 2)} → ${fixed(to, 2)}${stale ? "（古い）" : ""}、${who}、${when}、${excerpt(why, 300)}`
    )
  )
]

const shownNotes = 20

const measured = ({ metrics, overhead }: TrialRun): Html => {
  if (metrics === null) return element("p", { class: "quiet" }, "計測なし: 走っていない")
  const seconds = (ms: number | null): string => (ms === null ? "NA" : `${fixed(ms / 1000, 2)}秒`)
  const facts: ReadonlyArray<readonly [string, string]> = [
    ["所要", seconds(metrics.wallMs)],
    ["TTFT", seconds(metrics.ttftMs)],
    ["出力トークン", String(metrics.tokens ?? "NA")],
    [metrics.tokPerSecKind === "estimated" ? "tok/s（推定）" : "tok/s", fixed(metrics.tokPerSec, 1)],
    ...(overhead === null ? [] : [["CLIの固定時間", seconds(overhead.ms)] as const]),
    ...(metrics.toolCalls === null
      ? []
      : [
          [
            "ツールコール",
            `${metrics.toolCalls}回、不正${metrics.toolCallInvalid ?? "NA"}回${
              metrics.toolCalls === 0 || metrics.toolCallInvalid === null
                ? ""
                : `（${percent(metrics.toolCallInvalid / metrics.toolCalls, 0)}）`
            }`
          ] as const
        ]),
    ...(metrics.capHit ? [["終わり", "利用上限"] as const] : []),
    ...(metrics.errored ? [["終わり", "エラー"] as const] : []),
    ...(metrics.crashed ? [["終わり", "クラッシュ"] as const] : [])
  ]
  return element(
    "dl",
    {},
    facts.flatMap(([term, value]) => [element("dt", {}, term), element("dd", {}, value)])
  )
}

const tools = ({ moreTools, tools: used }: Said): ReadonlyArray<Html> =>
  used.length === 0
    ? []
    : [
        element("details", {}, [
          element("summary", {}, `ツールの呼び出し ${used.length + moreTools}回`),
          element(
            "ol",
            {},
            used.map(({ given, invalid, name }) =>
              element("li", {}, [
                element("code", {}, `${name} ${given}`),
                ...(invalid ? [element("strong", { class: "incorrect" }, " 不正")] : [])
              ])
            )
          ),
          ...(moreTools === 0 ? [] : [element("p", {}, `ほかに${moreTools}回。記録を見ること。`)])
        ])
      ]

const answer = ({ answer: found, links }: Said): Html => {
  if (found === null) return element("p", { class: "quiet" }, "回答: 無し")
  if (found.length === 0) return element("p", { class: "quiet" }, "回答: 空")
  const whole = links.findLast(({ label }) => label.includes("応答") && !label.startsWith("judge"))
  const isCut = found.text.length < found.length
  return element("details", {}, [
    element("summary", {}, `回答（${found.length}字${isCut ? "、初めの部分" : ""}）`),
    element("pre", { tabindex: 0 }, found.text),
    ...(isCut && whole !== undefined
      ? [element("p", {}, ["残りは ", element("a", { href: whole.href }, "応答の記録"), " にある。"])]
      : [])
  ])
}
