import { countDiscordance } from "../../../stats/Discordance.js"
import { enough } from "../../../stats/diagnostics.js"
import { tabulate } from "../../../stats/FamilyTable.js"
import { mean, sum } from "../../../stats/Mean.js"
import type { Contrast } from "../../../stats/Observation.js"
import { familiesIn } from "../../../stats/PairedFamilies.js"
import {
  type Detectable,
  detectable,
  discordanceByStratum,
  type ExpectedStratum,
  expectDiscordance,
  poolDiscordance,
  standardError
} from "../../../stats/Power.js"
import { type ComparableTrial, observe } from "../../comparison/ComparableTrial.js"
import { type SuiteOf, suitesOf } from "../../comparison/suitesOf.js"
import type { Settings } from "../Config.js"
import { contrasts } from "../reporting/contrasts.js"
import { design } from "../reporting/design.js"

type Grid = NonNullable<Settings["grid"]>

/** What decides how well a planned run can see: its grids, words, tasks and views. */
export type Target = Pick<Settings, "generationGrid" | "lexicalRegimes" | "tasks" | "views"> & {
  readonly grid: Grid
}

/** How well one contrast of one task and view could be seen. Nothing here changes when its two styles change places. */
export interface ContrastPower {
  readonly task: string
  readonly view: string
  readonly contrast: Contrast
  /** The target asks for this task and view; otherwise the figures say what it would see if it did. */
  readonly asked: boolean
  readonly families: { readonly available: number; readonly planned: number; readonly discordant: number }
  /** Too few discordant families to take more than an order of magnitude from them (decision 23). */
  readonly scarce: boolean
  readonly strata: ReadonlyArray<ExpectedStratum>
  /** `null` where the pilot has no spread to go by: that is no sign of a perfect eye. */
  readonly estimate: Estimate | null
  /** The same with the mean discordance of all strata, as it is, halved and doubled. */
  readonly pooled: ReadonlyArray<{ readonly factor: number; readonly detectable: Detectable }>
}

export interface Estimate {
  /** Of the target's estimate, as a fraction. */
  readonly standardError: number
  readonly detectable: Detectable
  /** The difference if all discordance went one way. What is larger cannot be there at this discordance. */
  readonly largest: number
}

const sensitivityFactors = [0.5, 1, 2] as const

/**
 * Each contrast of each task and view of the pilot, on the target's grid for that task; tasks without one are left out. The
 * pilot's strata stand for the target's as `expectDiscordance` tells.
 */
export const powerOf = (
  trials: ReadonlyArray<ComparableTrial>,
  target: Target
): ReadonlyArray<ContrastPower> =>
  suitesOf(trials, design.order).flatMap((suite) => {
    const grid = gridFor(suite.task, target)
    const planned = new Set(suite.trials.map(({ at }) => at.style))
    return grid === null
      ? []
      : contrasts
          .filter(({ treatment, baseline }) => planned.has(treatment) && planned.has(baseline))
          .map((contrast) => powerOfContrast(suite, contrast, grid, target))
  })

/** The families that a task would be asked of; `null` where the target has none for it. */
export const gridFor = (task: string, { generationGrid, grid }: Target): Grid | null =>
  task === "ast_to_source" ? generationGrid : grid

export const strataOf = ({ depth, fillerStatements }: Grid): ReadonlyArray<ReadonlyArray<number>> =>
  depth.flatMap((level) => fillerStatements.map((filler) => [level, filler]))

const powerOfContrast = (
  { task, view, trials }: SuiteOf<ComparableTrial>,
  contrast: Contrast,
  grid: Grid,
  { lexicalRegimes, tasks, views }: Target
): ContrastPower => {
  const paired = familiesIn(tabulate(trials.map(observe), contrast), {
    hasStratum: () => true,
    hasRegime: (name) => lexicalRegimes.some((regime) => regime === name)
  })
  const found = discordanceByStratum(paired)
  const strata = expectDiscordance(found, strataOf(grid)) ?? []
  const pooled = poolDiscordance(found)
  const discordant = countDiscordance(paired).families
  return {
    task,
    view,
    contrast,
    asked: tasks.some((one) => one === task) && (view === "complete" || views.some((one) => one === view)),
    families: {
      available: sum(found.map(({ families }) => families)),
      planned: sum(paired.strata.map(({ familiesPlanned }) => familiesPlanned)),
      discordant
    },
    scarce: discordant < enough.discordantFamilies,
    strata,
    estimate: estimateOf(strata, grid.seedsPerCell),
    pooled:
      pooled === null || pooled.meanSquare === 0
        ? []
        : sensitivityFactors.map((factor) => {
            const everywhere = strata.map(() => factor * pooled.meanSquare)
            return { factor, detectable: detectable(standardError(everywhere, grid.seedsPerCell)) }
          })
  }
}

const estimateOf = (strata: ReadonlyArray<ExpectedStratum>, families: number): Estimate | null => {
  const largest = mean(strata.map(({ meanSize }) => meanSize))
  if (largest === null || largest === 0) return null
  const error = standardError(
    strata.map(({ meanSquare }) => meanSquare),
    families
  )
  return { standardError: error, detectable: detectable(error), largest }
}
