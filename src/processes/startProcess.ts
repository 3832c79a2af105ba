import { type ChildProcess, spawn } from "node:child_process"
import * as fs from "node:fs"
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import { type Capture, makeCapture } from "./Capture.js"
import type { Command } from "./Command.js"
import { withInheritedStdio } from "./inheritedStdio.js"
import { type StartError, startError } from "./ProcessError.js"

/** How the program itself ended; null for the one of the two that it was not. */
export interface Status {
  readonly exitCode: number | null
  readonly signal: string | null
}

/** A program that has been started, and what becomes of it. */
export interface Running {
  /** The program's number, and its group's. */
  readonly pid: number
  readonly capture: Capture
  readonly exited: Deferred.Deferred<Status>
  /** Both outputs have ended: nobody holds them any more. */
  readonly drained: Deferred.Deferred<void>
  readonly overflowed: Deferred.Deferred<void>
  readonly answered: Deferred.Deferred<void>
  /** Monotonic, in milliseconds; null before the first byte of standard output. */
  readonly firstOutputAt: () => number | null
  /** Lets go of outputs that others still hold. */
  readonly close: () => void
}

export const monotonicMs = (clock: Clock.Clock): number => Number(clock.unsafeCurrentTimeNanos()) / 1e6

/** Starts a program as the leader of a new session: no terminal to ask, and a group of its own to be ended by. */
export const startProcess = (command: Command): Effect.Effect<Running, StartError> =>
  Effect.gen(function* () {
    const clock = yield* Clock.clockWith(Effect.succeed)
    const exited = yield* Deferred.make<Status>()
    const drained = yield* Deferred.make<void>()
    const overflowed = yield* Deferred.make<void>()
    const answered = yield* Deferred.make<void>()
    const capture = makeCapture(command.limits.outputBytes)
    let firstOutputAt: number | null = null

    const read = (child: ChildProcess): void => {
      let open = 2
      for (const name of ["stdout", "stderr"] as const) {
        child[name]?.on("data", (chunk: Buffer) => {
          if (name === "stdout") firstOutputAt ??= monotonicMs(clock)
          if (!capture.add(name, chunk)) {
            child[name]?.destroy()
            Deferred.unsafeDone(overflowed, Effect.void)
          } else if (name === "stdout" && command.hasAnswered?.(chunk) === true) {
            Deferred.unsafeDone(answered, Effect.void)
          }
        })
        child[name]?.once("close", () => {
          open--
          if (open === 0) Deferred.unsafeDone(drained, Effect.void)
        })
      }
    }

    return yield* Effect.async<Running, StartError>((resume) => {
      const refuse = (cause: unknown) =>
        resume(Effect.fail(startError(command.program, cause, fs.existsSync(command.folder))))
      try {
        const child = withInheritedStdio((stdio) =>
          spawn(command.program, command.args, {
            cwd: command.folder,
            env: command.environment,
            detached: true,
            stdio
          })
        )
        child.once("exit", (exitCode, signal) =>
          Deferred.unsafeDone(exited, Effect.succeed({ exitCode, signal }))
        )
        read(child)
        // A program may end without having read all, which is its own affair.
        child.stdin?.on("error", () => {})
        child.once("error", refuse)
        child.once("spawn", () => {
          child.stdin?.end(command.stdin)
          resume(
            Effect.succeed({
              // There is a number once there is a process.
              pid: child.pid ?? 0,
              capture,
              exited,
              drained,
              overflowed,
              answered,
              firstOutputAt: () => firstOutputAt,
              close: () => {
                child.stdout?.destroy()
                child.stderr?.destroy()
              }
            })
          )
        })
      } catch (cause) {
        refuse(cause)
      }
    })
  })
