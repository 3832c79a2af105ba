import * as Either from "effect/Either"
import type { PlanRefused } from "../../../pipeline/PipelineError.js"
import { JavaRandom } from "../../../random/JavaRandom.js"
import { deriveSeed } from "../../../random/Seeds.js"
import { allocateLexicons } from "./allocateLexicons.js"
import type { CaseFamily, Example } from "./CaseFamily.js"
import { drawExamples, seedsOf } from "./Examples.js"
import { generateFamily, type Taken } from "./generateFamily.js"
import { smokeFamilies } from "./smokeCases.js"

/** What is drawn: every depth with every filler, `seedsPerCell` families each. */
export interface Grid {
  readonly depth: ReadonlyArray<number>
  readonly fillerStatements: ReadonlyArray<number>
  readonly seedsPerCell: number
}

export interface DatasetParameters {
  readonly masterSeed: bigint
  /** Begins the namespace of every seed but the examples', so that two suites never share a family. */
  readonly seedNamespace: string
  /** `null`: the hand-made families. */
  readonly grid: Grid | null
  readonly fewShotCount: number
  readonly nonce: boolean
}

export interface Dataset {
  /** In grid order: depth, then filler, then index. */
  readonly families: ReadonlyArray<CaseFamily>
  readonly examples: ReadonlyArray<Example>
}

/** Pure: the same parameters give the same dataset on every machine. */
export const generateDataset = (parameters: DatasetParameters): Either.Either<Dataset, PlanRefused> =>
  Either.gen(function* () {
    const { masterSeed, fewShotCount, grid } = parameters
    const taken: Taken = { names: new Set(), structures: new Set() }
    const examples = yield* drawExamples(masterSeed, fewShotCount, taken)
    const families = grid === null ? smokeFamilies : yield* drawGrid(grid, parameters, taken)
    return { families, examples }
  })

/**
 * A family's seeds have its place in the whole grid as their index, a cell's lexicons the cell's place. Outer lookups alternate
 * within a cell, starting with the other kind in the next cell, so that cells of odd size balance each other.
 */
const drawGrid = (
  grid: Grid,
  { masterSeed, seedNamespace, nonce }: DatasetParameters,
  taken: Taken
): Either.Either<ReadonlyArray<CaseFamily>, PlanRefused> =>
  Either.gen(function* () {
    const families: Array<CaseFamily> = []
    const cells = grid.depth.flatMap((depth) => grid.fillerStatements.map((filler) => ({ depth, filler })))
    for (const [cell, { depth, filler }] of cells.entries()) {
      const lexiconSeed = deriveSeed(masterSeed, `${seedNamespace}/lexicon`, cell)
      const lexicons = allocateLexicons(grid.seedsPerCell, new JavaRandom(lexiconSeed))
      for (const [index, lexicon] of lexicons.entries()) {
        const familyId = `d${pad(depth, 2)}-f${pad(filler, 3)}-${pad(index + 1, 2)}`
        const outerLookup = (cell + index) % 2 === 1
        const seeds = seedsOf(masterSeed, seedNamespace, families.length)
        const family = yield* generateFamily({ familyId, depth, filler, outerLookup }, seeds, taken)
        families.push(nonce ? { ...family, nonceLexicon: lexicon } : family)
      }
    }
    return families
  })

const pad = (number: number, digits: number): string => String(number).padStart(digits, "0")
