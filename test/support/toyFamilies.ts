import * as Effect from "effect/Effect"
import type { Experiment } from "../../src/pipeline/Experiment.js"
import { toyExperiment } from "./toyExperiment.js"

/** The toy experiment with another number of families; each is a block of two trials. */
export const toyFamilies = (families: number): Experiment => {
  const toy = toyExperiment()
  return {
    ...toy,
    resolve: (settings) => Effect.map(toy.resolve(settings), (protocol) => ({ ...protocol, families }))
  }
}
