import * as Effect from "effect/Effect"
import type { JsonObject } from "../../../json/Json.js"
import { DamagedRecord } from "../../../records/RecordError.js"
import { files } from "../../../records/RunDirectory.js"
import type { ScoreRow } from "../../../records/ScoreRow.js"
import { decodeProtocol, type PlannedPremise } from "../Protocol.js"
import { type PremiseTrial, premiseTrials } from "./PremiseTrial.js"
import { type Series, seriesOf } from "./Series.js"

/** A scored run as tables are made from it. */
export interface PremiseRun {
  readonly planned: PlannedPremise
  /** Model and effort, as the benchmark's table names them. */
  readonly model: string
  readonly trials: ReadonlyArray<PremiseTrial>
  readonly series: ReadonlyArray<Series>
  readonly synthetic: boolean
  readonly pending: number
}

export const readPremiseRun = (
  protocol: JsonObject,
  scores: ReadonlyArray<ScoreRow>
): Effect.Effect<PremiseRun, DamagedRecord> =>
  Effect.gen(function* () {
    const planned = yield* Effect.mapError(
      decodeProtocol(protocol),
      ({ message }) => new DamagedRecord({ path: files.protocol, line: 0, reason: message })
    )
    const trials = yield* premiseTrials(planned.problems, scores)
    return {
      planned,
      model: `${planned.model}（effort ${planned.reasoningEffort ?? "—"}）`,
      trials,
      series: seriesOf(trials),
      synthetic: scores.some(({ synthetic_mock }) => synthetic_mock),
      pending: scores.filter(({ terminal }) => !terminal).length
    }
  })

/** What a reader must know before any figure. */
export const banners = ({ pending, synthetic, trials }: PremiseRun): ReadonlyArray<string> => [
  ...(synthetic
    ? ["synthetic_mock=true: 模擬の応答による。配線を確かめるためのもので、どのモデルの数字でもない。"]
    : []),
  ...(pending > 0 ? [`${trials.length} 件のうち ${pending} 件がまだ終わっていない。`] : [])
]
