import type { JsonObject } from "../../../json/Json.js"
import type { Settings } from "../Config.js"
import type { Difficulty } from "./difficulty.js"

/** The next candidate of specification 7.3a. */
export const harderGrid = { depth: [8, 16, 32], fillerStatements: [128, 512, 2048] } as const

export interface NextStep {
  readonly advice: string
  /** Keys for `plan --config`, where another pilot comes next. */
  readonly config: JsonObject | null
}

/** What follows from a difficulty: the same for every style, on new families, before any main run is frozen. */
export const nextStep = (
  difficulty: Difficulty,
  grid: NonNullable<Settings["grid"]>,
  seedNamespace: string
): NextStep => {
  switch (difficulty) {
    case "suitable":
      return {
        advice: "The grid can tell styles apart; plan the size of the main run with power.",
        config: null
      }
    case "undecided":
      return {
        advice: "No two answers of a block can be judged: look into what is missing first.",
        config: null
      }
    case "too_hard":
      return {
        advice:
          "Read some prompts and answers first; if nothing is wrong with them, plan an easier grid in a new seed namespace.",
        config: null
      }
    case "too_easy":
    case "few_disagreements":
      return isHardest(grid)
        ? {
            advice:
              "The harder grid was tried already: that this can be read without a visible difference is a result to keep.",
            config: null
          }
        : {
            advice:
              "Raise the difficulty before the number of families: another pilot with this configuration, on new families, for all styles alike.",
            config: { seedNamespace: harderNamespace(seedNamespace), grid: { ...harderGrid } }
          }
  }
}

const isHardest = ({ depth, fillerStatements }: NonNullable<Settings["grid"]>): boolean =>
  harderGrid.depth.every((level) => depth.includes(level)) &&
  harderGrid.fillerStatements.every((level) => fillerStatements.includes(level))

/** A namespace of its own, within the 40 characters that one may have. */
const harderNamespace = (seedNamespace: string): string => `${seedNamespace.slice(0, 33)}-harder`
