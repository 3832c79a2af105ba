import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import type { Command, ProcessLimits } from "./Command.js"
import type { StartError } from "./ProcessError.js"
import { endGroup, signalGroup } from "./ProcessGroup.js"
import { monotonicMs, type Running, startProcess } from "./startProcess.js"

/** How a program came to its end: by itself, or ended by us. */
export type Ending = "exit" | "answered" | "timeout" | "too_much_output"

export interface Ended {
  readonly ending: Ending
  /** Null when a signal ended it. */
  readonly exitCode: number | null
  readonly signal: string | null
  /** Raw, and cut at the limit when the ending is `too_much_output`. */
  readonly stdout: Uint8Array
  readonly stderr: Uint8Array
  /** From just before the start to the end of the program, monotonic. */
  readonly wallMs: number
  /** To the first byte of standard output. */
  readonly firstOutputMs: number | null
  /** Something that it started was still there after it, and was ended. */
  readonly leftBehind: boolean
}

/**
 * Runs a program in a process group of its own, without a terminal, and leaves nothing of the group behind: not after success, not when it
 * takes too long or says too much, not when the fiber is interrupted. It settles on the end of the program itself, never on the end of its
 * output alone, which a grandchild may hold open for ever. A program that leaves its group is out of reach; the sandbox has a process
 * namespace for that.
 */
export const runProcess = (command: Command): Effect.Effect<Ended, StartError> =>
  Effect.scoped(
    Effect.gen(function* () {
      const clock = yield* Clock.clockWith(Effect.succeed)
      const { limits } = command
      const startedAt = monotonicMs(clock)
      // The release is for interruption; after an orderly end there is no group any more.
      let settled = false
      const running = yield* Effect.acquireRelease(startProcess(command), ({ pid }) =>
        settled ? Effect.void : endGroup(pid, limits.graceMs)
      )
      const ending = yield* firstEnding(running, limits)
      if (ending !== "exit") yield* endGroup(running.pid, limits.graceMs)
      const status = yield* Deferred.await(running.exited).pipe(
        // One that hangs in the system cannot be waited for, and not be ended either.
        Effect.timeoutTo({
          duration: limits.drainMs,
          onSuccess: (known) => known,
          onTimeout: () => unknownStatus
        })
      )
      const wallMs = monotonicMs(clock) - startedAt
      const drained = Effect.timeoutOption(Deferred.await(running.drained), limits.drainMs)
      if (ending === "exit") yield* drained
      // It ended a moment ago, so that the number is nobody else's; while one of its group lives it cannot be.
      const leftBehind = signalGroup(running.pid, "SIGKILL")
      settled = true
      yield* drained
      running.close()
      const firstOutputAt = running.firstOutputAt()
      return {
        ...status,
        ending,
        stdout: running.capture.stdout(),
        stderr: running.capture.stderr(),
        wallMs,
        firstOutputMs: firstOutputAt === null ? null : firstOutputAt - startedAt,
        leftBehind
      }
    })
  )

const unknownStatus = { exitCode: null, signal: null }

const firstEnding = (running: Running, limits: ProcessLimits): Effect.Effect<Ending> =>
  Effect.raceAll<Effect.Effect<Ending>>([
    Effect.as(Deferred.await(running.exited), "exit"),
    Effect.as(Effect.zipRight(Deferred.await(running.answered), Effect.sleep(limits.lingerMs)), "answered"),
    Effect.as(Deferred.await(running.overflowed), "too_much_output"),
    Effect.as(Effect.sleep(limits.wallMs), "timeout")
  ])
