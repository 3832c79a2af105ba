import type { ReportInput } from "../../../pipeline/Experiment.js"
import { nothing, sumSpending } from "../../../runner/Spending.js"
import type { Series } from "./Series.js"
import type { Table } from "./tables.js"

/** Tokens of graded conversations, and their calls; a sum is unknown as soon as one of its parts is. */
export const usageTable = (series: ReadonlyArray<Series>): Table => ({
  titles: ["走行", "測れた問題", "モデル呼び出し", "HTTP 試行", "入力トークン", "出力トークン", "うち推論"],
  rows: series.map(({ replicate, trials }) => {
    const judged = trials.filter((trial) => trial.judged !== null)
    const sum = (of: (trial: (typeof judged)[number]) => number | null | undefined): string => {
      let total = 0
      for (const trial of judged) {
        const part = of(trial)
        if (part === null || part === undefined) return "NA"
        total += part
      }
      return String(total)
    }
    return [
      String(replicate),
      String(judged.length),
      sum((trial) => 1 + (trial.judged?.repairs ?? 0)),
      sum(({ row }) => row.attempts),
      sum(({ row }) => row.usage?.inputTokens),
      sum(({ row }) => row.usage?.outputTokens),
      sum(({ row }) => row.usage?.reasoningTokens)
    ]
  })
})

/** What all attempts cost, failed ones too; `null` for a simulated model, which keeps no books. */
export const costText = ({ costs, scores }: ReportInput): string | null => {
  if (costs === null) return null
  const all = sumSpending(scores.map(({ trialId }) => costs.get(trialId) ?? nothing)) ?? nothing
  return `台帳の合計（失敗した試行を含む）: 生成 ${all.generations}、トークン計数 ${all.counts}、使用 ${all.tokens} トークン、未確定の予約 ${all.reserved} トークン。`
}
