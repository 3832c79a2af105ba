import { isModelOutcome, type Outcome, outcomes } from "../../../records/Outcome.js"
import { type Spending, sumSpending } from "../../../runner/Spending.js"
import {
  accuracy,
  countFates,
  type Denominators,
  type OperationalSuccess,
  operationalSuccess
} from "../../../stats/Denominators.js"
import { ratio } from "../../../stats/Mean.js"
import { fateOf } from "../../comparison/fateOf.js"
import type { Scored } from "./Scored.js"
import { summariseUsage, type Usage } from "./Usage.js"

/** The common figures of any set of trials (specification 10.3, 10.6). Rates are fractions; `null` where nothing is counted. */
export interface Condition {
  readonly counts: Denominators
  readonly outcomes: Readonly<Record<Outcome, number>>
  /** Strict: correct ÷ evaluable. */
  readonly accuracy: number | null
  /** As `accuracy`, but where there is an auxiliary score it replaces the strict one (specification 10.1). */
  readonly auxiliaryAccuracy: number | null
  readonly operational: OperationalSuccess
  /** Of evaluable trials. */
  readonly truncationRate: number | null
  readonly refusalRate: number | null
  /** Of dispatched trials: more than one attempt; outcome unknown. */
  readonly retryRate: number | null
  readonly ambiguousRate: number | null
  /** HTTP attempts, retries included. */
  readonly attempts: number
  /** By the ledger, over all attempts, lost and unreadable ones too; `null` where none was kept. */
  readonly spending: Spending | null
  readonly usage: Usage
}

export const summarise = (trials: ReadonlyArray<Scored>): Condition => {
  const rows = trials.map(({ row }) => row)
  const counts = countFates(rows.map(fateOf))
  const found = Object.fromEntries(outcomes.map((outcome) => [outcome, 0])) as Record<Outcome, number> // one key an outcome
  for (const row of rows) found[row.outcome]++
  const evaluable = rows.filter((row) => isModelOutcome(row.outcome))
  const auxiliary = evaluable.filter((row) => (row.auxiliaryCorrect ?? row.correct) === 1).length
  return {
    counts,
    outcomes: found,
    accuracy: accuracy(counts),
    auxiliaryAccuracy: ratio(auxiliary, counts.evaluable),
    operational: operationalSuccess(counts),
    truncationRate: ratio(counts.incomplete, counts.evaluable),
    refusalRate: ratio(counts.refusal, counts.evaluable),
    retryRate: ratio(rows.filter((row) => row.attempts > 1).length, counts.dispatched),
    ambiguousRate: ratio(counts.unresolved, counts.dispatched),
    attempts: rows.reduce((total, row) => total + row.attempts, 0),
    spending: sumSpending(trials.map(({ cost }) => cost)),
    usage: summariseUsage(evaluable)
  }
}
