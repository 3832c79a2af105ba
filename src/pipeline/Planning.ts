import type { JsonObject } from "../json/Json.js"
import type { ScoreRow } from "../records/ScoreRow.js"

/** A run that is over and scored, as the next one is planned from it. */
export interface ScoredRun {
  readonly protocol: JsonObject
  readonly protocolHash: string
  /** In schedule order. */
  readonly scores: ReadonlyArray<ScoreRow>
}

/** What is found for the planning of another run: one object, and the same for people. Never which arm did better. */
export interface PlanningAid {
  readonly json: JsonObject
  readonly lines: ReadonlyArray<string>
}
