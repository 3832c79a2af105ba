import * as Effect from "effect/Effect"
import { Disk, type DiskError } from "./Disk.js"
import { RunDirectory } from "./RunDirectory.js"

/**
 * The name of a model call in ledger, attempts and folders. The first call of a trial has the trial's own, so that a trial of one call knows
 * nothing of calls; a later one has `<trialId>/call-2` and so on, which is its folder below `trials/`, too.
 */
export const callId = (trialId: string, call: number): string =>
  call === 1 ? trialId : `${trialId}/${callFolder(call)}`

/** The name of the call about a trial's answer that is no part of it. */
export const judgementId = (trialId: string): string => `${trialId}/${judgementFolder}`

export const judgementFolder = "judgement"

export const callFolder = (call: number): string => `call-${call}`

/** The trial that a call belongs to. */
export const trialOfCall = (id: string): string => {
  const end = id.indexOf("/")
  return end < 0 ? id : id.slice(0, end)
}

/** How many calls a trial has in its folder, begun ones included: the planned one, and every later one without a gap. */
export const savedCalls: (trialId: string) => Effect.Effect<number, DiskError, Disk | RunDirectory> =
  Effect.fnUntraced(function* (trialId) {
    const names = new Set(yield* (yield* Disk).list((yield* RunDirectory).trialFolder(trialId)))
    let calls = 1
    while (names.has(callFolder(calls + 1))) calls += 1
    return calls
  })
