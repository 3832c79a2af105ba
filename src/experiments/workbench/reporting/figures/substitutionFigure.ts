import { renderCsv } from "../../../../report/Csv.js"
import { highestRatio, type Rate, type RateInterval } from "../../scores/substitution.js"
import { categories, categoryLabels } from "../../tasks/vocabulary.js"
import type { WorkbenchRun } from "../WorkbenchRun.js"
import { intervalText, rateText } from "../words.js"
import { barKinds, barWords, captionOf, kindIndex, type PlannedFigure } from "./PlannedFigure.js"

/** 代替率 overall, with its interval, and by category. */
export const substitutionFigure = (run: WorkbenchRun): ReadonlyArray<PlannedFigure> => {
  const { scores } = run
  if (scores.length === 0) return []
  const groups: ReadonlyArray<Group> = [
    {
      id: "overall",
      title: "すべての課題",
      rateOf: ({ substitution }) => substitution.overall,
      intervalOf: ({ interval }) => interval
    },
    ...categories.map((category) => ({
      id: category,
      title: categoryLabels[category],
      rateOf: ({ substitution }: Scored) => substitution.byCategory[category],
      intervalOf: () => null
    }))
  ]
  const inWords = scores.map(
    ({ interval, subject, substitution }) =>
      `${subject.id}: ${rateText(substitution.overall)}、区間${intervalText(interval)}。`
  )
  return [
    {
      drawing: {
        kind: "values",
        caption: captionOf(run, {
          name: "substitution",
          title: "代替率（クラウド最良=100、全体とカテゴリ別）",
          alt: `被験者ごとの棒。すべての課題で ${inWords.join("")}`,
          notes: [
            "課題ごとの比を0〜120で打ち切った平均。数字の後ろは比べられた課題の数。区間は課題を引き直したブートストラップで、全体だけにある。",
            "クラウド最良は運で高めに出るので、代替率は低めに出る。"
          ]
        }),
        kinds: barKinds,
        max: 100 * highestRatio,
        reference: { value: 100, label: "クラウド最良=100" },
        words: barWords,
        panels: groups.map(({ intervalOf, rateOf, title }) => ({
          title,
          bars: scores.map((one) => {
            const rate = rateOf(one)
            return {
              label: one.subject.id,
              kind: kindIndex(one.subject.kind),
              value: asPercent(rate.value),
              interval: inPercent(intervalOf(one)),
              note: `${rate.tasks}/${rate.of}問`
            }
          })
        }))
      },
      csv: renderCsv(
        ["subject", "kind", "group", "substitution", "low", "high", "tasks", "of", "status"],
        scores.flatMap((one) =>
          groups.map(({ id, intervalOf, rateOf }) => {
            const { of, tasks, value } = rateOf(one)
            const interval = intervalOf(one)
            return [
              one.subject.id,
              one.subject.kind,
              id,
              value,
              interval?.low ?? null,
              interval?.high ?? null,
              tasks,
              of,
              run.status
            ]
          })
        )
      )
    }
  ]
}

type Scored = WorkbenchRun["scores"][number]

interface Group {
  readonly id: string
  readonly title: string
  readonly rateOf: (one: Scored) => Rate
  readonly intervalOf: (one: Scored) => RateInterval | null
}

const asPercent = (share: number | null): number | null => (share === null ? null : 100 * share)

const inPercent = (interval: RateInterval | null) =>
  interval === null ? null : { low: 100 * interval.low, high: 100 * interval.high }
