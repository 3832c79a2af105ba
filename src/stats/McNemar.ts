import { sum } from "./Mean.js"
import type { PairedFamilies } from "./PairedFamilies.js"

/** Families that one arm answered and the other did not, and how surprising their split is. */
export interface McNemar {
  readonly treatmentOnly: number
  readonly baselineOnly: number
  /** Two-sided, exact. */
  readonly p: number
}

/**
 * McNemar's exact test, over strata without weights: a description beside the estimate, not the test of it. `null` unless every family
 * is one pair of single answers: one regime, one replicate.
 */
export const exactMcNemar = ({ regimes, strata }: PairedFamilies): McNemar | null => {
  const pairs = strata.flatMap(({ families }) => families.flatMap((family) => family.regimes))
  if (regimes.length !== 1 || pairs.length === 0 || pairs.some(({ replicates }) => replicates !== 1))
    return null
  const treatmentOnly = pairs.filter(({ treatment, baseline }) => treatment > baseline).length
  const baselineOnly = pairs.filter(({ treatment, baseline }) => treatment < baseline).length
  return { treatmentOnly, baselineOnly, p: twoSidedSignTest(treatmentOnly, baselineOnly) }
}

/**
 * `min(1, 2 P(X ≤ min(a, b)))` for `X ~ Binomial(a + b, 1/2)`: both tails, for the null distribution is symmetric. 1 for `a = b`, also for 0.
 *
 * The relative error stays below 1e-11 for tens of thousands of pairs. A probability too small for a double is the smallest double,
 * because it is not 0.
 */
export const twoSidedSignTest = (a: number, b: number): number => {
  const few = Math.min(a, b)
  const n = sum([a, b])
  // The tail relative to its largest term, P(X = few): each term is the one before times k / (n − k + 1).
  let term = 1
  let tail = 1
  for (let k = few; k > 0 && term > Number.EPSILON * Number.EPSILON; k--) {
    term *= k / (n - k + 1)
    tail += term
  }
  return Math.min(1, Math.max(2 * tail * halfBinomial(n, few), Number.MIN_VALUE))
}

/** `C(n, k) / 2^n`: halves are taken in between, so that nothing overflows on the way. */
const halfBinomial = (n: number, k: number): number => {
  let value = 1
  let halvings = n
  for (let i = 1; i <= k; i++) {
    value *= (n - k + i) / i
    while (value > 1 && halvings > 0) {
      value /= 2
      halvings--
    }
  }
  return value * 2 ** -halvings
}
