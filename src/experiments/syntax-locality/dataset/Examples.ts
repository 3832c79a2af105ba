import * as Either from "effect/Either"
import type { PlanRefused } from "../../../pipeline/PipelineError.js"
import { JavaRandom, shuffle } from "../../../random/JavaRandom.js"
import { deriveSeed } from "../../../random/Seeds.js"
import { type ReadingView, type Task, tasks } from "../Factors.js"
import type { FamilySeeds } from "./CaseFamily.js"
import { generateFamily, type Taken } from "./generateFamily.js"
import type { Item } from "./Item.js"
import { pick } from "./pick.js"

const exampleDepths = [2, 3, 4]
const maximalFiller = 8

/** Each task has a bank of examples, under a name space of its own (specification 6.1). */
const banks: Readonly<Record<Task, { readonly namespace: string; readonly idPrefix: string }>> = {
  scope_lookup: { namespace: "example", idPrefix: "example" },
  active_stack: { namespace: "example/t2", idPrefix: "t2-example" },
  ast_to_source: { namespace: "example/t3", idPrefix: "t3-example" }
}

/**
 * The examples of the asked tasks. The namespaces do not have the suite's prefix, so smoke, pilot and main show the same examples,
 * and they are drawn first, so families must avoid them and never the reverse. Banks are drawn in the order of the tasks, up
 * to the last one that is asked, so that a bank does not depend on which others are shown.
 */
export const drawExamples = (
  masterSeed: bigint,
  asked: ReadonlyArray<Task>,
  count: number,
  taken: Taken
): Either.Either<ReadonlyArray<Item>, PlanRefused> =>
  Either.gen(function* () {
    const shown: Array<Item> = []
    for (const task of tasks.slice(0, tasks.findLastIndex((known) => asked.includes(known)) + 1)) {
      const bank = yield* drawBank(masterSeed, task, count, taken)
      if (asked.includes(task)) shown.push(...bank)
    }
    return shown
  })

/** Depth 2 to 4, filler 0 to 8, half before and half after the closings, in an order from the seed; every other one an outer lookup. */
const drawBank = (
  masterSeed: bigint,
  task: Task,
  count: number,
  taken: Taken
): Either.Either<ReadonlyArray<Item>, PlanRefused> => {
  const { namespace, idPrefix } = banks[task]
  const random = new JavaRandom(deriveSeed(masterSeed, namespace, 0))
  const indices = Array.from({ length: count }, (_, index) => index)
  const depths = shuffle(
    indices.map((index) => pick(exampleDepths, index % exampleDepths.length)),
    random
  )
  const views = shuffle(
    indices.map((index): ReadingView => (index % 2 === 0 ? "before_close" : "after_close")),
    random
  )
  const outer = shuffle(
    indices.map((index) => index % 2 === 0),
    random
  )
  return Either.all(
    indices.map((index) => {
      const parameters = {
        familyId: `${idPrefix}-${index + 1}`,
        depth: pick(depths, index),
        filler: random.nextInt(maximalFiller + 1),
        outerLookup: pick(outer, index)
      }
      const drawn = generateFamily(parameters, seedsOf(masterSeed, namespace, index), taken)
      return Either.map(
        drawn,
        (family): Item =>
          task === "ast_to_source"
            ? { task, view: "complete", family, tableSeed: tableSeedOf(masterSeed, namespace, index) }
            : { task, view: pick(views, index), family }
      )
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

/** The seed of a table's node ids and row order. */
export const tableSeedOf = (masterSeed: bigint, prefix: string, index: number): bigint =>
  deriveSeed(masterSeed, `${prefix}/table`, index)
