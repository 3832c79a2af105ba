import * as Effect from "effect/Effect"
import { protocolOf } from "../llm/protocols.js"
import type { Disk } from "../records/Disk.js"
import type { ReadError } from "../records/RecordError.js"
import type { RunDirectory } from "../records/RunDirectory.js"
import { savedAttempts } from "../records/TrialRecord.js"
import type { Gate } from "./Gate.js"
import type { Ledger, OpenAttempt } from "./Ledger.js"
import { settlementOf } from "./settlement.js"
import { type PastAttempt, readAttempts } from "./TrialHistory.js"

/** What earlier processes left of a trial. */
export interface Recovered {
  readonly past: ReadonlyArray<PastAttempt>
  /** The last attempt, if it was dispatched and no reply of it was saved. */
  readonly lost: number | null
  /** Attempts that were dispatched and of which no reply was saved, the last one or earlier. They count like any others. */
  readonly lostAttempts: number
  readonly nextAttempt: number
}

const untouched: Recovered = { past: [], lost: null, lostAttempts: 0, nextAttempt: 1 }

/** Reads what is saved of a trial, and closes in the ledger what an earlier process could not. */
export const recover = (
  trialId: string,
  gate: Gate,
  ledger: Ledger | null
): Effect.Effect<Recovered, ReadError, Disk | RunDirectory> =>
  Effect.flatMap(savedAttempts(trialId), (saved) => {
    const open = ledger?.openOf(trialId) ?? []
    return saved.length === 0 && open.length === 0
      ? Effect.succeed(untouched)
      : recoverFrom(trialId, saved, open, gate)
  })

const recoverFrom: (
  trialId: string,
  attempts: ReadonlyArray<number>,
  open: ReadonlyArray<OpenAttempt>,
  gate: Gate
) => Effect.Effect<Recovered, ReadError, Disk | RunDirectory> = Effect.fnUntraced(
  function* (trialId, attempts, open, gate) {
    const past = yield* readAttempts(trialId, attempts)
    let lastLost = 0
    let lostAttempts = 0
    for (const { attempt, unresolved } of open) {
      const saved = past.find((one) => one.attempt === attempt)
      if (saved === undefined) {
        lastLost = attempt
        lostAttempts += 1
      }
      const settlement =
        saved === undefined
          ? ({ type: "unresolved", reason: "no reply was saved before the process ended" } as const)
          : settlementOf(saved.result, protocolOf(saved.meta))
      if (unresolved && settlement.type === "unresolved") continue
      yield* gate.settle(trialId, attempt, settlement)
    }
    const lastSaved = past.at(-1)?.attempt ?? 0
    return {
      past,
      lost: lastLost > lastSaved ? lastLost : null,
      lostAttempts,
      nextAttempt: Math.max(lastLost, lastSaved) + 1
    }
  }
)
