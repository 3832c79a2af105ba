import type { CostConfig } from "../config/CostConfig.js"
import type { Environment } from "../tasks/vocabulary.js"

export const patterns = ["confidential", "heavy", "shared"] as const
export type Pattern = (typeof patterns)[number]

/** A comparison of what a month costs, in yen. There is no break-even in tokens: subscriptions are flat. */
export interface Comparison {
  /** What is paid once: machine and the hours of setting it up. */
  readonly initialJpy: number
  /** Electricity. */
  readonly localMonthlyJpy: number
  /** What local work takes the place of, a month. */
  readonly replacedMonthlyJpy: number
  /** After how many months what was paid once has come back; `null`: never. */
  readonly months: number | null
  /** Within the horizon, and the pattern's own condition holds; `null`: the condition is not measured. */
  readonly pays: boolean | null
  /** In Japanese: under which conditions this was computed. */
  readonly condition: string
}

/** Specification 7: the three patterns, and the light user for whom it does not pay. */
export interface Economy {
  readonly patterns: Readonly<Record<Pattern, Comparison>>
  readonly light: Comparison
}

/** `confidentialScore`: 秘密文書適性 of the subject, 0 to 100; `null`: missing. */
export const economy = (
  cost: CostConfig,
  environment: Environment,
  confidentialScore: number | null
): Economy => {
  const { confidential, heavy, light, shared } = cost.patterns
  const machine = cost.machines[environment]
  const initialJpy = machine.initial.jpy + cost.setup.hours * cost.setup.perHour.jpy
  const monthly = (hoursPerDay: number): number =>
    (machine.watts / 1000) * hoursPerDay * cost.use.daysPerMonth * cost.electricityPerKwh.jpy
  const planOf = (id: string) => {
    const plan = cost.plans.find((one) => one.id === id)
    if (plan === undefined) throw new RangeError(`there is no plan ${id}`) // the reader lets no such configuration through
    return plan
  }
  const compare = (
    hoursPerDay: number,
    replacedMonthlyJpy: number,
    holds: boolean | null,
    condition: string
  ): Comparison => {
    const localMonthlyJpy = monthly(hoursPerDay)
    const months = monthsUntilEven(initialJpy, replacedMonthlyJpy - localMonthlyJpy)
    const inTime = months !== null && months <= cost.horizonMonths
    return {
      initialJpy,
      localMonthlyJpy,
      replacedMonthlyJpy,
      months,
      pays: inTime ? holds : false,
      condition
    }
  }
  const [heavyPlan, sharedPlan, lightPlan] = [planOf(heavy.plan), planOf(shared.plan), planOf(light.plan)]
  return {
    patterns: {
      confidential: compare(
        cost.use.hoursPerDay,
        confidential.hoursByHandPerMonth * cost.setup.perHour.jpy,
        confidentialScore === null ? null : confidentialScore >= confidential.leastQuality,
        `外に出せない文書を月${confidential.hoursByHandPerMonth}時間ぶん手作業から移し、秘密文書適性が${confidential.leastQuality}以上`
      ),
      heavy: compare(
        heavy.hoursPerDay,
        heavy.plans * heavyPlan.monthly.jpy,
        true,
        `利用上限を超えて${heavyPlan.name}を${heavy.plans}契約ぶん使い、1日${heavy.hoursPerDay}時間動かす`
      ),
      shared: compare(
        shared.hoursPerDay,
        shared.people * sharedPlan.monthly.jpy,
        true,
        `${shared.people}人で1台を使い、各自の${sharedPlan.name}をやめ、1日${shared.hoursPerDay}時間動かす`
      )
    },
    light: compare(cost.use.hoursPerDay, lightPlan.monthly.jpy, true, `1人が${lightPlan.name}を1契約だけ使う`)
  }
}

/** 0 where nothing has to be paid first; `null` where nothing is saved. */
export const monthsUntilEven = (initialJpy: number, savedMonthlyJpy: number): number | null => {
  if (savedMonthlyJpy <= 0) return null
  return initialJpy / savedMonthlyJpy
}

/** In how many of the three patterns local work pays; `null` where one is not decided. */
export const payingPatterns = ({ patterns: all }: Economy): number | null => {
  const decided = patterns.map((pattern) => all[pattern].pays)
  return decided.includes(null) ? null : decided.filter((pays) => pays === true).length
}
