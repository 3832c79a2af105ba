import * as Schema from "effect/Schema"
import { categories, environments } from "../tasks/vocabulary.js"
import { between, optional, some, strict, Text } from "../tasks/words.js"

/** `configs/workbench/scores.json` and `cost.json`: every number that turns measurements into scores (specification 6 and 7). */

export const axes = ["quality", "reliability", "speed", "economy", "localValue", "setup"] as const
export type Axis = (typeof axes)[number]

const Points = between(0, 100)

const Weights = Schema.Struct({
  quality: Points,
  reliability: Points,
  speed: Points,
  economy: Points,
  localValue: Points,
  setup: Points
})
  .pipe(
    Schema.filter((weights) => {
      const total = axes.reduce((sum, axis) => sum + weights[axis], 0)
      return Math.abs(total - 100) < 1e-9 || `must sum to 100, not ${total}`
    })
  )
  .annotations(strict)

const Curve = some(Schema.Tuple(Schema.Number, Points)).pipe(
  Schema.filter(
    (points) =>
      points.every(([x], index) => index === 0 || x > (points[index - 1]?.[0] ?? x)) ||
      "must have its points by ascending x"
  )
)

const Share = between(0, 1)

const Label = Schema.Struct({ atLeast: Schema.Number, label: Text }).annotations(strict)

const Title = Schema.Struct({
  name: Text,
  labels: some(Label).pipe(
    Schema.filter(
      (labels) =>
        labels.every(({ atLeast }, index) => index === 0 || atLeast < (labels[index - 1]?.atLeast ?? 0)) ||
        "must go from the highest to the lowest"
    )
  )
}).annotations(strict)

export const titles = [
  "substitution",
  "economy",
  "confidential",
  "endurance",
  "ordinaryPc",
  "waitable"
] as const
export type TitleKey = (typeof titles)[number]

const CategoryList = some(Schema.Literal(...categories))

export const ScoresConfig = Schema.Struct({
  weights: Weights,
  /** How much a category counts in 実務正確性; a task counts as its category. */
  categoryWeights: Schema.Record({ key: Schema.Literal(...categories), value: between(0, 100) }),
  reliability: Schema.Struct({ format: Share, grounded: Share, stability: Share }).annotations(strict),
  speed: Schema.Struct({
    tokPerSec: Curve,
    /** Seconds from start to end. */
    wallSeconds: Curve
  }).annotations(strict),
  setup: Schema.Struct({ vramFit: Share, crashFree: Share, installed: Share }).annotations(strict),
  localValue: Schema.Struct({ local: Points, cloud: Points }).annotations(strict),
  waitable: Schema.Struct({ tokPerSec: between(0, 10_000), wallSeconds: between(0, 86_400) }).annotations(
    strict
  ),
  confidentialCategories: CategoryList,
  enduranceCategories: CategoryList,
  shogo: Schema.Struct({
    substitution: Title,
    economy: Title,
    confidential: Title,
    endurance: Title,
    ordinaryPc: Title,
    waitable: Title
  }).annotations(strict)
}).annotations(strict)
export type ScoresConfig = typeof ScoresConfig.Type

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
  /** Of {@link environments}. */
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

export { environments }
