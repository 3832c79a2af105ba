import type { CaseFamily } from "../CaseFamily.js"

export const cellName = (depth: number, filler: number): string => `depth ${depth}, filler ${filler}`

/** The families of each depth × filler cell, in the order of their first family. */
export const cellsOf = (
  families: ReadonlyArray<CaseFamily>
): ReadonlyMap<string, ReadonlyArray<CaseFamily>> => {
  const cells = new Map<string, Array<CaseFamily>>()
  for (const family of families) {
    const name = cellName(family.depth, family.filler)
    const cell = cells.get(name)
    if (cell === undefined) cells.set(name, [family])
    else cell.push(family)
  }
  return cells
}
