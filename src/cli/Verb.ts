import type { Effect } from "effect/Effect"
import type { Disk } from "../records/Disk.js"
import type { Processes } from "../runner/RunLock.js"
import type { Shutdown } from "../runner/Shutdown.js"
import type { ExitCode } from "./exitCode.js"
import { type Flags, toggle, type Values } from "./Flag.js"
import type { Stdin } from "./Stdin.js"

/** What a verb has to say when it did not fail. Nothing is printed before the end but progress, on stderr. */
export interface Result {
  /** Printed with `--json` as one object; `undefined` if the verb has printed it already. */
  readonly json: unknown
  /** Printed without `--json`: lines for people. */
  readonly lines: ReadonlyArray<string>
  readonly code: ExitCode
  /** What a person would type or read next. */
  readonly next: string
}

/** Any tagged error: a message for people, and a tag that decides the exit code. */
export interface Failure {
  readonly _tag: string
  readonly message: string
}

/** What verbs may ask of the process. */
export type CliServices = Disk | Processes | Shutdown | Stdin

/** A required word without a flag. */
export interface Operand {
  readonly placeholder: string
  readonly about: string
}

/** A verb of the command line, as data, and the function behind it. */
export interface Verb<F extends Flags = Flags> {
  readonly name: string
  /** One sentence, for the list of verbs and the head of its own help. */
  readonly summary: string
  readonly examples: ReadonlyArray<string>
  /** Lines of its own help behind the options, for what does not fit into one of them. */
  readonly notes: ReadonlyArray<string>
  readonly flags: F
  readonly operand: Operand | null
  /** Whether the verb watches {@link Shutdown} itself. The others are interrupted by the first signal. */
  readonly stopsGracefully: boolean
  /**
   * `operand` is empty for a verb that takes none. A method, so that verbs with different flags stand in one list: the
   * values always come from this verb's own flags.
   */
  run(values: Values<F>, operand: string): Effect<Result, Failure, CliServices>
}

/** A verb; it also takes `--json`. */
export const make = <F extends Flags>(
  verb: Omit<Verb<F>, "operand" | "stopsGracefully" | "notes"> &
    Partial<Pick<Verb<F>, "operand" | "stopsGracefully" | "notes">>
): Verb<F & { readonly json: typeof json }> => ({
  operand: null,
  stopsGracefully: false,
  notes: [],
  ...verb,
  flags: { ...verb.flags, json }
})

/** Named among the flags of a verb that prints before its end, and therefore has to know. */
export const json = toggle("Print the result as one JSON object on stdout.")
