import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { DamagedRecord } from "../../../records/RecordError.js"
import type { ScoreRow } from "../../../records/ScoreRow.js"
import { byCodeUnits } from "../../../stats/order.js"
import { TrialFactors } from "../Factors.js"

/** A line of `scores.jsonl` with its coordinates in the design. */
export interface Scored {
  readonly row: ScoreRow
  readonly at: TrialFactors
}

const decodeFactors = Schema.decodeUnknownEither(TrialFactors)

/** Reads the coordinates and puts the rows in schedule order, so that nothing after this depends on their order. */
export const readScored = (
  rows: ReadonlyArray<ScoreRow>
): Either.Either<ReadonlyArray<Scored>, DamagedRecord> =>
  Either.map(Either.all(rows.map(locate)), (scored) =>
    scored.sort((a, b) => a.row.position - b.row.position || byCodeUnits(a.row.trialId, b.row.trialId))
  )

const locate = (row: ScoreRow): Either.Either<Scored, DamagedRecord> =>
  Either.mapBoth(decodeFactors(row.factors), {
    onLeft: () =>
      new DamagedRecord({
        path: "scores.jsonl",
        line: row.position + 1,
        reason: "its factors are not those of this experiment"
      }),
    onRight: (at) => ({ row, at })
  })
