import type { Contrast } from "../../../stats/Observation.js"
import { byCodeUnits } from "../../../stats/order.js"
import { sidesOf } from "./contrasts.js"
import type { Scored } from "./Scored.js"

/** A trial of each side of the primary contrast, of the same task, view, family, lexical regime and replicate. */
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

const categoriesOf = (contrast: Contrast) => {
  const [treatment, baseline] = sidesOf(contrast)
  return [
    { title: `${treatment} correct, ${baseline} wrong`, treatment: 1, baseline: 0 },
    { title: `${treatment} wrong, ${baseline} correct`, treatment: 0, baseline: 1 },
    { title: "Both wrong", treatment: 0, baseline: 0 }
  ] as const
}

/**
 * The examples of specification 11, by a rule that was fixed before any answer was read: pairs of evaluable trials, in each
 * category those whose first trial has the smallest trial id (a SHA-256 prefix), at most three.
 */
export const failurePairs = (
  trials: ReadonlyArray<Scored>,
  contrast: Contrast
): ReadonlyArray<FailureCategory> => {
  const pairs = pairTrials(trials, contrast)
  return categoriesOf(contrast).map(({ title, treatment, baseline }) => {
    const found = pairs.filter(
      (pair) => pair.treatment.row.correct === treatment && pair.baseline.row.correct === baseline
    )
    return { title, found: found.length, shown: found.slice(0, pairsShown) }
  })
}

const pairTrials = (trials: ReadonlyArray<Scored>, contrast: Contrast): ReadonlyArray<FailurePair> => {
  const baselines = new Map(
    trials.filter(({ at }) => at.style === contrast.baseline).map((trial) => [keyOf(trial), trial])
  )
  return trials
    .filter(({ at }) => at.style === contrast.treatment)
    .sort((a, b) => byCodeUnits(a.row.trialId, b.row.trialId))
    .flatMap((treatment) => {
      const baseline = baselines.get(keyOf(treatment))
      return baseline === undefined ? [] : [{ treatment, baseline }]
    })
}

const keyOf = ({ at, row }: Scored): string =>
  JSON.stringify([at.task, at.view, at.familyId, at.regime, row.replicate])
