import * as Either from "effect/Either"
import type { PlanRefused } from "../../../pipeline/PipelineError.js"
import { JavaRandom, shuffle } from "../../../random/JavaRandom.js"
import { deriveSeed } from "../../../random/Seeds.js"
import type { View } from "../Factors.js"
import type { Example, FamilySeeds } from "./CaseFamily.js"
import { generateFamily, type Taken } from "./generateFamily.js"
import { pick } from "./pick.js"

const exampleDepths = [2, 3, 4]
const maximalFiller = 8

/**
 * The examples of `scope_lookup` (specification 6.1): depth 2 to 4, filler 0 to 8, half before and half after the closings,
 * in an order from the seed; every other one an outer lookup. Their namespaces have no prefix, so smoke, pilot and main
 * show the same examples, and they are drawn first, so families must avoid them and never the reverse.
 */
export const drawExamples = (
  masterSeed: bigint,
  count: number,
  taken: Taken
): Either.Either<ReadonlyArray<Example>, PlanRefused> => {
  const random = new JavaRandom(deriveSeed(masterSeed, "example", 0))
  const indices = Array.from({ length: count }, (_, index) => index)
  const depths = shuffle(
    indices.map((index) => pick(exampleDepths, index % exampleDepths.length)),
    random
  )
  const views = shuffle(
    indices.map((index): View => (index % 2 === 0 ? "before_close" : "after_close")),
    random
  )
  const outer = shuffle(
    indices.map((index) => index % 2 === 0),
    random
  )
  return Either.all(
    indices.map((index) => {
      const parameters = {
        familyId: `example-${index + 1}`,
        depth: pick(depths, index),
        filler: random.nextInt(maximalFiller + 1),
        outerLookup: pick(outer, index)
      }
      const family = generateFamily(parameters, seedsOf(masterSeed, "example", index), taken)
      return Either.map(family, (drawn): Example => ({ family: drawn, view: pick(views, index) }))
    })
  )
}

/** The seeds of family number `index` of the suite whose namespaces begin with `prefix` (decision 1). */
export const seedsOf = (masterSeed: bigint, prefix: string, index: number): FamilySeeds => ({
  structure: deriveSeed(masterSeed, `${prefix}/structure`, index),
  identifier: deriveSeed(masterSeed, `${prefix}/identifier`, index),
  value: deriveSeed(masterSeed, `${prefix}/value`, index),
  filler: deriveSeed(masterSeed, `${prefix}/filler`, index)
})
