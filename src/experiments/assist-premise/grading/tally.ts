import type { PremiseScore, ScoreSymbol } from "./scoreReply.js"

/** The columns of the benchmark's own table of results. */
export interface Tally {
  readonly problems: number
  readonly passed: number
  readonly silent: number
  readonly declaredButMissed: number
  readonly missed: number
  readonly invalid: number
  /** Of `problems`, those that need no declaration, and how many of them were given one all the same. */
  readonly controls: number
  readonly controlsDeclared: number
  /** Declared topics that no problem asks for, controls left out: there it is what `controlsDeclared` counts. */
  readonly overDeclared: number
  /** What did not pass, as `P-13:S`, in the order given. */
  readonly notPassed: ReadonlyArray<string>
}

/** The part of a score that is counted. */
export type Counted = Pick<PremiseScore, "id" | "control" | "symbol" | "pass" | "topics" | "overDeclared">

export const tally = (scores: ReadonlyArray<Counted>): Tally => {
  const count = (symbol: ScoreSymbol): number => scores.filter((one) => one.symbol === symbol).length
  const controls = scores.filter(({ control }) => control)
  return {
    problems: scores.length,
    passed: count("."),
    silent: count("S"),
    declaredButMissed: count("W"),
    missed: count("X"),
    invalid: count("i"),
    controls: controls.length,
    controlsDeclared: controls.filter(({ topics }) => topics.length > 0).length,
    overDeclared: scores.reduce((sum, { control, overDeclared }) => sum + (control ? 0 : overDeclared), 0),
    notPassed: scores.flatMap(({ id, pass, symbol }) => (pass ? [] : [`${id}:${symbol}`]))
  }
}
