import { type Style, styleLetter } from "../../lang/Syntax.js"

/** `D named_end` */
export const styleName = (style: Style): string => `${styleLetter[style]} ${style}`
