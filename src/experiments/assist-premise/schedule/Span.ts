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

export const positionOf = (source: string, offset: number): Position => {
  const before = source.slice(0, offset)
  const lineStart = before.lastIndexOf("\n") + 1
  return { line: before.split("\n").length, column: [...before.slice(lineStart)].length + 1 }
}
