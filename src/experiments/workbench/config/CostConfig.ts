import * as Schema from "effect/Schema"
import { between, optional, some, strict, Text } from "../tasks/words.js"

/** `configs/workbench/cost.json`: prices with their days (specification 7). */

const Jpy = Schema.Number.pipe(
  Schema.filter((value) => (Number.isFinite(value) && value >= 0) || "must be an amount in yen")
)

const day = Schema.String.pipe(
  Schema.filter((text) => /^\d{4}-\d{2}-\d{2}$/.test(text) || "must be a day such as 2026-11-30")
)

/** An amount, the day of which it is, and whether somebody looked it up or it is an assumption to be replaced. */
const Price = Schema.Struct({
  jpy: Jpy,
  asOf: day,
  basis: Schema.Literal("assumed", "checked"),
  source: optional(Text)
}).annotations(strict)
export type Price = typeof Price.Type

const Machine = Schema.Struct({
  label: Text,
  /** What has to be bought: a used graphics card, or nothing. */
  initial: Price,
  watts: between(0, 10_000)
}).annotations(strict)

export const CostConfig = Schema.Struct({
  plans: some(Schema.Struct({ id: Text, name: Text, monthly: Price }).annotations(strict)),
  machines: Schema.Struct({ laptop: Machine, gaming: Machine, workstation: Machine }).annotations(strict),
  electricityPerKwh: Price,
  setup: Schema.Struct({ hours: between(0, 1_000), perHour: Price }).annotations(strict),
  /** How long the machine works for one person. */
  use: Schema.Struct({ hoursPerDay: between(0, 24), daysPerMonth: between(0, 31) }).annotations(strict),
  /** What has not paid by then does not pay. */
  horizonMonths: between(1, 120),
  patterns: Schema.Struct({
    /** ① Nothing may leave: the other way is to do it by hand. */
    confidential: Schema.Struct({
      hoursByHandPerMonth: between(0, 1_000),
      /** Of 秘密文書適性 (0 to 100): below it the work is not done by the model. */
      leastQuality: between(0, 100)
    }).annotations(strict),
    /** ② More than a plan allows: so many plans side by side. */
    heavy: Schema.Struct({ plan: Text, plans: between(1, 100), hoursPerDay: between(0, 24) }).annotations(
      strict
    ),
    /** ③ Several people, one machine. */
    shared: Schema.Struct({ plan: Text, people: between(1, 1_000), hoursPerDay: between(0, 24) }).annotations(
      strict
    ),
    /** Not a pattern: one plan, one person; shown so that nobody takes the three for everyone's case. */
    light: Schema.Struct({ plan: Text }).annotations(strict)
  }).annotations(strict)
})
  .pipe(
    Schema.filter(({ patterns, plans }) => {
      const unknown = [patterns.heavy.plan, patterns.shared.plan, patterns.light.plan].find(
        (id) => !plans.some((plan) => plan.id === id)
      )
      return unknown === undefined || `must have a plan ${unknown}, which a pattern names`
    })
  )
  .annotations(strict)
export type CostConfig = typeof CostConfig.Type
