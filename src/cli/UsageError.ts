import * as Data from "effect/Data"

/** A command line that cannot be followed. Nothing has been read, written or sent because of it. */
export class UsageError extends Data.TaggedError("UsageError")<{
  /** One line that names the flag or word at fault and, where possible, what would do. */
  readonly problem: string
}> {
  override get message(): string {
    return this.problem
  }
}
