import * as Effect from "effect/Effect"
import type { Disk } from "../../records/Disk.js"
import * as RunDirectory from "../../records/RunDirectory.js"
import { runOf } from "../text.js"
import type * as Verb from "../Verb.js"

/** What there would be to send. Nothing is sent. */
export const preview = (path: string): Effect.Effect<Verb.Result, Verb.Failure, Disk> =>
  Effect.gen(function* () {
    const { readVerifiedManifest } = yield* Effect.promise(() => import("../../records/Manifest.js"))
    const { readSchedule } = yield* Effect.promise(() => import("../../records/Schedule.js"))
    const { hasTerminal } = yield* Effect.promise(() => import("../../records/TrialRecord.js"))
    const { counts, endpoint, requestedModels } = yield* readVerifiedManifest
    const open = yield* Effect.filter(yield* readSchedule, ({ trialId }) =>
      Effect.map(hasTerminal(trialId), (over) => !over)
    )
    const facts = {
      planned: counts.trials,
      terminal: counts.trials - open.length,
      pending: open.length,
      sent: 0
    }
    const result: Verb.Result = {
      json: { run: path, models: requestedModels, baseUrl: endpoint.baseUrl, ...facts },
      lines: [
        `${facts.planned} trials are planned for ${requestedModels.join(", ")} at ${endpoint.baseUrl}`,
        `${facts.terminal} are over, ${facts.pending} are to be sent; nothing was sent`
      ],
      code: 0,
      next: runOf(path)
    }
    return result
  }).pipe(Effect.provide(RunDirectory.layer(path)))
