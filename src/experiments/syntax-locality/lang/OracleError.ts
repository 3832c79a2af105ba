import * as Data from "effect/Data"

/** Why there is nothing to observe at a probe. */
export type OracleFailure =
  /** The cut lies outside the program. */
  | "cut_out_of_range"
  /** A block is closed where none is open. */
  | "underflow"
  /** No open scope binds the variable. */
  | "unbound_variable"

export class OracleError extends Data.TaggedError("OracleError")<{
  readonly reason: OracleFailure
  readonly detail: string
}> {
  override get message(): string {
    return `${this.reason}: ${this.detail}`
  }
}
