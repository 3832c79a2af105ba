import * as Effect from "effect/Effect"
import type { Terminal } from "../records/TrialRecord.js"
import type { MeteredClientService } from "./MeteredClient.js"
import type { Stop, StopSign } from "./StopSign.js"

/** Consecutive trials without a reply that can be judged, after which a server is taken to be out of order (decision 16). */
const outageAfter = 5

/** Tells when a model is out of order, and stops it; where it is the run's only one, that stops the run. */
export interface Outages {
  /** `null`: the model was not reached. What an earlier process left of a trial says nothing of the server as it is now. */
  readonly follow: (model: string, terminal: Terminal | null) => Effect.Effect<void>
}

export const make = (
  models: number,
  meter: Pick<MeteredClientService, "stopModel">,
  stopSign: StopSign
): Outages => {
  const inARow = new Map<string, number>()
  return {
    follow: (model, terminal) =>
      Effect.suspend(() => {
        const key = models === 1 ? "" : model
        const count = terminal?.conclusion === "response" ? 0 : (inARow.get(key) ?? 0) + 1
        inARow.set(key, count)
        if (count < outageAfter) return Effect.void
        return models === 1 ? stopSign.raise(outage(terminal)) : meter.stopModel(model, outage(terminal))
      })
  }
}

const outage = (last: Terminal | null): Stop => ({
  reason: "outage",
  advice:
    `${outageAfter} trials in a row ended without a reply that can be judged ` +
    `(the last: ${last?.reason ?? "the server could not be reached, or would not count"}); look at the server, then resume`
})

/** Too few trials for an outage, and still a reason. */
export const unreached: Stop = {
  reason: "outage",
  advice:
    "the server could not be reached, or would not count, for some of the trials; look at it, then resume"
}

/** Some models go on no more; what they have left is pending. */
export const modelsStopped = (stopped: ReadonlyMap<string, Stop>): Stop => ({
  reason: "model_stopped",
  advice: [...stopped].map(([model, { advice }]) => `${model}: ${advice}`).join("; ")
})
