import type { Definition, Expression, Word } from "./Ast.js"
import type { Budget } from "./Budget.js"
import type { Calendar } from "./Calendar.js"
import type { Interval } from "./Intervals.js"
import type { Prelude } from "./Prelude.js"
import type { Scope } from "./Scope.js"
import type { Span } from "./Span.js"
import type { Environment, FunctionValue, Value } from "./Value.js"
import type { WarningClass } from "./Warning.js"
import type { Zone } from "./Zone.js"

/** What lists, spans, calls and steps may ask of the interpreter. Everything throws a `Fault` at a mistake. */
export interface Machine {
  readonly prelude: Prelude
  readonly budget: Budget
  readonly scope: Scope
  readonly calendar: Calendar
  /** A zone by its IANA name, `null` for none. Counts against the limit of zones. */
  zone(name: string, at: Span): Zone | null
  evaluate(node: Expression, env: Environment): Value
  /** The value of a name, asked for at `at`. */
  lookup(name: string, at: Span, env: Environment): Value
  /** Whether {@link lookup} would find anything. */
  knows(name: string, env: Environment): boolean
  /** The definition that is visible now, of the body's own. */
  definition(name: string): Definition | null
  readonly definitionNames: ReadonlyArray<string>
  /** The value of a definition without parameters. */
  valueOf(definition: Definition, at: Span): Value
  demandFreeParameters(parameters: ReadonlyArray<Word>): void
  /** Whether the name stands for `bizDay` or a calendar word here, which come before definitions. */
  isCalendars(name: string): boolean
  call(function_: FunctionValue, args: ReadonlyArray<Value>, at: Span): Value
  /** Runs `inside` while `key` counts as being evaluated; a second time within itself is a cycle. */
  within<A>(key: object, name: string, at: Span, inside: () => A): A
  /** Runs a predicate of `filter`. The doubt that it meets is returned, not thrown. */
  decide(predicate: FunctionValue, argument: Value, at: Span): Value | Undecided
  /** Whether a predicate of `filter` is being evaluated. */
  readonly deciding: boolean
  warn(warning: WarningClass, at: Span): void
}

/** Thrown by `coincides` where nobody knows the answer: the doubt, and the window that was asked about. */
export class Undecided {
  constructor(readonly intervals: ReadonlyArray<Interval>) {}
}
