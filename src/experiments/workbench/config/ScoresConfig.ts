import * as Schema from "effect/Schema"
import { categories } from "../tasks/vocabulary.js"
import { between, some, strict, Text } from "../tasks/words.js"

/** `configs/workbench/scores.json`: every number that turns measurements into scores (specification 6). */

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
