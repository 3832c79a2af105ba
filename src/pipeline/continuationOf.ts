import * as Effect from "effect/Effect"
import type { Json } from "../json/Json.js"
import { formatInWords } from "../llm/formatInWords.js"
import { protocolOf } from "../llm/protocols.js"
import type { Disk } from "../records/Disk.js"
import type { Manifest } from "../records/Manifest.js"
import type { PlannedTrial } from "../records/PlannedTrial.js"
import { DamagedRecord } from "../records/RecordError.js"
import { files, RunDirectory } from "../records/RunDirectory.js"
import { readSchedule } from "../records/Schedule.js"
import type { Continuation } from "../runner/Continuation.js"
import type { Experiment, ReadError } from "./Experiment.js"
import { type Gold, goldDamageAsError } from "./Gold.js"
import { readGold } from "./SavedRun.js"

/**
 * What follows from a trial's replies, as the runner takes it: with the plan and the gold of the current run behind it, which the runner has never
 * heard of. `null`: a trial is its planned call.
 */
export const continuationOf = (
  { conversation, judgement }: Pick<Experiment, "conversation" | "judgement">,
  endpoint: Pick<Manifest["endpoint"], "structuredOutput" | "truncation">
): Effect.Effect<Continuation | null, ReadError, Disk | RunDirectory> =>
  Effect.gen(function* () {
    if (conversation === undefined && judgement === undefined) return null
    const path = (yield* RunDirectory).file(files.gold)
    const gold = yield* readGold
    const planned = new Map((yield* readSchedule).map((trial) => [trial.trialId, trial]))

    /** Asks the experiment about a trial of the plan. Gold that cannot be read is damage of its file. */
    const ask = <A>(
      trialId: string,
      question: (trial: PlannedTrial, answer: Gold<Json>) => Effect.Effect<A, ReadError, Disk | RunDirectory>
    ) =>
      Effect.suspend(() => {
        const trial = planned.get(trialId)
        const answer = trial === undefined ? undefined : gold.get(trial.goldId)
        return trial === undefined || answer === undefined
          ? new DamagedRecord({ path, line: 0, reason: `there is no gold answer for trial ${trialId}` })
          : goldDamageAsError(question(trial, answer), path, trial.goldId)
      })

    return {
      reproducible: conversation?.reproducible ?? true,
      encode: (trial, request) => protocolOf(trial).encodeRequest(request, endpoint),
      decode: (trial, bytes) => protocolOf(trial).decodeRequest(bytes),
      next: ({ trialId }, calls) =>
        conversation === undefined
          ? Effect.succeed(null)
          : Effect.map(
              ask(trialId, (trial, answer) => conversation.next(trial, answer, calls)),
              (asked) =>
                asked !== null && endpoint.structuredOutput === "prompt" ? formatInWords(asked) : asked
            ),
      judgement: ({ trialId }, calls) =>
        judgement === undefined
          ? Effect.succeed(null)
          : ask(trialId, (trial, answer) => judgement.ask(trial, answer, calls))
    }
  })
