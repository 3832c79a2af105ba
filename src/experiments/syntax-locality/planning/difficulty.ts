import { type Outcome, outcomes } from "../../../records/Outcome.js"
import { accuracy, countFates } from "../../../stats/Denominators.js"
import { almostNever, extremeOf } from "../../../stats/diagnostics.js"
import { ratio, sum } from "../../../stats/Mean.js"
import { fateOf } from "../../comparison/fateOf.js"
import { type SuiteOf, suitesOf } from "../../comparison/suitesOf.js"
import { design } from "../reporting/design.js"
import type { Scored } from "../reporting/Scored.js"

/**
 * - `too_easy`: every style is right 98 % of the time or more.
 * - `too_hard`: every style is right 2 % of the time or less; raising the difficulty, as the rule has it for the others, cannot help there.
 * - `few_disagreements`: hardly any pair of styles disagrees, whatever the accuracy.
 * - `undecided`: there are no two answers to compare.
 */
export type Difficulty = "too_easy" | "too_hard" | "few_disagreements" | "suitable" | "undecided"

/**
 * The rule has no number for "hardly any": it is the share of answers that 98 % leaves. Then a run of some hundred pairs
 * has a handful to learn from.
 */
export const fewDisagreements = almostNever

/** All styles of one task and view together. Giving the styles other names changes nothing here. */
export interface SuiteDifficulty {
  readonly task: string
  readonly view: string
  readonly difficulty: Difficulty
  readonly planned: number
  readonly evaluable: number
  /** Strict, over all styles. */
  readonly accuracy: number | null
  /** Any two styles of one matched block that can both be judged, and those of which one is right. */
  readonly pairs: number
  readonly discordantPairs: number
  /** Every outcome that occurs: the errors that all styles have in common are to be read here. */
  readonly outcomes: Readonly<Partial<Record<Outcome, number>>>
}

/** The difficulty of each reading task and view by specification 7.3a: the rule speaks of reading alone. */
export const difficulties = (trials: ReadonlyArray<Scored>): ReadonlyArray<SuiteDifficulty> =>
  suitesOf(trials, design.order)
    .filter(({ task }) => task !== "ast_to_source")
    .map(difficultyOf)

const difficultyOf = ({ task, view, trials }: SuiteOf<Scored>): SuiteDifficulty => {
  const counts = countFates(trials.map(({ row }) => fateOf(row)))
  const { pairs, discordantPairs } = countPairs(trials)
  const found = outcomes.map(
    (name) => [name, trials.filter(({ row }) => row.outcome === name).length] as const
  )
  return {
    task,
    view,
    difficulty: judge(accuraciesByStyle(trials), ratio(discordantPairs, pairs)),
    planned: counts.planned,
    evaluable: counts.evaluable,
    accuracy: accuracy(counts),
    pairs,
    discordantPairs,
    outcomes: Object.fromEntries(found.filter(([, count]) => count > 0))
  }
}

/** Of the accuracies only whether all are extreme is used, so that none can be told from what comes out. */
const judge = (accuracies: ReadonlyArray<number | null>, discordant: number | null): Difficulty => {
  if (discordant === null) return "undecided"
  switch (extremeOf(accuracies)) {
    case "ceiling":
      return "too_easy"
    case "floor":
      return "too_hard"
    case null:
      return discordant <= fewDisagreements ? "few_disagreements" : "suitable"
  }
}

const accuraciesByStyle = (trials: ReadonlyArray<Scored>): ReadonlyArray<number | null> =>
  groups(trials, ({ at }) => at.style).map((own) => accuracy(countFates(own.map(({ row }) => fateOf(row)))))

const countPairs = (trials: ReadonlyArray<Scored>): Pick<SuiteDifficulty, "pairs" | "discordantPairs"> => {
  const blocks = groups(trials, ({ row }) => row.block).map((block) => {
    const right = block.filter(({ row }) => row.correct === 1).length
    const wrong = block.filter(({ row }) => row.correct === 0).length
    return { pairs: ((right + wrong) * (right + wrong - 1)) / 2, discordantPairs: right * wrong }
  })
  return {
    pairs: sum(blocks.map(({ pairs }) => pairs)),
    discordantPairs: sum(blocks.map(({ discordantPairs }) => discordantPairs))
  }
}

const groups = (
  trials: ReadonlyArray<Scored>,
  keyOf: (trial: Scored) => string
): ReadonlyArray<ReadonlyArray<Scored>> => {
  const found = new Map<string, Array<Scored>>()
  for (const trial of trials) {
    const key = keyOf(trial)
    const group = found.get(key)
    if (group === undefined) found.set(key, [trial])
    else group.push(trial)
  }
  return [...found.values()]
}
