import type { ReadingView } from "../Factors.js"
import type { CutPoint, Program } from "../lang/Ast.js"
import type { NonceId } from "../lang/Lexicon.js"

/** The seeds that one family was drawn from (decision 1), each for one aspect only. */
export interface FamilySeeds {
  readonly structure: bigint
  readonly identifier: bigint
  readonly value: bigint
  readonly filler: bigint
}

/**
 * One base program with its two observations: the unit of sampling (specification 5.1). It knows nothing of notation,
 * and everything that is asked about it shares its names, values and structure.
 */
export interface CaseFamily {
  readonly familyId: string
  /** The largest number of blocks that are open at once, without the global scope. */
  readonly depth: number
  /** Nop statements between the last opener in focus and the before cut. */
  readonly filler: number
  /** Blocks that close between the two observations: the focus. */
  readonly closings: number
  /** After the closings the innermost open block does not bind the variable, so the lookup goes further out. */
  readonly outerLookup: boolean
  readonly program: Program
  readonly cuts: Readonly<Record<ReadingView, CutPoint>>
  /** Names of blocks beside the path to the cut, closed at both observations, that bind the variable as decoys. */
  readonly siblings: ReadonlyArray<string>
  /** The words of the nonce regime, the same for all styles and views; `null` where a plan has no such regime. */
  readonly nonceLexicon: NonceId | null
  /** See `structureHash`. */
  readonly structureHash: string
  /** `null` for a family that was written by hand. */
  readonly seeds: FamilySeeds | null
}

/** Blocks that close between the observations of a program of `depth` (specification 5.3). */
export const closingsOf = (depth: number): number => Math.max(1, Math.min(depth - 1, Math.ceil(depth / 2)))
