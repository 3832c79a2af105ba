import type { Comparison } from "./Comparison.js"
import { isPrimaryContrast } from "./contrasts.js"
import { levelOf } from "./Slice.js"
import { isPrimarySuite } from "./suitesOf.js"

/** The one comparison that was chosen beforehand (specification 10.4): the primary contrast over all of scope_lookup, after_close. */
export const isPrimary = (comparison: Comparison): boolean =>
  isPrimarySuite(comparison) && levelOf(comparison.slice) === "all" && isPrimaryContrast(comparison.contrast)
