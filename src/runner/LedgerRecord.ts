import * as Schema from "effect/Schema"

const attemptFields = { trialId: Schema.String, attempt: Schema.Int }
const logFields = { seq: Schema.Int, at: Schema.String }

/** Tokens are held for an attempt before its request leaves: counted input, the whole output limit, and 256 (9.2). */
export const Reserved = Schema.Struct({
  ...logFields,
  type: Schema.Literal("reserved"),
  ...attemptFields,
  /** The UTC date whose cap the reservation counts against, whenever it is settled (decision 28). */
  window: Schema.String,
  tokens: Schema.Int,
  inputTokens: Schema.Int,
  /** Where `inputTokens` comes from; an estimate is never called strict. */
  inputCount: Schema.Literal("server", "estimate")
})

/** The request may have left from here on. `kind` tells the two endpoints apart; a count holds no tokens. */
export const Dispatched = Schema.Struct({
  ...logFields,
  type: Schema.Literal("dispatched"),
  ...attemptFields,
  kind: Schema.Literal("generate", "count")
})

/** The reply said what the attempt cost; the reservation is replaced by it. */
export const Settled = Schema.Struct({
  ...logFields,
  type: Schema.Literal("settled"),
  ...attemptFields,
  tokens: Schema.Int
})

/** The attempt certainly cost nothing (decision 18). */
export const Released = Schema.Struct({
  ...logFields,
  type: Schema.Literal("released"),
  ...attemptFields,
  reason: Schema.String
})

/** What the attempt cost is unknown; its reservation stays, across restarts and dates. */
export const Unresolved = Schema.Struct({
  ...logFields,
  type: Schema.Literal("unresolved"),
  ...attemptFields,
  reason: Schema.String
})

/** One line of `usage-ledger.jsonl`. */
export const LedgerRecord = Schema.Union(Reserved, Dispatched, Settled, Released, Unresolved)
export type LedgerRecord = typeof LedgerRecord.Type

/** A record before the log gives it its number and time. */
export type LedgerEntry = LedgerRecord extends infer R
  ? R extends LedgerRecord
    ? Omit<R, "seq" | "at">
    : never
  : never
