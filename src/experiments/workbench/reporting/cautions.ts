import { fixed } from "../../../report/Figures.js"
import { maximumBias } from "../scores/maximumBias.js"
import type { WorkbenchRun } from "./WorkbenchRun.js"

/** What the figures do not say by themselves. */
export const cautions = (run: WorkbenchRun): ReadonlyArray<string> => [
  ...biasCaution(run),
  "課題は30問の手作りで、事故が起きやすいところを集めた。職場の仕事の標本ではない。",
  "クラウドのCLIは自前の指示とツールを持つエージェントで、ローカルには素朴なループを渡した。比べているのは使い方であって、同じ条件のモデルではない。",
  "ローカル価値はローカルが100、クラウドが0の構造値で、測った数字ではない。",
  "エラー、クラッシュ、時間切れ、利用上限は欠測で、得点の平均に入らない。得点は、採点できた課題の数と完走の数と一緒に読むこと。文脈に入らなかった課題だけは0点である。",
  "単独利用の計測で、並列のスループットは測っていない。",
  "includesやregexの層は、書き手が思いついた言い回しだけを認める。別の言い方の正解は誤りになりうるので、監査と上書きで直す。",
  "公開した課題は、新しいモデルの学習に入りうる。"
]

/** 代替率 stands on a maximum of noisy means (docs/workbench.md). */
const biasCaution = ({ planned, trials }: WorkbenchRun): ReadonlyArray<string> => {
  const clouds = planned.subjects.filter(({ kind }) => kind === "cloud")
  if (clouds.length === 0) return ["クラウドの被験者がいないので、代替率は出せない。"]
  if (planned.replicates < 2) {
    return [
      "繰り返しが1回なので、クラウド最良が運で高めに出る偏りを見積もれない。代替率を細かく読まないこと。"
    ]
  }
  const scores = planned.tasks.map(({ spec }) =>
    clouds.map(({ id }) =>
      trials
        .filter((trial) => trial.task === spec.id && trial.subject.id === id)
        .flatMap(({ score01 }) => score01 ?? [])
    )
  )
  const bias = maximumBias(scores, { seed: 20261005n, draws: 1_000 })
  return bias === null
    ? []
    : [
        `クラウド最良は平均${fixed(bias.best, 3)}で、運による上振れはブートストラップの見積りで${fixed(bias.bias, 3)}。その分、代替率は低めに出る。`
      ]
}
