import { renderCsv } from "../../../../report/Csv.js"
import { fixed } from "../../../../report/Figures.js"
import { excerpt } from "../../../../report/SafeText.js"
import type { WorkbenchRun } from "../WorkbenchRun.js"
import { kindNames, points } from "../words.js"
import { captionOf, kindIndex, type PlannedFigure, pointKinds } from "./PlannedFigure.js"

/** Quality against the two speeds that both kinds have: how long one waits, and how fast it is written. */
export const speedFigure = (run: WorkbenchRun): ReadonlyArray<PlannedFigure> => {
  const { scores, trials } = run
  if (scores.length === 0) return []
  const placed = scores.map(({ axes, metrics, subject }, name) => ({
    name,
    subject,
    quality: axes.quality.value,
    wallSeconds: metrics.wallMs === null ? null : metrics.wallMs.p50 / 1000,
    tokPerSec: metrics.tokPerSec?.p50 ?? null,
    kindOfFlow:
      metrics.tokPerSec === null
        ? ""
        : trials.some(
              (trial) => trial.subject.id === subject.id && trial.metrics?.tokPerSecKind === "estimated"
            )
          ? "estimated"
          : "measured",
    runs: metrics.completed
  }))
  const panel = (title: string, xTitle: string, xOf: (one: (typeof placed)[number]) => number | null) => ({
    title,
    xTitle,
    yTitle: "実務正確性",
    points: placed.flatMap((one) => {
      const x = xOf(one)
      return x === null || one.quality === null ? [] : [{ name: one.name, x, y: one.quality }]
    }),
    absent: placed.flatMap((one) => {
      const missing = [
        ...(xOf(one) === null ? [xTitle] : []),
        ...(one.quality === null ? ["実務正確性"] : [])
      ]
      return missing.length === 0
        ? []
        : [`${one.name + 1} ${excerpt(one.subject.id, 30)}: 欠測（${missing.join("、")}）`]
    })
  })
  return [
    {
      drawing: {
        kind: "scatter",
        caption: captionOf(run, {
          name: "speed-quality",
          title: "速度と実務正確性",
          alt: `被験者ごとの点。${placed
            .map(
              ({ quality, subject, tokPerSec, wallSeconds }) =>
                `${subject.id}（${kindNames[subject.kind]}）: 実務正確性${points(quality)}、所要${fixed(wallSeconds, 1)}秒、${fixed(tokPerSec, 1)}tok/s。`
            )
            .join("")}`,
          notes: [
            "完走した走の中央値（P50）。左は左上ほど、右は右上ほどよい。クラウドの所要時間はCLIの起動と通信を含み、tok/sは推定である。",
            "一人で使うときの速度で、並列のスループットではない。"
          ]
        }),
        kinds: pointKinds,
        names: placed.map(({ subject }) => ({ label: subject.id, kind: kindIndex(subject.kind) })),
        yMax: 100,
        panels: [
          panel("待つ時間（短いほどよい）", "所要時間 P50（秒）", ({ wallSeconds }) => wallSeconds),
          panel("書く速さ（大きいほどよい）", "tok/s P50", ({ tokPerSec }) => tokPerSec)
        ]
      },
      csv: renderCsv(
        [
          "subject",
          "kind",
          "quality",
          "wall_seconds_p50",
          "tok_per_sec_p50",
          "tok_per_sec_kind",
          "completed_runs",
          "status"
        ],
        placed.map(({ kindOfFlow, quality, runs, subject, tokPerSec, wallSeconds }) => [
          subject.id,
          subject.kind,
          quality,
          wallSeconds,
          tokPerSec,
          kindOfFlow,
          runs,
          run.status
        ])
      )
    }
  ]
}
