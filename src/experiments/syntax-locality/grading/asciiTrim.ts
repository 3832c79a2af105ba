/** Tab, LF, VT, FF, CR and space: the only characters that grading trims (decision 20). */
const isAsciiSpace = (code: number): boolean => code === 0x20 || (code >= 0x09 && code <= 0x0d)

/**
 * Removes ASCII white space from both ends. `String.prototype.trim` would also remove NBSP, BOM and other characters
 * that a model wrote and a strict reader must see.
 */
export const asciiTrim = (text: string): string => {
  let start = 0
  let end = text.length
  while (start < end && isAsciiSpace(text.charCodeAt(start))) start++
  while (end > start && isAsciiSpace(text.charCodeAt(end - 1))) end--
  return text.slice(start, end)
}
