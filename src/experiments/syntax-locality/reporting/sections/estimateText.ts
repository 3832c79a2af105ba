import { points } from "../../../../report/Figures.js"
import { type Comparison, contrastName } from "../Comparison.js"

/** One line on one comparison, with the reason where it has no figure. */
export const estimateText = ({ contrast, difference, interval }: Comparison): string => {
  const { estimate, undefinedBecause, familiesAvailable, familiesPlanned } = difference
  const families = `${familiesAvailable} of ${familiesPlanned} families`
  return estimate === null
    ? `${contrastName(contrast)} is undefined on ${families}: ${undefinedBecause}`
    : `${contrastName(contrast)} = ${points(estimate)} on ${families}; interval ${intervalText(interval)}`
}

export const intervalText = (interval: Comparison["interval"]): string =>
  `${interval.kind} (${interval.reason})`
