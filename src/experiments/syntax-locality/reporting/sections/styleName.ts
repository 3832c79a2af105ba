import type { Arm } from "../../Arms.js"
import { letterOf } from "../../lang/Syntax.js"

/** `D named_end`; an arm of an A/A run has no letter. */
export const styleName = (style: Arm): string => {
  const letter = letterOf(style)
  return letter === style ? style : `${letter} ${style}`
}
