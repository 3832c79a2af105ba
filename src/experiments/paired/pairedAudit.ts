import * as Effect from "effect/Effect"
import type { AuditCheck, ReadError, SavedPlan } from "../../pipeline/Experiment.js"
import type { PlannedTrial } from "../../records/PlannedTrial.js"
import type { PairedExperiment } from "./PairedExperiment.js"

/** What must hold of every paired plan, then what the definition asks for. */
export const auditPaired = (
  { arms, checks }: PairedExperiment,
  saved: SavedPlan
): Effect.Effect<ReadonlyArray<AuditCheck>, ReadError> =>
  Effect.gen(function* () {
    const torn = [...blocksOf(saved.trials)].flatMap(([block, trials]) =>
      [...arms].toSorted().join() === trials.map(armOf).toSorted().join() ? [] : [block]
    )
    const unlike: Array<string> = []
    for (const [block, trials] of blocksOf(saved.trials)) {
      const settings = new Set<string>()
      for (const trial of trials) {
        const { maxOutputTokens, model, reasoningEffort } = yield* saved.request(trial)
        settings.add(JSON.stringify([model, reasoningEffort, maxOutputTokens]))
      }
      if (settings.size > 1) unlike.push(block)
    }
    return [
      check("every matched block has each arm once", saved.trials.length, torn),
      check("the requests of a block have the same settings", saved.trials.length, unlike),
      ...(checks?.(saved) ?? [])
    ]
  })

const check = (name: string, checked: number, problems: ReadonlyArray<string>): AuditCheck => ({
  name,
  passed: checked > 0 && problems.length === 0,
  checked,
  detail: problems.slice(0, 5).join(", ")
})

const armOf = ({ factors }: PlannedTrial): string => String(factors["style"])

const blocksOf = (trials: ReadonlyArray<PlannedTrial>): ReadonlyMap<string, ReadonlyArray<PlannedTrial>> => {
  const blocks = new Map<string, Array<PlannedTrial>>()
  for (const trial of trials) {
    const block = `${trial.block} ${trial.replicate}`
    const own = blocks.get(block)
    if (own === undefined) blocks.set(block, [trial])
    else own.push(trial)
  }
  return blocks
}
