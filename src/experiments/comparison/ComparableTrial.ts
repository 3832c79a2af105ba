import type { ScoreRow } from "../../records/ScoreRow.js"
import type { Level, Observation } from "../../stats/Observation.js"

/** What a paired comparison asks of a trial. A line of scores has it, and so has any table with these columns. */
export interface ComparableTrial {
  readonly at: {
    readonly task: string
    readonly view: string
    readonly familyId: string
    readonly depth: Level
    readonly filler: Level
    readonly regime: string
    readonly style: string
  }
  readonly row: Pick<ScoreRow, "replicate" | "correct">
}

/** Strata are depth × filler; both lexical regimes belong to the same family. */
export const observe = ({ row, at }: ComparableTrial): Observation => ({
  family: at.familyId,
  stratum: [at.depth, at.filler],
  regime: at.regime,
  arm: at.style,
  replicate: row.replicate,
  correct: row.correct
})
