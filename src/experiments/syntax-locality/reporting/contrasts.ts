import type { Contrast } from "../../../stats/Observation.js"
import { aaArms } from "../Arms.js"
import { letterOf } from "../lang/Syntax.js"

/** D−B first, because it is the primary one; the others are exploratory (decision 22). */
export const primaryContrast: Contrast = { treatment: "named_end", baseline: "generic_end" }

/** The only one of an A/A run. */
const [aaBaseline, aaTreatment] = aaArms
export const aaContrast: Contrast = { treatment: aaTreatment, baseline: aaBaseline }

export const contrasts: ReadonlyArray<Contrast> = [
  primaryContrast,
  { treatment: "named_end", baseline: "padded_end" },
  { treatment: "named_end", baseline: "typed_end" },
  { treatment: "typed_end", baseline: "generic_end" },
  { treatment: "named_end", baseline: "braces" },
  aaContrast
]

/** `D−B`, with a real minus sign. */
export const contrastName = ({ treatment, baseline }: Contrast): string =>
  `${letterOf(treatment)}−${letterOf(baseline)}`

/** The one that was chosen beforehand: D−B, or in an A/A run that of its two arms. */
export const isPrimaryContrast = ({ treatment, baseline }: Contrast): boolean =>
  [primaryContrast, aaContrast].some((one) => one.treatment === treatment && one.baseline === baseline)

/** The primary contrast of trials with these arms. */
export const primaryAmong = (styles: ReadonlyArray<string>): Contrast =>
  styles.includes(aaContrast.treatment) ? aaContrast : primaryContrast

/** How a text calls the two sides of a contrast: `D` and `B`. */
export const sidesOf = ({
  treatment,
  baseline
}: Contrast): readonly [treatment: string, baseline: string] => [letterOf(treatment), letterOf(baseline)]
