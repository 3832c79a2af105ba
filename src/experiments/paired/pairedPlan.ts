import * as Either from "effect/Either"
import { isObject, type JsonObject } from "../../json/Json.js"
import type { Plan, PlannedCase } from "../../pipeline/Experiment.js"
import { Gold } from "../../pipeline/Gold.js"
import { PlanRefused } from "../../pipeline/PipelineError.js"
import { deriveSeed } from "../../random/Seeds.js"
import type { PairedExperiment, PairedFamily } from "./PairedExperiment.js"

/** The plan that a protocol determines; refuses families that are named twice in a regime or miss an arm. */
export const derivePaired = (
  definition: PairedExperiment,
  protocol: JsonObject
): Either.Either<Plan, PlanRefused> => {
  const { masterSeed, model, replicates, settings, version } = protocol
  if (
    version !== definition.version ||
    typeof model !== "string" ||
    typeof replicates !== "number" ||
    typeof masterSeed !== "string" ||
    !isObject(settings)
  ) {
    return refuse(`the protocol is not one of ${definition.id}, version ${definition.version}`)
  }
  const seed = (namespace: string, index: number) =>
    deriveSeed(BigInt(masterSeed), `${definition.id}/${namespace}`, index)
  const families = [...definition.families({ settings, seed })]
  const problem = problemOf(families, definition.arms)
  if (problem !== null) return refuse(problem)
  return Either.right({
    files: [],
    gold: families.map((family) => ({ goldId: blockOf(family), answer: Gold.seal(family.gold) })),
    cases: { [Symbol.iterator]: () => casesOf(definition, families, model) },
    replicates,
    scheduleSeed: seed("schedule", 0),
    truncation: "disabled"
  })
}

const refuse = (reason: string) => Either.left(new PlanRefused({ reason }))

const regimeOf = ({ regime = "all" }: PairedFamily): string => regime

const blockOf = (family: PairedFamily): string => `${family.family}/${regimeOf(family)}`

const problemOf = (families: ReadonlyArray<PairedFamily>, arms: ReadonlyArray<string>): string | null => {
  const seen = new Set<string>()
  for (const family of families) {
    const block = blockOf(family)
    if (seen.has(block)) return `there are two families ${block}`
    seen.add(block)
    const missing = arms.find((arm) => family.prompts[arm] === undefined)
    if (missing !== undefined) return `family ${block} has no prompt for ${missing}`
  }
  return families.length === 0 ? "there are no families" : null
}

function* casesOf(
  { arms, id, maxOutputTokens }: PairedExperiment,
  families: ReadonlyArray<PairedFamily>,
  model: string
): Generator<PlannedCase> {
  for (const family of families) {
    const [depth, filler] = family.stratum ?? [0]
    for (const style of arms) {
      const prompt = family.prompts[style] ?? { instructions: "", user: "" }
      yield {
        caseId: `${blockOf(family)}/${style}`,
        goldId: blockOf(family),
        block: blockOf(family),
        factors: {
          task: id,
          familyId: family.family,
          depth,
          filler: filler ?? 0,
          view: "whole",
          regime: regimeOf(family),
          style
        },
        request: {
          model,
          instructions: prompt.instructions,
          input: [{ role: "user", content: prompt.user }],
          reasoningEffort: null,
          maxOutputTokens
        },
        record: { chars: prompt.user.length }
      }
    }
  }
}
