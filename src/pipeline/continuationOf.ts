import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { formatInWords } from "../llm/formatInWords.js"
import { protocolOf } from "../llm/protocols.js"
import type { Disk } from "../records/Disk.js"
import type { Manifest } from "../records/Manifest.js"
import { DamagedRecord } from "../records/RecordError.js"
import { files, RunDirectory } from "../records/RunDirectory.js"
import { readSchedule } from "../records/Schedule.js"
import type { Continuation } from "../runner/Continuation.js"
import type { Conversation, ReadError } from "./Experiment.js"
import { DamagedGold } from "./Gold.js"
import { readGold } from "./SavedRun.js"

/**
 * An experiment's conversation as the runner takes it: with the plan and the gold of the current run behind it, which the runner has never
 * heard of.
 */
export const continuationOf = (
  { next, reproducible }: Conversation,
  endpoint: Pick<Manifest["endpoint"], "structuredOutput" | "truncation">
): Effect.Effect<Continuation, ReadError, Disk | RunDirectory> =>
  Effect.gen(function* () {
    const path = (yield* RunDirectory).file(files.gold)
    const gold = yield* readGold
    const planned = new Map((yield* readSchedule).map((trial) => [trial.trialId, trial]))
    return {
      reproducible,
      encode: (trial, request) => protocolOf(trial).encodeRequest(request, endpoint),
      decode: (trial, bytes) => protocolOf(trial).decodeRequest(bytes),
      next: Effect.fnUntraced(function* ({ trialId }, calls) {
        const trial = planned.get(trialId)
        const answer = trial === undefined ? undefined : gold.get(trial.goldId)
        if (trial === undefined || answer === undefined) {
          const reason = `there is no gold answer for trial ${trialId}`
          return yield* new DamagedRecord({ path, line: 0, reason })
        }
        return yield* next(trial, answer, calls).pipe(
          Effect.map((asked) =>
            asked !== null && endpoint.structuredOutput === "prompt" ? formatInWords(asked) : asked
          ),
          Effect.catchSomeDefect((defect) =>
            defect instanceof DamagedGold
              ? Option.some(
                  new DamagedRecord({ path, line: 0, reason: `${trial.goldId}: ${defect.message}` })
                )
              : Option.none()
          )
        )
      })
    }
  })
