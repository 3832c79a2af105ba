import * as Effect from "effect/Effect"
import * as Ref from "effect/Ref"
import * as Stream from "effect/Stream"
import type { Disk } from "../records/Disk.js"
import type { PlannedTrial } from "../records/PlannedTrial.js"
import type { RunDirectory } from "../records/RunDirectory.js"
import { hasTerminal, type Terminal } from "../records/TrialRecord.js"
import { conductTrial } from "./conductTrial.js"
import type { CallError, MeteredClient } from "./MeteredClient.js"
import { Shutdown } from "./Shutdown.js"

export interface RunnerOptions {
  /** Trials under way at the same time. */
  readonly concurrency: number
  /** Trials that this invocation may start, `null` for no limit. Blocks are not begun that it cannot hold whole. */
  readonly maxGenerationCalls: number | null
  readonly synthetic: boolean
}

export interface Dispatched {
  /** Trials that were over before this invocation. */
  readonly terminalBefore: number
  /** Trials that this invocation brought to their end. */
  readonly concluded: number
  /** Of those, the ones whose reply can be judged. */
  readonly withResponse: number
  readonly pending: number
  /** What kept pending trials from being sent. */
  readonly stoppedBy: "limit" | "signal" | null
}

/** The trials without an end, block by block in schedule order. */
const pendingBlocks = (
  trials: ReadonlyArray<PlannedTrial>
): Effect.Effect<ReadonlyArray<ReadonlyArray<PlannedTrial>>, never, Disk | RunDirectory> =>
  Effect.gen(function* () {
    const blocks = new Map<string, Array<PlannedTrial>>()
    for (const trial of trials) {
      if (yield* hasTerminal(trial.trialId)) continue
      const mates = blocks.get(trial.block)
      if (mates === undefined) blocks.set(trial.block, [trial])
      else mates.push(trial)
    }
    return [...blocks.values()]
  })

/** As many whole blocks from the front as `limit` trials allow (specification 7.5). */
const within = (
  blocks: ReadonlyArray<ReadonlyArray<PlannedTrial>>,
  limit: number | null
): ReadonlyArray<PlannedTrial> => {
  const chosen: Array<PlannedTrial> = []
  for (const block of blocks) {
    if (limit !== null && chosen.length + block.length > limit) break
    chosen.push(...block)
  }
  return chosen
}

/**
 * Brings pending trials to their end, in schedule order, a bounded number at a time. A trial with a terminal record is
 * never sent again. A stop request lets trials under way finish and starts no others. The only failures are
 * those of our own files: what a server or model does is an end like any other, and never interrupts its siblings.
 */
export const runTrials = (
  trials: ReadonlyArray<PlannedTrial>,
  options: RunnerOptions
): Effect.Effect<Dispatched, CallError, MeteredClient | Shutdown | Disk | RunDirectory> =>
  Effect.gen(function* () {
    const shutdown = yield* Shutdown
    const blocks = yield* pendingBlocks(trials)
    const pendingBefore = blocks.reduce((sum, block) => sum + block.length, 0)
    const chosen = within(blocks, options.maxGenerationCalls)
    const ended = yield* Ref.make({ concluded: 0, withResponse: 0 })

    const conduct = (trial: PlannedTrial) =>
      Effect.flatMap(conductTrial(trial, options), (terminal: Terminal) =>
        Ref.update(ended, ({ concluded, withResponse }) => ({
          concluded: concluded + 1,
          withResponse: withResponse + (terminal.conclusion === "response" ? 1 : 0)
        }))
      )

    // Asked before each trial, not of the stream: a source hands out whole chunks, long before their trials begin.
    yield* Stream.fromIterable(chosen).pipe(
      Stream.mapEffect((trial) => Effect.unlessEffect(conduct(trial), shutdown.isRequested), {
        concurrency: options.concurrency,
        unordered: true
      }),
      Stream.runDrain
    )

    const { concluded, withResponse } = yield* Ref.get(ended)
    const pending = pendingBefore - concluded
    const limited = chosen.length < pendingBefore && concluded === chosen.length
    return {
      terminalBefore: trials.length - pendingBefore,
      concluded,
      withResponse,
      pending,
      stoppedBy: pending === 0 ? null : limited ? "limit" : "signal"
    }
  })
