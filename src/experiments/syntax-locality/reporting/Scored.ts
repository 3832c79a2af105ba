import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import type { ReportInput } from "../../../pipeline/Experiment.js"
import { DamagedRecord } from "../../../records/RecordError.js"
import type { ScoreRow } from "../../../records/ScoreRow.js"
import { nothing, type Spending } from "../../../runner/Spending.js"
import { byCodeUnits } from "../../../stats/order.js"
import { TrialFactors } from "../Factors.js"

/** A line of `scores.jsonl` with its coordinates in the design. */
export interface Scored {
  readonly row: ScoreRow
  readonly at: TrialFactors
  /** What all its attempts cost; `null` where no ledger was kept. */
  readonly cost: Spending | null
}

const decodeFactors = Schema.decodeUnknownEither(TrialFactors)

/** Reads the coordinates and puts the rows in schedule order, so that nothing after this depends on their order. */
export const readScored = ({
  costs,
  scores
}: Pick<ReportInput, "costs" | "scores">): Either.Either<ReadonlyArray<Scored>, DamagedRecord> =>
  Either.map(Either.all(scores.map(locate(costs))), (scored) =>
    scored.sort((a, b) => a.row.position - b.row.position || byCodeUnits(a.row.trialId, b.row.trialId))
  )

const locate =
  (costs: ReportInput["costs"]) =>
  (row: ScoreRow): Either.Either<Scored, DamagedRecord> =>
    Either.mapBoth(decodeFactors(row.factors), {
      onLeft: () =>
        new DamagedRecord({
          path: "scores.jsonl",
          line: row.position + 1,
          reason: "its factors are not those of this experiment"
        }),
      onRight: (at) => ({ row, at, cost: costs === null ? null : (costs.get(row.trialId) ?? nothing) })
    })
