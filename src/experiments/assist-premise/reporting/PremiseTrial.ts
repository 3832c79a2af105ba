import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { isModelOutcome } from "../../../records/Outcome.js"
import { DamagedRecord } from "../../../records/RecordError.js"
import { files } from "../../../records/RunDirectory.js"
import type { ScoreRow } from "../../../records/ScoreRow.js"
import { type ScoreSymbol, symbols } from "../grading/scoreReply.js"
import type { Counted } from "../grading/tally.js"
import { isControl, type Problem } from "../problems/Problem.js"
import { isTopic, type Topic } from "../problems/Topic.js"

/** What the grade of one trial says, as a report needs it. */
export interface Judgement extends Counted {
  readonly symbol: ScoreSymbol
  readonly declared: boolean
  /** The key of the accepted reading. */
  readonly matched: string | null
  readonly topics: ReadonlyArray<Topic>
  /** Times that a body was sent back, and why. */
  readonly repairs: number
  readonly repaired: ReadonlyArray<string>
}

/** One trial with its problem. */
export interface PremiseTrial {
  readonly problem: Problem
  readonly replicate: number
  readonly row: ScoreRow
  /** `null`: the model cannot be judged. */
  readonly judged: Judgement | null
}

const decode = Schema.decodeUnknownEither(
  Schema.Struct({
    symbol: Schema.Literal(...symbols),
    declared: Schema.Literal(0, 1),
    matched: Schema.NullOr(Schema.String),
    topics: Schema.String,
    overDeclared: Schema.Int,
    repairs: Schema.Int,
    repaired: Schema.String
  })
)

const words = (text: string): ReadonlyArray<string> => (text === "" ? [] : text.split(" "))

/** The trials of a run in the order of the problems, replicate after replicate. */
export const premiseTrials = (
  problems: ReadonlyArray<Problem>,
  scores: ReadonlyArray<ScoreRow>
): Either.Either<ReadonlyArray<PremiseTrial>, DamagedRecord> =>
  Either.gen(function* () {
    const trials: Array<PremiseTrial> = []
    for (const problem of problems) {
      const rows = scores.filter(({ goldId }) => goldId === problem.id)
      for (const row of [...rows].sort((a, b) => a.replicate - b.replicate)) {
        const judged = isModelOutcome(row.outcome) ? yield* judgement(problem, row) : null
        trials.push({ problem, replicate: row.replicate, row, judged })
      }
    }
    return trials
  })

const judgement = (problem: Problem, row: ScoreRow): Either.Either<Judgement, DamagedRecord> =>
  Either.mapBoth(decode(row.diagnostics), {
    onLeft: () =>
      new DamagedRecord({
        path: files.scores,
        line: 0,
        reason: `the diagnostics of trial ${row.trialId} are not those of this experiment`
      }),
    onRight: (found) => ({
      id: problem.id,
      control: isControl(problem),
      symbol: found.symbol,
      pass: row.correct === 1,
      declared: found.declared === 1,
      matched: found.matched,
      topics: words(found.topics).filter(isTopic),
      overDeclared: found.overDeclared,
      repairs: found.repairs,
      repaired: words(found.repaired)
    })
  })
