import type { ReportInput } from "../../../pipeline/Experiment.js"
import type { Resampling } from "../../../stats/ClusterBootstrap.js"
import type { Contrast } from "../../../stats/Observation.js"
import { byCodeUnits } from "../../../stats/order.js"
import { textOf } from "../../comparison/textOf.js"
import { withheldBecause } from "../../comparison/withheld.js"
import { type Arm, armsOf, isAaArm } from "../Arms.js"
import { primaryAmong } from "./contrasts.js"
import type { Scored } from "./Scored.js"

/** What a reader must know of a run before its figures. */
export interface RunFacts {
  readonly preset: string
  readonly model: string
  /** Models that answered, with their numbers of replies. */
  readonly returnedModels: ReadonlyArray<readonly [model: string, replies: number]>
  /** Some row was produced by a simulated model. */
  readonly synthetic: boolean
  /** Some planned trial was not dispatched. */
  readonly provisional: boolean
  readonly notDispatched: number
  readonly planned: number
  readonly resampling: Resampling
  /** Both arms are one notation: whatever is found between them is chance. */
  readonly aa: boolean
  /** The arms in the order of tables. */
  readonly arms: ReadonlyArray<Arm>
  /** D−B, or in an A/A run the contrast of its two arms. */
  readonly primary: Contrast
  /** Why no statement on chance may be made; `null` if it may. */
  readonly withheld: string | null
}

export const runFacts = (
  { protocol }: Pick<ReportInput, "protocol">,
  resampling: Resampling,
  trials: ReadonlyArray<Scored>
): RunFacts => {
  const rows = trials.map(({ row }) => row)
  const aa = trials.some(({ at }) => isAaArm(at.style))
  const preset = textOf(protocol["preset"])
  const notDispatched = rows.filter((row) => row.outcome === "not_dispatched").length
  return {
    preset,
    model: textOf(protocol["model"]),
    returnedModels: countModels(rows.flatMap((row) => row.returnedModel ?? [])),
    synthetic: rows.some((row) => row.synthetic_mock),
    provisional: notDispatched > 0,
    notDispatched,
    planned: rows.length,
    resampling,
    aa,
    arms: armsOf(aa),
    primary: primaryAmong(trials.map(({ at }) => at.style)),
    withheld: withheldBecause(preset, notDispatched)
  }
}

const countModels = (models: ReadonlyArray<string>): RunFacts["returnedModels"] => {
  const counts = new Map<string, number>()
  for (const model of models) counts.set(model, (counts.get(model) ?? 0) + 1)
  return [...counts].sort(([a], [b]) => byCodeUnits(a, b))
}
