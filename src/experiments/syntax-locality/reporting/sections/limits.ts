import { enough } from "../../../../stats/diagnostics.js"
import { primaryOf, type Results } from "../Results.js"
import { extremeOfSuite } from "../reading.js"

/** 10. What these figures cannot show, and what could be done next. */
export const limitsSection = (results: Results): ReadonlyArray<string> => [
  [...limits, chance(results)].map((limit) => `- ${limit}`).join("\n"),
  "Candidates for a next experiment, each with new families, planned before any answer is read:",
  next(results)
    .map((candidate) => `- ${candidate}`)
    .join("\n")
]

const limits = [
  "One model, one prompt with fixed examples, one small artificial language: nothing here speaks for other models, prompts or real programming languages.",
  "Invented words weaken the influence of training data and tokenisation; they do not remove it. Eight fixed nonce lexicons do not stand for all invented words.",
  "A notation is compared as a whole. It also changes the length of the prompt, so a difference is not the effect of one feature alone.",
  "before_close is a control view and no strict negative control: its programs contain earlier endings.",
  "Tokens and time are what a service reports. They do not measure cognitive load or computation.",
  "The unit of sampling is the family. Styles, lexical regimes and replicates of one family are not independent cases."
]

const chance = ({ run }: Results): string =>
  run.withheld === null
    ? "An interval speaks of other families drawn in the same way, with this model and this prompt. Percentile intervals are too narrow where families or disagreements are few, and none is adjusted for the number of comparisons."
    : "No interval was computed, so no statement on chance is made."

const next = (results: Results): ReadonlyArray<string> => {
  const { run, suites } = results
  if (run.aa) return ["A run of the notations: this one tells only what chance makes of none."]
  if (run.preset === "smoke") return ["The pilot, once everything in this run works as it should."]
  const discordant = suites.flatMap(
    ({ overall }) => primaryOf(overall)?.difference.discordance.families ?? []
  )
  return [
    ...(suites.some((suite) => extremeOfSuite(suite) === "ceiling") ||
    discordant.some((families) => families < enough.discordantFamilies)
      ? [
          "Answers are near the ceiling or few families tell D and B apart: depth 8, 16, 32 with filler 128, 512, 2048, the same for every style, with a new seed namespace."
        ]
      : []),
    ...(suites.some((suite) => extremeOfSuite(suite) === "floor")
      ? ["Answers are near the floor: an easier grid, the same for every style."]
      : []),
    ...(suites.some(({ overall }) => overall.pooled.counts.incomplete > 0)
      ? [
          "Some output was cut off: a higher output limit for every style of the task, never for one style alone."
        ]
      : []),
    "Reasoning effort none, low and medium on the same cases.",
    "Blocks of one kind only, so that the kind in an ending cannot tell blocks apart.",
    "Prompts matched in tokens by padding of fixed place and meaning, beside the natural comparison."
  ]
}
