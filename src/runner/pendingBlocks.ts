import * as Effect from "effect/Effect"
import { Disk } from "../records/Disk.js"
import type { Dispatch, ScheduledTrial } from "../records/Dispatch.js"
import type { ReadError } from "../records/RecordError.js"
import { RunDirectory, trialFiles } from "../records/RunDirectory.js"
import { hasTerminal, readTerminal } from "../records/TrialRecord.js"

export interface Pending {
  /** The trials without an end, by block, in schedule order; made as they are asked for. */
  readonly blocks: IterableIterator<ReadonlyArray<ScheduledTrial>>
  readonly count: number
  /** Trials whose unknown outcome is given another try. */
  readonly reopened: ReadonlyArray<string>
}

/**
 * What is left to do. With `retryAmbiguous`, trials that ended with an unknown outcome are open again; their
 * terminal record is kept under another name.
 */
export const pendingBlocks = (
  trials: Dispatch,
  options: { readonly retryAmbiguous: boolean }
): Effect.Effect<Pending, ReadError, Disk | RunDirectory> =>
  Effect.gen(function* () {
    const isPending = new Uint8Array(trials.size)
    const reopened: Array<string> = []
    let count = 0
    let place = -1
    for (const trial of trials) {
      place += 1
      if (yield* hasTerminal(trial.trialId)) {
        // An end that cannot be read is damage, and no run goes on beside it.
        yield* readTerminal(trial.trialId)
        if (!options.retryAmbiguous || !(yield* reopen(trial.trialId))) continue
        reopened.push(trial.trialId)
      }
      count += 1
      isPending[place] = 1
    }
    return { blocks: trials.blocks((at) => isPending[at] === 1), count, reopened }
  })

const reopen = (trialId: string): Effect.Effect<boolean, ReadError, Disk | RunDirectory> =>
  Effect.gen(function* () {
    const terminal = yield* readTerminal(trialId)
    if (terminal.conclusion !== "ambiguous_outcome") return false
    const run = yield* RunDirectory
    const disk = yield* Disk
    const attempt = String(terminal.decidingAttempt).padStart(3, "0")
    let kept = run.trialFile(trialId, `ambiguous-${attempt}-terminal.json`)
    // A trial that could not be tried again has ended as before; no record takes the place of another.
    for (let nth = 2; yield* disk.exists(kept); nth++) {
      kept = run.trialFile(trialId, `ambiguous-${attempt}-terminal-${nth}.json`)
    }
    yield* disk.rename(run.trialFile(trialId, trialFiles.terminal), kept)
    return true
  })
