import * as Effect from "effect/Effect"

interface Waiting {
  readonly bytes: Uint8Array
  readonly resume: (result: Effect.Effect<void, unknown>) => void
}

export interface GroupCommit {
  readonly append: (bytes: Uint8Array) => Effect.Effect<void, unknown>
  /** Nothing is under way any more, also nothing that nobody waits for since its fiber was interrupted. Fails with nothing: who appended was told. */
  readonly drained: Effect.Effect<void>
}

/**
 * Many appends, few syncs. One write and one sync are under way at a time; whatever is appended meanwhile, or by those that go on once it is
 * over, goes into the next round together. Each append returns once its own bytes are synced, in the order of the calls.
 *
 * After a failure nothing more is written: the end of the file may hold part of a record, and a record behind it
 * could not be read back. Later appends fail with the same cause.
 */
export const groupCommit = (
  write: (bytes: Uint8Array) => void,
  sync: (done: (cause: Error | null) => void) => void
): GroupCommit => {
  let waiting: Array<Waiting> = []
  let busy = false
  let broken: Effect.Effect<never, unknown> | null = null

  const finish = (round: ReadonlyArray<Waiting>, result: Effect.Effect<void, unknown>): void => {
    for (const { resume } of round) resume(result)
  }

  const flush = (): void => {
    const round = waiting
    waiting = []
    busy = round.length > 0
    if (!busy) return
    try {
      write(Buffer.concat(round.map(({ bytes }) => bytes)))
    } catch (cause) {
      fail(round, cause)
      return
    }
    let returned = false
    sync((cause) => {
      if (cause !== null && cause !== undefined) {
        fail(round, cause)
        return
      }
      finish(round, Effect.void)
      // Whoever the events of this turn wake has something to append as well. A sync that is over at once (in tests) wakes nobody.
      if (returned) setImmediate(flush)
      else flush()
    })
    returned = true
  }

  const fail = (round: ReadonlyArray<Waiting>, cause: unknown): void => {
    broken = Effect.fail(cause)
    busy = false
    finish([...round, ...waiting], broken)
    waiting = []
  }

  const append: GroupCommit["append"] = (bytes) =>
    Effect.async<void, unknown>((resume) => {
      if (broken !== null) resume(broken)
      else {
        waiting.push({ bytes, resume })
        if (!busy) flush()
      }
    })
  return {
    append,
    drained: Effect.suspend(() => (busy ? Effect.ignore(append(new Uint8Array())) : Effect.void))
  }
}
