import * as Schema from "effect/Schema"
import { defaultProtocol, type ProtocolId, protocolIds } from "../llm/Protocol.js"

/** The experiment's own coordinates of a trial: task, style, depth and the like. Opaque to the engine. */
export const Factors = Schema.Record({
  key: Schema.String,
  value: Schema.Union(Schema.String, Schema.Number)
})
export type Factors = typeof Factors.Type

/** The wire protocol of a trial and of its attempts. Left out: `responses`, the first that there was. */
export const TrialProtocol = Schema.optionalWith(Schema.Literal(...protocolIds), { exact: true })

/** What a record says of its protocol: nothing of the default one, so that what was planned before there was a choice keeps its bytes. */
export const protocolField = (protocol: ProtocolId | undefined): { readonly protocol?: ProtocolId } =>
  protocol === undefined || protocol === defaultProtocol ? {} : { protocol }

/** One line of `schedule.jsonl`, in the order of dispatch. */
export const PlannedTrial = Schema.Struct({
  /** 0-based place in the schedule. */
  position: Schema.Int,
  /** Trials of one matched block stand next to each other and differ in the treatment only (specification 7.5). */
  block: Schema.String,
  /** 32 hexadecimal digits; the name of the trial's folder. */
  trialId: Schema.String.pipe(Schema.pattern(/^[0-9a-f]{32}$/)),
  caseId: Schema.String,
  /** The line of `gold.jsonl` that the answer is compared with. */
  goldId: Schema.String,
  /** 1-based. */
  replicate: Schema.Int,
  /** SHA-256 of the bytes of `request.json`. */
  requestSha256: Schema.String.pipe(Schema.pattern(/^[0-9a-f]{64}$/)),
  protocol: TrialProtocol,
  factors: Factors
})
export type PlannedTrial = typeof PlannedTrial.Type
