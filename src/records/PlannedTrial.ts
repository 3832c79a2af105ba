import * as Schema from "effect/Schema"

/** The experiment's own coordinates of a trial: task, style, depth and the like. Opaque to the engine. */
export const Factors = Schema.Record({
  key: Schema.String,
  value: Schema.Union(Schema.String, Schema.Number)
})
export type Factors = typeof Factors.Type

/** One line of `schedule.jsonl`, in the order of dispatch. */
export const PlannedTrial = Schema.Struct({
  /** 0-based place in the schedule. */
  position: Schema.Int,
  /** Trials of one matched block stand next to each other and differ in the treatment only (specification 7.5). */
  block: Schema.String,
  /** 32 hexadecimal digits; the name of the trial's folder. */
  trialId: Schema.String,
  caseId: Schema.String,
  /** The line of `gold.jsonl` that the answer is compared with. */
  goldId: Schema.String,
  /** 1-based. */
  replicate: Schema.Int,
  /** SHA-256 of the bytes of `request.json`. */
  requestSha256: Schema.String,
  factors: Factors
})
export type PlannedTrial = typeof PlannedTrial.Type
