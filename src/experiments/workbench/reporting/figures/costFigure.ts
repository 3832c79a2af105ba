import { renderCsv } from "../../../../report/Csv.js"
import { fixed } from "../../../../report/Figures.js"
import type { LinePanel } from "../../../../report/figures/lineChart.js"
import type { CostConfig, Price } from "../../config/CostConfig.js"
import { type Comparison, economy, monthsUntilEven, patterns } from "../../scores/economy.js"
import { assumedPrices } from "../assumedPrices.js"
import type { WorkbenchRun } from "../WorkbenchRun.js"
import { patternNames, yen } from "../words.js"
import { captionOf, type PlannedFigure } from "./PlannedFigure.js"

/** What has been paid after so many months, by pattern: for the machine with its electricity, and for what it takes the place of. */
export const costFigure = (run: WorkbenchRun): ReadonlyArray<PlannedFigure> => {
  const { config, machine } = run.planned
  const { cost } = config
  const { light, patterns: found } = economy(cost, machine.environment, null)
  const questions: ReadonlyArray<Question> = [
    ...patterns.map((pattern): Question => {
      const { condition, replacedMonthlyJpy } = found[pattern]
      return {
        id: pattern,
        title: patternNames[pattern],
        own: found[pattern],
        others: [{ label: othersOf(cost)[pattern], monthlyJpy: replacedMonthlyJpy }],
        condition
      }
    }),
    {
      id: "light",
      title: "（型の外）1人が1契約だけ使う",
      own: light,
      others: cost.plans.map(({ monthly, name }) => ({ label: name, monthlyJpy: monthly.jpy })),
      condition: `1日${cost.use.hoursPerDay}時間、月${cost.use.daysPerMonth}日`
    }
  ]
  return [
    {
      drawing: {
        kind: "lines",
        caption: captionOf(run, {
          name: "cost",
          title: `累計費用（${cost.horizonMonths}か月まで、${cost.machines[machine.environment].label}）`,
          alt: `累計費用の折れ線。${questions
            .map(
              (question) =>
                `${question.title}: ローカルは初期${yen(question.own.initialJpy)}と月${yen(question.own.localMonthlyJpy)}。${question.others
                  .map(
                    (other) =>
                      `${other.label}は月${yen(other.monthlyJpy)}で、${evenText(evenOf(question, other), cost)}。`
                  )
                  .join("")}`
            )
            .join("")}`,
          notes: priceNotes(cost, machine.environment)
        }),
        panels: questions.map((question) => panelOf(question, cost))
      },
      csv: costCsv(questions, run)
    }
  ]
}

interface Other {
  readonly label: string
  readonly monthlyJpy: number
}

interface Question {
  readonly id: string
  readonly title: string
  readonly own: Comparison
  readonly others: ReadonlyArray<Other>
  readonly condition: string
}

const localLabel = "ローカル（購入・設定＋電気代）"

const othersOf = ({ patterns: { confidential, heavy, shared }, plans }: CostConfig) => {
  const nameOf = (id: string): string => plans.find((plan) => plan.id === id)?.name ?? id
  return {
    confidential: `手作業 月${confidential.hoursByHandPerMonth}時間`,
    heavy: `${nameOf(heavy.plan)}×${heavy.plans}`,
    shared: `${nameOf(shared.plan)}×${shared.people}人`
  }
}

const evenOf = ({ own }: Question, { monthlyJpy }: Other): number | null =>
  monthsUntilEven(own.initialJpy, monthlyJpy - own.localMonthlyJpy)

const evenText = (months: number | null, { horizonMonths }: CostConfig): string =>
  months === null
    ? "元は取れない"
    : `${fixed(months, 1)}か月で元が取れる${months > horizonMonths ? "（図の外）" : ""}`

const localAt = ({ own }: Question, month: number): number => own.initialJpy + own.localMonthlyJpy * month

const panelOf = (question: Question, cost: CostConfig): LinePanel => {
  const ends = [0, cost.horizonMonths]
  const evens = question.others.map((other) => ({ other, months: evenOf(question, other) }))
  return {
    title: question.title,
    xTitle: "か月",
    yTitle: "累計（万円）",
    lines: [
      { label: localLabel, points: ends.map((x) => ({ x, y: localAt(question, x) / 10_000 })) },
      ...question.others.map(({ label, monthlyJpy }) => ({
        label,
        points: ends.map((x) => ({ x, y: (monthlyJpy * x) / 10_000 }))
      }))
    ],
    meetings: evens.flatMap(({ months }) =>
      months === null || months > cost.horizonMonths
        ? []
        : [{ x: months, y: localAt(question, months) / 10_000, label: `${fixed(months, 1)}か月` }]
    ),
    notes: evens.map(({ months, other }) => `${other.label}: ${evenText(months, cost)}`)
  }
}

/** Every price that the curves stand on, with its day. */
const pricesOf = (cost: CostConfig, environment: keyof CostConfig["machines"]) => [
  ...cost.plans.map(({ monthly, name }) => ({ name: `${name}/月`, price: monthly })),
  { name: `${cost.machines[environment].label}の購入`, price: cost.machines[environment].initial },
  { name: "電気/kWh", price: cost.electricityPerKwh },
  { name: "1時間の手間", price: cost.setup.perHour }
]

const priceText = ({ asOf, basis, jpy }: Price): string =>
  `${yen(jpy)}（${asOf}${basis === "assumed" ? "、仮の値 assumed" : ""}）`

const priceNotes = (cost: CostConfig, environment: keyof CostConfig["machines"]): ReadonlyArray<string> => {
  const { assumed, prices } = assumedPrices(cost)
  return [
    ...(assumed === 0
      ? []
      : [`金額${prices}件のうち${assumed}件は仮の値（assumed）。公開の前に調べた値に替えること。`]),
    `価格: ${pricesOf(cost, environment)
      .map(({ name, price }) => `${name} ${priceText(price)}`)
      .join("、")}。`,
    "サブスクは定額なので、トークンの損益分岐は出さない。①は得点が条件（秘密文書適性）を満たすときだけ得になる。"
  ]
}

/** One line a month and curve. */
const costCsv = (questions: ReadonlyArray<Question>, { planned, status }: WorkbenchRun): string => {
  const { cost } = planned.config
  const months = Array.from({ length: Math.floor(cost.horizonMonths) + 1 }, (_, month) => month)
  const { assumed } = assumedPrices(cost)
  return renderCsv(
    [
      "pattern",
      "curve",
      "month",
      "cumulative_jpy",
      "initial_jpy",
      "monthly_jpy",
      "break_even_months",
      "condition",
      "assumed_prices",
      "status"
    ],
    questions.flatMap((question) => [
      ...months.map((month) => [
        question.id,
        localLabel,
        month,
        localAt(question, month),
        question.own.initialJpy,
        question.own.localMonthlyJpy,
        null,
        question.condition,
        assumed,
        status
      ]),
      ...question.others.flatMap((other) =>
        months.map((month) => [
          question.id,
          other.label,
          month,
          other.monthlyJpy * month,
          0,
          other.monthlyJpy,
          evenOf(question, other),
          question.condition,
          assumed,
          status
        ])
      )
    ])
  )
}
