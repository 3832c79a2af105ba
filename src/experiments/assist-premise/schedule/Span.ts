/** A part of the source, in UTF-16 code units, half-open. */
export interface Span {
  readonly start: number
  readonly end: number
}

export const spanning = (from: Span, to: Span): Span => ({ start: from.start, end: to.end })

/** 1-based; columns count code points, so that a character outside the basic plane is one column. */
export interface Position {
  readonly line: number
  readonly column: number
}

export const codePointsOf = (text: string): number => {
  let count = text.length
  for (let i = 0; i < text.length; i++) if ((text.codePointAt(i) ?? 0) > 0xffff) count--
  return count
}

export const positionOf = (source: string, offset: number): Position => {
  const before = source.slice(0, offset)
  const lineStart = before.lastIndexOf("\n") + 1
  return { line: before.split("\n").length, column: codePointsOf(before.slice(lineStart)) + 1 }
}
