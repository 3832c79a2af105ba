import * as Either from "effect/Either"
import { PlanRefused } from "../../../pipeline/PipelineError.js"
import { JavaRandom } from "../../../random/JavaRandom.js"
import type { CutPoint } from "../lang/Ast.js"
import { programEvents } from "../lang/Events.js"
import { type CaseFamily, closingsOf, type FamilySeeds } from "./CaseFamily.js"
import { drawShape, type Shape, type ShapeParameters } from "./drawShape.js"
import { dressShape, plainWardrobe } from "./dressShape.js"
import { drawName, drawValue, drawVariables } from "./Names.js"
import { pick } from "./pick.js"
import { structureHash } from "./structureHash.js"

/** What earlier families of the same dataset, and the examples, have used up. Generating a family adds to it. */
export interface Taken {
  readonly names: Set<string>
  readonly structures: Set<string>
}

export interface FamilyParameters extends ShapeParameters {
  readonly familyId: string
}

/** Far more than a cell needs that has structures left; where none are left, planning must end. */
const maximalDraws = 1000

/**
 * Draws one family (specification 5.3): structure, names, values and payloads each from its own seed. A structure or a
 * name that is taken is drawn again from the same generator, so the result is determined by the seeds and by `taken`.
 */
export const generateFamily = (
  parameters: FamilyParameters,
  seeds: FamilySeeds,
  taken: Taken
): Either.Either<CaseFamily, PlanRefused> =>
  Either.map(drawNewShape(parameters, seeds, taken.structures), ({ shape, hash }) => {
    const { familyId, depth, filler, outerLookup } = parameters
    const identifiers = new JavaRandom(seeds.identifier)
    const values = new JavaRandom(seeds.value)
    const fillers = new JavaRandom(seeds.filler)
    const takenValues = new Set<number>()
    const variables = drawVariables(identifiers)
    const variableOf = (slot: number): string => pick(variables, slot)
    const { program, siblings } = dressShape(shape, {
      variable: variableOf,
      blockName: () => drawName("n_", identifiers, taken.names),
      value: () => drawValue(values, takenValues),
      payload: () => drawName("p_", fillers, taken.names)
    })

    const closings = closingsOf(depth)
    const probeId = drawName("q_", identifiers, taken.names)
    // Nothing follows the nops but the closings of all open blocks, one for each level.
    const beforeClosings = programEvents(program).length - depth
    const cutAfter = (eventCount: number): CutPoint => ({ eventCount, probeId, variable: variableOf(0) })
    return {
      familyId,
      depth,
      filler,
      closings,
      outerLookup,
      program,
      cuts: { before_close: cutAfter(beforeClosings), after_close: cutAfter(beforeClosings + closings) },
      siblings,
      nonceLexicon: null,
      structureHash: hash,
      seeds
    }
  })

const drawNewShape = (
  parameters: FamilyParameters,
  seeds: FamilySeeds,
  taken: Set<string>
): Either.Either<{ readonly shape: ReadonlyArray<Shape>; readonly hash: string }, PlanRefused> => {
  const random = new JavaRandom(seeds.structure)
  for (let draw = 0; draw < maximalDraws; draw++) {
    const shape = drawShape(parameters, random)
    const hash = structureHash(dressShape(shape, plainWardrobe).program)
    if (!taken.has(hash)) {
      taken.add(hash)
      return Either.right({ shape, hash })
    }
  }
  const { familyId, depth, filler } = parameters
  const reason = `no new structure of depth ${depth} with ${filler} fillers was found for ${familyId} in ${maximalDraws} draws; plan fewer families for each cell`
  return Either.left(new PlanRefused({ reason }))
}
