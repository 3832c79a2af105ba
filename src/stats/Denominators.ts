import { ratio } from "./Mean.js"

/** How a planned trial ended, as far as counting goes (specification 10.2, 10.3). */
export type Fate =
  | "correct"
  | "incorrect"
  /** Incorrect, because the output was cut off. */
  | "incomplete"
  /** Incorrect, because the model declined. */
  | "refusal"
  /** Known to be lost by infrastructure. */
  | "lost"
  /** Over, but what became of the request is unknown: it may have been answered, even correctly. */
  | "unresolved"
  /** As `unresolved`, but not over yet: a later start of the run will conclude it. */
  | "open"
  | "not_dispatched"

/** The denominators of specification 10.3 for any set of planned trials. */
export interface Denominators {
  readonly planned: number
  readonly dispatched: number
  /** Trials that are over. */
  readonly terminal: number
  /** The model can be judged. */
  readonly evaluable: number
  readonly correct: number
  /** Dispatched but not evaluable: lost and unresolved together. */
  readonly infrastructureMissing: number
  readonly unresolved: number
  readonly notDispatched: number
  readonly incomplete: number
  readonly refusal: number
}

export const countFates = (fates: Iterable<Fate>): Denominators => {
  const of: Record<Fate, number> = {
    correct: 0,
    incorrect: 0,
    incomplete: 0,
    refusal: 0,
    lost: 0,
    unresolved: 0,
    open: 0,
    not_dispatched: 0
  }
  for (const fate of fates) of[fate]++
  const evaluable = of.correct + of.incorrect + of.incomplete + of.refusal
  const unresolved = of.unresolved + of.open
  const dispatched = evaluable + of.lost + unresolved
  return {
    planned: dispatched + of.not_dispatched,
    dispatched,
    terminal: dispatched - of.open,
    evaluable,
    correct: of.correct,
    infrastructureMissing: of.lost + unresolved,
    unresolved,
    notDispatched: of.not_dispatched,
    incomplete: of.incomplete,
    refusal: of.refusal
  }
}

/** Correct answers among those that can be judged; `null` when none can. Missing trials are not wrong ones. */
export const accuracy = (counts: Denominators): number | null => ratio(counts.correct, counts.evaluable)

/** What a user would have seen: correct ÷ dispatched, and the same if every unresolved trial had been correct. */
export interface OperationalSuccess {
  readonly rate: number | null
  readonly upperBound: number | null
}

export const operationalSuccess = (counts: Denominators): OperationalSuccess => ({
  rate: ratio(counts.correct, counts.dispatched),
  upperBound: ratio(counts.correct + counts.unresolved, counts.dispatched)
})
