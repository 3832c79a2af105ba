import * as Schema from "effect/Schema"

const NotNegative = Schema.Number.pipe(
  Schema.filter((value) => (Number.isFinite(value) && value >= 0) || "must be a number that is not negative")
)

const Count = NotNegative.pipe(Schema.filter((value) => Number.isInteger(value) || "must be an integer"))

const Measured = Schema.NullOr(NotNegative)
const Counted = Schema.NullOr(Count)

/**
 * What is measured of one run of a subject on a task (specification 5). `null`: it could not be measured; never the same as 0. Times are in
 * milliseconds of one user's machine, nothing runs in parallel.
 */
export const RunMetrics = Schema.Struct({
  /** To the first token of the answer; local models only. */
  ttftMs: Measured,
  /** Output tokens, thinking included. */
  tokens: Counted,
  tokPerSec: Measured,
  /** `measured` by the server's own clock; `estimated` from the wall clock less the program's overhead; `null` with `tokPerSec`. */
  tokPerSecKind: Schema.NullOr(Schema.Literal("measured", "estimated")),
  /** From the start of the program or request to its end, the overhead of a command line included. */
  wallMs: Measured,
  turns: Counted,
  toolCalls: Counted,
  /** Calls that named no tool or had arguments that it does not take: where local models break. */
  toolCallInvalid: Counted,
  /** The subject looked into the web, although only the fixtures count. */
  usedWeb: Schema.NullOr(Schema.Boolean),
  /** The subscription's limit was reached. */
  capHit: Schema.Boolean,
  /** It ended with an error that is not the model's answer: network, login, overload, timeout. */
  errored: Schema.Boolean,
  /** The program or the server died. */
  crashed: Schema.Boolean
})
export type RunMetrics = typeof RunMetrics.Type

/** Nothing measured, nothing wrong: to be filled in. */
export const unmeasured: RunMetrics = {
  ttftMs: null,
  tokens: null,
  tokPerSec: null,
  tokPerSecKind: null,
  wallMs: null,
  turns: null,
  toolCalls: null,
  toolCallInvalid: null,
  usedWeb: null,
  capHit: false,
  errored: false,
  crashed: false
}

/** Whether it came to an answer that can be graded. */
export const completed = ({ capHit, crashed, errored }: RunMetrics): boolean =>
  !capHit && !crashed && !errored
