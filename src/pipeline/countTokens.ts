import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { LlmClient } from "../llm/LlmClient.js"
import type { Disk } from "../records/Disk.js"
import { readManifest, verifyFiles } from "../records/Manifest.js"
import type { NotARun } from "../records/RecordError.js"
import { files, type RunDirectory } from "../records/RunDirectory.js"
import { readSchedule } from "../records/Schedule.js"
import { plannedRequest } from "../runner/conductTrial.js"
import * as Events from "../runner/Events.js"
import { liveMeter } from "../runner/meter.js"
import * as RunLock from "../runner/RunLock.js"
import { Shutdown } from "../runner/Shutdown.js"
import * as StopSign from "../runner/StopSign.js"
import type { Rates } from "../runner/Throttle.js"
import type { ReadError } from "./Experiment.js"
import * as Stage from "./Stage.js"

export interface CountSummary {
  readonly trials: number
  /** Trials whose request is counted now, by the server. */
  readonly counted: number
  readonly inputTokens: number
  readonly stop: StopSign.Stop | null
}

/** Lets the server count the input tokens of every planned request (9.2). Counting costs HTTP attempts, and no generation. */
export const countTokens = (options: {
  readonly maxHttpAttempts: number
  readonly rates: Rates
}): Stage.Stage<
  CountSummary,
  NotARun | ReadError | RunLock.RunLocked,
  Disk | RunDirectory | LlmClient | Shutdown | RunLock.Processes
> =>
  Stage.make({
    name: "count-tokens",
    reads: [files.manifest, files.schedule, "trials/*/request.json"],
    writes: ["trials/*/token-count.json", "usage-ledger.jsonl", files.events],
    run: Effect.scoped(
      Effect.gen(function* () {
        const shutdown = yield* Shutdown
        const manifest = yield* readManifest
        yield* RunLock.acquire
        yield* verifyFiles(manifest)
        const trials = yield* readSchedule
        const events = yield* Events.open("durable")
        const stopSign = yield* StopSign.make
        const limits = { maxGenerationCalls: 0, maxHttpAttempts: options.maxHttpAttempts, localTokenCap: 0 }
        const { counter } = yield* liveMeter(
          { limits, rates: options.rates, softBudget: false, allowCarriedReservations: true },
          events,
          stopSign
        )
        let counted = 0
        let inputTokens = 0
        for (const trial of trials) {
          if (counter === null || (yield* stopSign.isRaised) || (yield* shutdown.isRequested)) break
          const count = yield* Effect.either(counter.count(trial, yield* plannedRequest(trial)))
          if (count._tag === "Right") {
            // Where nobody counts, there is an estimate and nothing to tell.
            if (count.right.source !== "server") continue
            counted += 1
            inputTokens += count.right.inputTokens
          } else if (count.left._tag === "NotSent") {
            yield* stopSign.raise(count.left.stop)
          } else if (count.left._tag === "NotCounted") {
            yield* stopSign.raise({ reason: "outage", advice: count.left.reason })
          } else return yield* Effect.fail(count.left)
        }
        const stop = Option.getOrNull(yield* stopSign.current)
        return { trials: trials.length, counted, inputTokens, stop }
      })
    )
  })
