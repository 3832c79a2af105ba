import { fixed, percent } from "../../../report/Figures.js"
import { judgePromptVersion } from "../judging/judgePrompt.js"
import { spread } from "../metrics/summarise.js"
import { configText } from "../planning/Protocol.js"
import { patterns } from "../scores/economy.js"
import { sha256 } from "../tasks/Task.js"
import type { Table } from "./Table.js"
import { loadedOf, type WorkbenchRun } from "./WorkbenchRun.js"
import { auditWords, kindNames, patternNames, spreadText, yen } from "./words.js"

/** What was the same for everybody. */
export const conditionsTable = ({ planned, protocolHash, snapshotDate, trials }: WorkbenchRun): Table => {
  const { config, judge, machine, preset, replicates, tasks } = planned
  const { contextTokens, outputTokens, seed, temperature, thinking } = config.run
  const gpus =
    machine.gpus === null
      ? "不明（nvidia-smiがない）"
      : machine.gpus
          .map(
            ({ driver, memoryMiB, name, powerLimitW }) =>
              `${name}（${memoryMiB ?? "?"}MiB、ドライバ${driver ?? "不明"}、電力制限${powerLimitW ?? "不明"}W）`
          )
          .join("、") || "なし"
  return {
    titles: ["項目", "値"],
    rows: [
      ["日付（最後の回答、UTC）", snapshotDate ?? "—"],
      ["プリセット", preset],
      ["課題", `${tasks.length}問、${replicates}回ずつ、計${trials.length}走`],
      [
        "ローカルの条件",
        `温度${temperature}、シード${seed}、コンテキスト${contextTokens}、出力上限${outputTokens}、思考${thinking ? "あり" : "なし"}`
      ],
      [
        "judge",
        judge === null
          ? `なし（${config.judge.judge}が見つからない）`
          : `${judge.id} ${judge.version ?? ""}、プロンプト第${judgePromptVersion}版`
      ],
      ["環境クラス", config.environments[machine.environment].label],
      ["計算機", `${machine.platform}、${machine.cpu ?? "CPU不明"}、メモリ${machine.memoryMiB ?? "?"}MiB`],
      ["GPU", gpus],
      ["protocol", protocolHash],
      ["配点と曲線", sha256(configText(config.scores))],
      ["費用", sha256(configText(config.cost))],
      ["CLIの設定", planned.cliConfigSha256]
    ]
  }
}

/** Whom exactly. */
export const subjectsTable = ({ planned, trials }: WorkbenchRun): Table => ({
  titles: [
    "被験者",
    "種別",
    "版",
    "応答が名乗るモデル",
    "量子化",
    "ダイジェスト",
    "コンテキスト（割当）",
    "VRAM"
  ],
  rows: planned.subjects.map((subject) => {
    const models = trials.flatMap((trial) =>
      trial.subject.id === subject.id ? (trial.row.returnedModel ?? []) : []
    )
    const named = [...new Set(models)].toSorted().join("、") || "—"
    if (subject.kind === "cloud")
      return [subject.id, kindNames.cloud, subject.version, named, "—", "—", "—", "—"]
    const found = loadedOf(subject.id, trials)
    return [
      subject.id,
      kindNames.local,
      `Ollama ${subject.version ?? "不明"}`,
      named,
      subject.quantization ?? "不明",
      subject.digest.slice(0, 12),
      String(found?.context ?? "不明"),
      found === null || found.bytes === 0 ? "不明" : percent(Math.min(1, found.vramBytes / found.bytes), 0)
    ]
  })
})

/** Speeds apart (specification 5), of completed runs. */
export const speedTable = ({ scores, trials }: WorkbenchRun): Table => ({
  titles: [
    "被験者",
    "TTFT P50（秒）",
    "P95",
    "tok/s P50",
    "P95",
    "所要 P50（秒）",
    "P95",
    "CLIの固定時間 P50（秒）"
  ],
  rows: scores.map(({ metrics, subject }) => {
    const own = trials.filter((trial) => trial.subject.id === subject.id)
    const estimated = own.some((trial) => trial.metrics?.tokPerSecKind === "estimated")
    const [perSecond, perSecond95] = spreadText(metrics.tokPerSec, 1, 1)
    const overhead = spread(own.map((trial) => trial.overhead?.ms ?? null))
    const guessed = own.some((trial) => trial.overhead?.kind === "estimated")
    return [
      subject.id,
      ...spreadText(metrics.ttftMs, 2, 1000),
      metrics.tokPerSec !== null && estimated ? `推定 ${perSecond}` : perSecond,
      perSecond95,
      ...spreadText(metrics.wallMs, 1, 1000),
      overhead === null ? "—" : `${guessed ? "推定 " : ""}${fixed(overhead.p50 / 1000, 2)}`
    ]
  })
})

/** Economy in three patterns (specification 7), and the light user. */
export const economyTable = ({ scores }: WorkbenchRun): Table => ({
  titles: ["被験者", "型", "初期費", "電気代/月", "置き換え/月", "元が取れるまで", "得か", "条件"],
  rows: scores.flatMap(({ economy, subject }) =>
    economy === null
      ? []
      : [
          ...patterns.map((pattern) => [patternNames[pattern], economy.patterns[pattern]] as const),
          ["（軽量ユーザー）", economy.light] as const
        ].map(([name, found]) => [
          subject.id,
          name,
          yen(found.initialJpy),
          yen(found.localMonthlyJpy),
          yen(found.replacedMonthlyJpy),
          found.months === null ? "取れない" : `${fixed(found.months, 1)}か月`,
          found.pays === null ? "条件が未計測" : found.pays ? "得" : "得でない",
          found.condition
        ])
  )
})

export const capsTable = ({ caps }: WorkbenchRun): Table => ({
  titles: ["被験者", "上限に達した時刻（UTC）", "それまでの完走", "解除", "表示"],
  rows: caps.map(({ at, completedBefore, message, resetText, resetsAt, subject }) => [
    subject,
    at,
    `${completedBefore}走`,
    resetsAt ?? resetText ?? "不明",
    message.slice(0, 160)
  ])
})

export const troubleTable = ({ scores, trials }: WorkbenchRun): Table => ({
  titles: [
    "被験者",
    "走った",
    "完走",
    "上限で停止",
    "エラー",
    "うち文脈に入らない（0点）",
    "クラッシュ",
    "不正ツールコール"
  ],
  rows: scores.map(({ metrics, subject }) => [
    subject.id,
    String(metrics.runs),
    String(metrics.completed),
    String(metrics.capHits),
    String(metrics.errors),
    String(trials.filter(({ subject: { id }, tooLong }) => id === subject.id && tooLong).length),
    String(metrics.crashes),
    percent(metrics.toolCallInvalidRate)
  ])
})

/** What a person should look at. */
export const auditTable = ({ trials }: WorkbenchRun): Table => ({
  titles: ["試行", "被験者", "課題", "回", "得点", "理由"],
  rows: trials.flatMap(({ notes, row, subject, task }) =>
    notes === null || notes.needsAudit.length === 0
      ? []
      : [
          [
            row.trialId,
            subject.id,
            task,
            String(row.replicate),
            fixed(notes.score01, 2),
            notes.needsAudit.map((reason) => auditWords[reason]).join("、")
          ]
        ]
  )
})

export const overridesTable = ({ trials }: WorkbenchRun): Table => ({
  titles: ["試行", "層", "元", "上書き", "誰が", "いつ", "なぜ"],
  rows: trials.flatMap(({ notes, row }) =>
    (notes?.overrides ?? []).map(({ from, layer, stale, to, when, who, why }) => [
      row.trialId,
      layer,
      fixed(from, 2),
      `${fixed(to, 2)}${stale ? "（古い）" : ""}`,
      who,
      when,
      why
    ])
  )
})

/** Why runs have no score, with how many. */
export const missingTable = ({ trials }: WorkbenchRun): Table => {
  const counts = new Map<string, number>()
  for (const { notes, row, score01, subject } of trials) {
    if (score01 !== null) continue
    const why = notes === null ? (row.reason ?? row.outcome) : notes.missing.join("; ")
    const key = JSON.stringify([subject.id, row.outcome, why.slice(0, 200)])
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return {
    titles: ["被験者", "終わり方", "理由", "走"],
    rows: [...counts].map(([key, count]) => {
      const [subject, outcome, why] = JSON.parse(key) as [string, string, string] // as it was written above
      return [subject, outcome, why, String(count)]
    })
  }
}

export const absentTable = ({ planned }: WorkbenchRun): Table => ({
  titles: ["名前", "理由"],
  rows: planned.absent.map(({ id, reason }) => [id, reason])
})

export const refusedTable = ({ planned }: WorkbenchRun): Table => ({
  titles: ["課題", "被験者", "理由"],
  rows: planned.refused.map(({ reason, subject, task }) => [task, subject ?? "すべて", reason])
})
