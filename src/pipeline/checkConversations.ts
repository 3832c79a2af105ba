import * as Effect from "effect/Effect"
import { callId, judgementId } from "../records/Call.js"
import { Disk } from "../records/Disk.js"
import { sha256Hex } from "../records/Identity.js"
import type { Manifest } from "../records/Manifest.js"
import { RunDirectory, trialFiles } from "../records/RunDirectory.js"
import { readSchedule } from "../records/Schedule.js"
import { hasTerminal, readTerminal } from "../records/TrialRecord.js"
import type { FinishedCall } from "../runner/Continuation.js"
import { continuationOf } from "./continuationOf.js"
import type { AuditCheck, Experiment, ReadError } from "./Experiment.js"
import { readLaterRequest, readSavedPlan } from "./SavedRun.js"
import { readEarlier, readResponse } from "./savedReplies.js"

/**
 * Derives every later request of trials that are over from the replies before it, and asks whether the trials ended where they should. Conversations
 * that depend on more than what was saved cannot be led again; what a judge was asked always can.
 */
export const checkConversations = (
  experiment: Experiment,
  manifest: Manifest
): Effect.Effect<AuditCheck, ReadError, Disk | RunDirectory> =>
  Effect.gen(function* () {
    const continuation = yield* continuationOf(experiment, manifest.endpoint)
    const { request } = yield* readSavedPlan
    const problems: Array<string> = []
    let checked = 0
    for (const trial of continuation === null ? [] : yield* readSchedule) {
      const { trialId } = trial
      if (continuation === null || !(yield* hasTerminal(trialId))) continue
      const terminal = yield* readTerminal(trialId)
      const { calls = 1, conclusion } = terminal
      const replied = conclusion === "response"
      const replies = [
        ...(yield* readEarlier(trial, terminal)),
        ...(replied ? [yield* readResponse(trial, terminal)] : [])
      ]
      const finished: Array<FinishedCall> = []
      for (const [index, reply] of replies.entries()) {
        const call = index + 2
        finished.push({
          request: index === 0 ? yield* request(trial) : yield* readLaterRequest(trial, index + 1),
          reply
        })
        if (!continuation.reproducible) continue
        const derived = yield* continuation.next(trial, finished)
        const expected = derived === null ? null : sha256Hex(continuation.encode(trial, derived))
        const found = call > calls ? null : yield* savedRequest(callId(trialId, call))
        checked += 1
        if (found !== expected)
          problems.push(`${trialId}: call ${call} is not what the replies before it lead to`)
      }
      if (!replied) continue
      const asked = yield* continuation.judgement(trial, finished)
      const expected =
        asked === null
          ? null
          : sha256Hex(continuation.encode({ ...trial, protocol: asked.protocol }, asked.request))
      const found = terminal.judgement === undefined ? null : yield* savedRequest(judgementId(trialId))
      checked += 1
      if (found !== expected) problems.push(`${trialId}: its judge was not asked what its answer leads to`)
    }
    return {
      name: "every later request follows from the replies before it",
      passed: problems.length === 0,
      checked,
      detail: problems.slice(0, 5).join("; ")
    }
  })

/** The hash of a call's saved request. */
const savedRequest = (id: string): Effect.Effect<string, ReadError, Disk | RunDirectory> =>
  Effect.flatMap(RunDirectory, (run) =>
    Effect.flatMap(Disk, (disk) => Effect.map(disk.read(run.trialFile(id, trialFiles.request)), sha256Hex))
  )
