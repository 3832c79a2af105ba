import * as Effect from "effect/Effect"
import { callId } from "../records/Call.js"
import { Disk } from "../records/Disk.js"
import { sha256Hex } from "../records/Identity.js"
import type { Manifest } from "../records/Manifest.js"
import { RunDirectory, trialFiles } from "../records/RunDirectory.js"
import { readSchedule } from "../records/Schedule.js"
import { hasTerminal, readTerminal } from "../records/TrialRecord.js"
import type { FinishedCall } from "../runner/Continuation.js"
import { continuationOf } from "./continuationOf.js"
import type { AuditCheck, Conversation, ReadError } from "./Experiment.js"
import { readLaterRequest, readSavedPlan } from "./SavedRun.js"
import { readEarlier, readResponse } from "./score.js"

/** Derives every later request of trials that are over from the replies before it, and asks whether the trials ended where they should. */
export const checkConversations = (
  conversation: Conversation,
  manifest: Manifest
): Effect.Effect<AuditCheck, ReadError, Disk | RunDirectory> =>
  Effect.gen(function* () {
    const disk = yield* Disk
    const run = yield* RunDirectory
    const { next, encode } = yield* continuationOf(conversation, manifest.endpoint)
    const { request } = yield* readSavedPlan
    const problems: Array<string> = []
    let checked = 0
    for (const trial of yield* readSchedule) {
      const { trialId } = trial
      if (!(yield* hasTerminal(trialId))) continue
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
        const derived = yield* next(trial, finished)
        const expected = derived === null ? null : sha256Hex(encode(trial, derived))
        const path = run.trialFile(callId(trialId, call), trialFiles.request)
        const found = call > calls ? null : sha256Hex(yield* disk.read(path))
        checked += 1
        if (found !== expected) {
          problems.push(`${trialId}: call ${call} is not what the replies before it lead to`)
        }
      }
    }
    return {
      name: "every later request follows from the replies before it",
      passed: problems.length === 0,
      checked,
      detail: problems.slice(0, 5).join("; ")
    }
  })
