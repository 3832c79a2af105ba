import type { Contrast } from "../../../stats/Observation.js"
import { letterOf } from "../lang/Syntax.js"

/** D−B first, because it is the primary one; the others are exploratory (decision 22). */
export const primaryContrast: Contrast = { treatment: "named_end", baseline: "generic_end" }

export const contrasts: ReadonlyArray<Contrast> = [
  primaryContrast,
  { treatment: "named_end", baseline: "padded_end" },
  { treatment: "named_end", baseline: "typed_end" },
  { treatment: "typed_end", baseline: "generic_end" },
  { treatment: "named_end", baseline: "braces" }
]

/** `D−B`, with a real minus sign. */
export const contrastName = ({ treatment, baseline }: Contrast): string =>
  `${letterOf(treatment)}−${letterOf(baseline)}`

export const isPrimaryContrast = ({ treatment, baseline }: Contrast): boolean =>
  treatment === primaryContrast.treatment && baseline === primaryContrast.baseline
