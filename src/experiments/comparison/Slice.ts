import type { Level } from "../../stats/Observation.js"
import { byLevel } from "../../stats/order.js"
import type { ComparableTrial } from "./ComparableTrial.js"
import type { Order } from "./Design.js"
import { knownFirst } from "./knownFirst.js"

/** The part of a task and view that a figure speaks of; `null` is all levels together. */
export interface Slice {
  readonly regime: string | null
  readonly depth: Level | null
  readonly filler: Level | null
}

export const everything: Slice = { regime: null, depth: null, filler: null }

export type SliceLevel = "all" | "regime" | "depth" | "filler" | "cell"

export const levelOf = ({ regime, depth, filler }: Slice): SliceLevel => {
  if (regime !== null && depth !== null && filler !== null) return "cell"
  return regime !== null ? "regime" : depth !== null ? "depth" : filler !== null ? "filler" : "all"
}

/** `nonce`, `depth 4`, `filler 32`: what a line of a table or figure speaks of. */
export const sliceName = ({ slice }: { readonly slice: Slice }): string => {
  const level = levelOf(slice)
  switch (level) {
    case "regime":
      return `${slice.regime}`
    case "depth":
      return `depth ${slice.depth}`
    case "filler":
      return `filler ${slice.filler}`
    case "all":
    case "cell":
      return level
  }
}

type Located = Pick<ComparableTrial, "at">

/** Each planned regime, depth and filler by itself. */
export const marginalsOf = (trials: ReadonlyArray<Located>, order: Order): ReadonlyArray<Slice> => {
  const levels = levelsOf(trials, order)
  return [
    ...levels.regimes.map((regime) => ({ ...everything, regime })),
    ...levels.depths.map((depth) => ({ ...everything, depth })),
    ...levels.fillers.map((filler) => ({ ...everything, filler }))
  ]
}

/** The planned levels of each factor, in their own order. */
export const levelsOf = (trials: ReadonlyArray<Located>, { regimes }: Order) => ({
  regimes: knownFirst(
    regimes,
    trials.map(({ at }) => at.regime)
  ),
  depths: ascending(trials.map(({ at }) => at.depth)),
  fillers: ascending(trials.map(({ at }) => at.filler))
})

/** The trials of each regime × depth × filler that was planned, in that order. */
export const cellsOf = <Trial extends Located>(
  trials: ReadonlyArray<Trial>,
  order: Order
): ReadonlyArray<{ readonly slice: Slice; readonly trials: ReadonlyArray<Trial> }> => {
  const { regimes, depths, fillers } = levelsOf(trials, order)
  return regimes
    .flatMap((regime) => depths.flatMap((depth) => fillers.map((filler) => ({ regime, depth, filler }))))
    .map((slice) => ({ slice, trials: trials.filter(inSlice(slice)) }))
    .filter((cell) => cell.trials.length > 0)
}

export const inSlice =
  ({ regime, depth, filler }: Slice) =>
  ({ at }: Located): boolean =>
    (regime === null || regime === at.regime) &&
    (depth === null || depth === at.depth) &&
    (filler === null || filler === at.filler)

const ascending = (levels: ReadonlyArray<Level>): ReadonlyArray<Level> => [...new Set(levels)].sort(byLevel)

export const sameSlice = (a: Slice, b: Slice): boolean =>
  a.regime === b.regime && a.depth === b.depth && a.filler === b.filler
