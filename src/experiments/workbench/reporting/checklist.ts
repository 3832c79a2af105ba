import { judgePromptVersion } from "../judging/judgePrompt.js"
import { loadedOf, type WorkbenchRun } from "./WorkbenchRun.js"

/** One line of specification 9's list, with what it rests on. */
export interface ListItem {
  readonly done: boolean
  readonly text: string
}

/** The list of specification 9, filled in from what was recorded and from nothing else. */
export const checklist = (run: WorkbenchRun): ReadonlyArray<ListItem> => [
  environmentItem(run),
  judgeItem(run),
  {
    done: true,
    text: "クラウドは各社のサブスクCLIで、現実の使い方のまま測った。モデル・温度・ツールはCLIが選ぶので、ローカルと厳密に同じharnessではない。"
  },
  {
    done: run.scores.some(({ metrics }) => metrics.wallMs !== null),
    text: "速度はTTFT・tok/s・所要時間を分け、P50とP95を並べた。クラウドの所要時間はCLIの起動と通信を含み、CLIの固定時間を隣に示した。"
  },
  {
    done: run.trials.some(({ metrics }) => metrics !== null),
    text: "生の要求・応答・CLIの出力は trials/ にあり、run-*.json から辿れる。"
  },
  {
    done: true,
    text:
      run.status === "measured"
        ? "実測である。模擬の応答は一つも混ざっていない。"
        : "実測ではないので、すべての数字にサンプルと明示した。"
  }
]

const environmentItem = ({ planned, trials }: WorkbenchRun): ListItem => {
  const locals = planned.subjects.filter(({ kind }) => kind === "local")
  const unknown = [
    ...(locals.some((one) => one.kind === "local" && one.quantization === null) ? ["量子化"] : []),
    ...(locals.some(({ id }) => loadedOf(id, trials)?.context == null)
      ? ["割り当てられたコンテキスト長"]
      : []),
    ...(planned.machine.gpus === null ? ["GPU・ドライバ・電力制限"] : []),
    ...((planned.machine.gpus ?? []).some(({ driver }) => driver === null) ? ["ドライバ"] : []),
    ...((planned.machine.gpus ?? []).some(({ powerLimitW }) => powerLimitW === null) ? ["電力制限"] : [])
  ]
  return {
    done: locals.length > 0 && unknown.length === 0,
    text: `量子化・コンテキスト長・温度・シード・GPU・ドライバ・電力制限を記録した。${
      locals.length === 0
        ? "ローカルの被験者がいない。"
        : unknown.length === 0
          ? ""
          : `不明: ${unknown.join("、")}。`
    }`
  }
}

const judgeItem = ({ planned: { config, judge }, trials }: WorkbenchRun): ListItem => {
  const self = trials.filter(({ notes }) => notes?.needsAudit.includes("judge_is_subject") === true)
  const open = self.filter(({ notes }) => (notes?.overrides.length ?? 0) === 0).length
  return {
    done: judge !== null && open === 0,
    text:
      judge === null
        ? `judge（${config.judge.judge}）がいないので、ルーブリックの層は欠測である。`
        : `judgeは${judge.id} ${judge.version ?? ""}、プロンプトは第${judgePromptVersion}版（judging/judgePrompt.ts）で、各走の judgement/request.json に全文がある。自己採点は${self.length}走、うち人が見ていないもの${open}走。`
  }
}
