import { fixed } from "../../../report/Figures.js"
import type { Axis } from "../config/ScoresConfig.js"
import type { AuditReason } from "../judging/needsAudit.js"
import type { Spread } from "../metrics/summarise.js"
import type { Pattern } from "../scores/economy.js"
import type { Rate, RateInterval } from "../scores/substitution.js"

export const axisNames: Readonly<Record<Axis, string>> = {
  quality: "実務正確性",
  reliability: "信頼性",
  speed: "速度UX",
  economy: "経済性",
  localValue: "ローカル価値",
  setup: "導入容易性"
}

export const kindNames = { local: "ローカル", cloud: "クラウド" } as const

export const patternNames: Readonly<Record<Pattern, string>> = {
  confidential: "①機密で外に出せない",
  heavy: "②利用上限を超える重量ユーザー",
  shared: "③複数人で1GPUを共有"
}

export const auditWords: Readonly<Record<AuditReason, string>> = {
  judge_is_subject: "judgeが自分を採点した",
  layers_disagree: "客観採点とjudgeの差が大きい",
  used_web: "ウェブを使った",
  rubric_unreadable: "judgeの返答が読めない",
  override_stale: "上書きした後で自動採点が変わった"
}

/** 0 to 100 with one decimal. */
export const points = (value: number | null): string => fixed(value, 1)

/** A share of the best cloud as 0 to 120, the best cloud being 100. */
export const rateText = ({ of, tasks, value }: Rate): string =>
  value === null ? "NA" : `${fixed(100 * value, 1)}（${tasks}/${of}問）`

export const intervalText = (interval: RateInterval | null): string =>
  interval === null ? "NA" : `${fixed(100 * interval.low, 1)}–${fixed(100 * interval.high, 1)}`

/** Median and 95th percentile of so many runs, apart. */
export const spreadText = (
  spread: Spread | null,
  decimals: number,
  unit: number
): readonly [string, string] =>
  spread === null
    ? ["NA", "NA"]
    : [`${fixed(spread.p50 / unit, decimals)}（${spread.runs}走）`, fixed(spread.p95 / unit, decimals)]

export const yen = (amount: number): string => `${fixed(amount, 0)}円`
