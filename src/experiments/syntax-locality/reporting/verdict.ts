import type { Comparison } from "../../comparison/Comparison.js"
import { isTooNarrow } from "../../comparison/trust.js"

/** What an interval lets one say of the treatment. `tied`: it holds 0. `unclear`: there is none to rely on. */
export type Verdict = "better" | "worse" | "tied" | "unclear"

export const verdictOf = (comparison: Comparison): Verdict => {
  const { interval } = comparison
  if (interval.kind !== "computed" || isTooNarrow(comparison)) return "unclear"
  if (interval.low > 0) return "better"
  return interval.high < 0 ? "worse" : "tied"
}

/** Why a verdict is unclear, as a clause. */
export const doubtOf = ({ interval }: Comparison): string => {
  switch (interval.kind) {
    case "computed":
      return "the interval is too narrow to trust"
    case "degenerate":
      return "every bootstrap draw gave the same difference, which shows a lack of evidence"
    case "not_computed":
      return "there is no interval"
  }
}
