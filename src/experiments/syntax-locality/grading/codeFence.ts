import { asciiTrim } from "./asciiTrim.js"

const opening = /^(`{3,})[^`]*$/
const closing = /^`{3,}$/

/**
 * The content of the one code fence that is the whole answer, or `null` when the answer is anything else (specification
 * 10.1). After {@link asciiTrim}:
 *
 * - the first line is three or more backticks and an optional info string without backticks;
 * - the last line is backticks only, at least as many as in the first;
 * - no line between begins with three backticks, so there is one fence and not several.
 *
 * Lines end with LF or CRLF. The content keeps its line breaks, except the one before the closing line. A code span on
 * one line, a fence with text around it, and `~~~` are not taken apart.
 */
export const insideWholeFence = (answer: string): string | null => {
  const trimmed = asciiTrim(answer)
  if (!trimmed.startsWith("```")) return null
  const lines = trimmed.split("\n")
  const ticks = opening.exec(withoutCr(lines[0]))?.[1]
  const last = withoutCr(lines.at(-1))
  if (ticks === undefined || lines.length < 2 || !closing.test(last) || last.length < ticks.length)
    return null
  const content = lines.slice(1, -1)
  return content.some((line) => line.startsWith("```")) ? null : withoutCr(content.join("\n"))
}

const withoutCr = (line = ""): string => (line.endsWith("\r") ? line.slice(0, -1) : line)
