import type { Level } from "./Observation.js"

/** Orders text by UTF-16 code units: the same in every locale. */
export const byCodeUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Orders numbers as numbers, texts by code units, and any number before any text. */
export const byLevel = (a: Level, b: Level): number => {
  if (typeof a === "number") return typeof b === "number" ? a - b : -1
  return typeof b === "number" ? 1 : byCodeUnits(a, b)
}

/** Orders strata level by level, the first factor first. */
export const byLevels = (a: ReadonlyArray<Level>, b: ReadonlyArray<Level>): number => {
  for (const [index, level] of a.entries()) {
    const other = b[index]
    if (other === undefined) return 1
    if (level !== other) return byLevel(level, other)
  }
  return a.length - b.length
}
