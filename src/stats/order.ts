/** Orders text by UTF-16 code units: the same in every locale. */
export const byCodeUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Orders factor levels as numbers, the first factor first. */
export const byLevels = (a: ReadonlyArray<number>, b: ReadonlyArray<number>): number => {
  for (const [index, level] of a.entries()) {
    const other = b[index]
    if (other === undefined) return 1
    if (level !== other) return level - other
  }
  return a.length - b.length
}
