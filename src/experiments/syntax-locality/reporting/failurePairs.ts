import { byCodeUnits } from "../../../stats/order.js"
import { primaryContrast } from "./contrasts.js"
import type { Scored } from "./Scored.js"

/** A D and a B trial of the same task, view, family, lexical regime and replicate. */
export interface FailurePair {
  readonly treatment: Scored
  readonly baseline: Scored
}

export interface FailureCategory {
  readonly title: string
  /** Every pair of the run that falls into the category. */
  readonly found: number
  readonly shown: ReadonlyArray<FailurePair>
}

export const pairsShown = 3

const categories = [
  { title: "D correct, B wrong", treatment: 1, baseline: 0 },
  { title: "D wrong, B correct", treatment: 0, baseline: 1 },
  { title: "Both wrong", treatment: 0, baseline: 0 }
] as const

/**
 * The examples of specification 11, by a rule that was fixed before any answer was read: pairs of evaluable trials, in each
 * category those whose D trial has the smallest trial id (a SHA-256 prefix), at most three.
 */
export const failurePairs = (trials: ReadonlyArray<Scored>): ReadonlyArray<FailureCategory> => {
  const pairs = pairTrials(trials)
  return categories.map(({ title, treatment, baseline }) => {
    const found = pairs.filter(
      (pair) => pair.treatment.row.correct === treatment && pair.baseline.row.correct === baseline
    )
    return { title, found: found.length, shown: found.slice(0, pairsShown) }
  })
}

const pairTrials = (trials: ReadonlyArray<Scored>): ReadonlyArray<FailurePair> => {
  const baselines = new Map(
    trials.filter(({ at }) => at.style === primaryContrast.baseline).map((trial) => [keyOf(trial), trial])
  )
  return trials
    .filter(({ at }) => at.style === primaryContrast.treatment)
    .sort((a, b) => byCodeUnits(a.row.trialId, b.row.trialId))
    .flatMap((treatment) => {
      const baseline = baselines.get(keyOf(treatment))
      return baseline === undefined ? [] : [{ treatment, baseline }]
    })
}

const keyOf = ({ at, row }: Scored): string =>
  JSON.stringify([at.task, at.view, at.familyId, at.regime, row.replicate])
