import type { ExpectedStack } from "./goldOf.js"

/** How an array of names differs from the open blocks (specification 10.6). All zero: it is right. */
export interface StackDiagnostics {
  /** Names given minus names expected. */
  readonly elementDifference: number
  /** Open blocks that are not listed. */
  readonly missingNames: number
  /** Elements that name a block which was closed before the probe. */
  readonly closedNames: number
  /** Elements that name no block of the program so far. */
  readonly unknownNames: number
  /** Elements that repeat an open block which was listed before. */
  readonly repeatedNames: number
  /** 1 if the open blocks that are listed, each counted where it is listed first, are out of order. */
  readonly misordered: 0 | 1
}

/** Linear in both. */
export const stackDiagnostics = (
  found: ReadonlyArray<string>,
  { activeScopes, closedScopes }: ExpectedStack
): StackDiagnostics => {
  const placeOf = new Map(activeScopes.map((name, index) => [name, index]))
  const closed = new Set(closedScopes)
  const listed = new Set<string>()
  const counts = { closedNames: 0, unknownNames: 0, repeatedNames: 0 }
  let last = -1
  let misordered: 0 | 1 = 0
  for (const name of found) {
    const place = placeOf.get(name)
    if (place === undefined) counts[closed.has(name) ? "closedNames" : "unknownNames"]++
    else if (listed.has(name)) counts.repeatedNames++
    else {
      if (place < last) misordered = 1
      last = place
      listed.add(name)
    }
  }
  return {
    elementDifference: found.length - activeScopes.length,
    missingNames: activeScopes.length - listed.size,
    ...counts,
    misordered
  }
}

/** The diagnostics in one short phrase, such as `1 missing, 2 closed, out of order`. */
export const stackReason = (diagnostics: StackDiagnostics): string =>
  [
    counted(diagnostics.missingNames, "missing"),
    counted(diagnostics.closedNames, "closed"),
    counted(diagnostics.unknownNames, "unknown"),
    counted(diagnostics.repeatedNames, "repeated"),
    ...(diagnostics.misordered === 1 ? ["out of order"] : [])
  ]
    .filter((part) => part !== "")
    .join(", ")

const counted = (count: number, what: string): string => (count === 0 ? "" : `${count} ${what}`)
