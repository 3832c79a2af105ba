import * as Either from "effect/Either"
import type { PlanRefused } from "../../../pipeline/PipelineError.js"
import { JavaRandom } from "../../../random/JavaRandom.js"
import { deriveSeed } from "../../../random/Seeds.js"
import { readingTasks, type Task } from "../Factors.js"
import { allocateLexicons } from "./allocateLexicons.js"
import type { CaseFamily } from "./CaseFamily.js"
import { drawExamples, seedsOf, tableSeedOf } from "./Examples.js"
import { generateFamily, type Taken } from "./generateFamily.js"
import type { GenerationItem, Item } from "./Item.js"
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
  readonly tasks: ReadonlyArray<Task>
  /** Of the reading tasks. `null`: the hand-made families, for all tasks. */
  readonly grid: Grid | null
  /** Of `ast_to_source`; `null` where that is not asked, or asked of the hand-made families. */
  readonly generationGrid: Grid | null
  readonly fewShotCount: number
  readonly nonce: boolean
}

export interface Dataset {
  /** What the reading tasks are asked about, in grid order: depth, then filler, then index. */
  readonly families: ReadonlyArray<CaseFamily>
  /** What `ast_to_source` is asked about, in grid order. */
  readonly generation: ReadonlyArray<GenerationItem>
  /** Task by task, in the order in which they are shown. */
  readonly examples: ReadonlyArray<Item>
}

/** Pure: the same parameters give the same dataset on every machine. */
export const generateDataset = (parameters: DatasetParameters): Either.Either<Dataset, PlanRefused> =>
  Either.gen(function* () {
    const { masterSeed, seedNamespace, tasks, fewShotCount, grid, generationGrid } = parameters
    const taken: Taken = { names: new Set(), structures: new Set() }
    const examples = yield* drawExamples(masterSeed, tasks, fewShotCount, taken)
    const suite = (idPrefix: string, namespace: string, asked: boolean, own: Grid | null) =>
      asked ? familiesOf(own, { ...parameters, idPrefix, namespace }, taken) : Either.right([])

    const reading = readingTasks.some((task) => tasks.includes(task))
    const families = yield* suite("", seedNamespace, reading, grid)
    const namespace = `${seedNamespace}/t3`
    const written = yield* suite("t3-", namespace, tasks.includes("ast_to_source"), generationGrid)
    const generation = written.map(
      (family, index): GenerationItem => ({
        task: "ast_to_source",
        view: "complete",
        family,
        tableSeed: tableSeedOf(masterSeed, namespace, index)
      })
    )
    return { families, generation, examples }
  })

interface Suite {
  readonly masterSeed: bigint
  readonly namespace: string
  /** Begins the ids of drawn families. */
  readonly idPrefix: string
  readonly nonce: boolean
}

/**
 * A family's seeds have its place in the whole grid as their index, a cell's lexicons the cell's place. Outer lookups alternate
 * within a cell, starting with the other kind in the next cell, so that cells of odd size balance each other.
 */
const familiesOf = (
  grid: Grid | null,
  { masterSeed, namespace, idPrefix, nonce }: Suite,
  taken: Taken
): Either.Either<ReadonlyArray<CaseFamily>, PlanRefused> =>
  Either.gen(function* () {
    if (grid === null) return smokeFamilies
    const families: Array<CaseFamily> = []
    const cells = grid.depth.flatMap((depth) => grid.fillerStatements.map((filler) => ({ depth, filler })))
    for (const [cell, { depth, filler }] of cells.entries()) {
      const lexiconSeed = deriveSeed(masterSeed, `${namespace}/lexicon`, cell)
      const lexicons = allocateLexicons(grid.seedsPerCell, new JavaRandom(lexiconSeed))
      for (const [index, lexicon] of lexicons.entries()) {
        const familyId = `${idPrefix}d${pad(depth, 2)}-f${pad(filler, 3)}-${pad(index + 1, 2)}`
        const outerLookup = (cell + index) % 2 === 1
        const seeds = seedsOf(masterSeed, namespace, families.length)
        const family = yield* generateFamily({ familyId, depth, filler, outerLookup }, seeds, taken)
        families.push(nonce ? { ...family, nonceLexicon: lexicon } : family)
      }
    }
    return families
  })

const pad = (number: number, digits: number): string => String(number).padStart(digits, "0")
