import { type Style, styleLetter } from "../lang/Syntax.js"

/** Treatment minus baseline. */
export interface StyleContrast {
  readonly treatment: Style
  readonly baseline: Style
}

/** D−B first, because it is the primary one; the others are exploratory (decision 22). */
export const primaryContrast: StyleContrast = { treatment: "named_end", baseline: "generic_end" }

export const contrasts: ReadonlyArray<StyleContrast> = [
  primaryContrast,
  { treatment: "named_end", baseline: "padded_end" },
  { treatment: "named_end", baseline: "typed_end" },
  { treatment: "typed_end", baseline: "generic_end" },
  { treatment: "named_end", baseline: "braces" }
]

/** `D−B`, with a real minus sign. */
export const contrastName = ({ treatment, baseline }: StyleContrast): string =>
  `${styleLetter[treatment]}−${styleLetter[baseline]}`

export const isPrimaryContrast = ({ treatment, baseline }: StyleContrast): boolean =>
  treatment === primaryContrast.treatment && baseline === primaryContrast.baseline
