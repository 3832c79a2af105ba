import { extremeOf, scarcities } from "../../stats/diagnostics.js"
import type { Comparison } from "./Comparison.js"

/** An interval that rests on too little to hold what it says (decision 23). */
export const isTooNarrow = ({ interval, difference }: Comparison): boolean =>
  interval.kind === "computed" && scarcities(difference).length > 0

/** Both arms almost always right, or both almost always wrong, in the families that are compared. */
export const extremeOfArms = ({ difference }: Comparison): "ceiling" | "floor" | null =>
  extremeOf([difference.treatment, difference.baseline])

/** What a reader must know before taking an interval for a result. */
export const remarksOn = (comparison: Comparison): ReadonlyArray<string> => [
  ...(isTooNarrow(comparison) ? ["interval too narrow to trust"] : []),
  ...[extremeOfArms(comparison)].filter((extreme) => extreme !== null)
]
