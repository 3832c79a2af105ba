import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

/** Rates that hold in every rolling 60 seconds, over counts, generations and retries alike (specification 9.2). */
export interface Rates {
  readonly requestsPerMinute: number
  readonly tokensPerMinute: number
}

/** One request alone is larger than a minute allows; waiting would not help. */
export class RateImpossible extends Data.TaggedError("RateImpossible")<{
  readonly tokens: number
  readonly tokensPerMinute: number
}> {
  override get message(): string {
    return `one request reserves ${this.tokens} tokens, more than --max-tpm ${this.tokensPerMinute} allows in a minute`
  }
}

/** A send that still counts, in monotonic nanoseconds. */
interface Send {
  readonly at: bigint
  readonly tokens: number
}

const minute = 60_000_000_000n

export interface Throttle {
  /**
   * Waits until one more request of `tokens` fits, and counts it from then on. Served in the order of the calls. Interrupting a
   * waiting call counts nothing.
   */
  readonly acquire: (tokens: number) => Effect.Effect<void, RateImpossible>
  /** As `acquire` where nobody has to wait, and true; else it does nothing. Most requests of a run come through here, without a fiber of their own. */
  readonly acquireNow: (tokens: number) => Effect.Effect<boolean>
}

/**
 * A sliding window over the sends of the last minute, on the monotonic clock: a wall clock that is set does not matter.
 * `recent` are sends of an earlier process, as ages in milliseconds.
 */
export const make = (
  rates: Rates,
  recent: ReadonlyArray<{ readonly ageMs: number; readonly tokens: number }> = []
): Effect.Effect<Throttle> =>
  Effect.gen(function* () {
    const start = yield* Clock.currentTimeNanos
    const turn = yield* Effect.makeSemaphore(1)
    const sends: Array<Send> = recent
      .map(({ ageMs, tokens }) => ({
        at: start - BigInt(Math.max(0, Math.round(ageMs))) * 1_000_000n,
        tokens
      }))
      .sort((a, b) => (a.at < b.at ? -1 : 1))
    /** Sends before this index are older than a minute. */
    let first = 0
    let used = sends.reduce((sum, { tokens }) => sum + tokens, 0)
    /** Calls of `acquire` that have not ended. */
    let waiting = 0

    const forget = (now: bigint): void => {
      for (
        let oldest = sends[first];
        oldest !== undefined && now - oldest.at >= minute;
        oldest = sends[first]
      ) {
        used -= oldest.tokens
        first += 1
      }
      if (first > 1024 && first * 2 > sends.length) {
        sends.splice(0, first)
        first = 0
      }
    }

    /** How long until `tokens` fit: until enough of the oldest sends are a minute old. 0 when they fit now. */
    const waitFrom = (now: bigint, tokens: number): bigint => {
      forget(now)
      let requests = sends.length - first
      let remaining = used
      let wait = 0n
      for (let index = first; ; index += 1) {
        if (requests < rates.requestsPerMinute && remaining + tokens <= rates.tokensPerMinute) return wait
        const oldest = sends[index]
        // Nothing is left that could expire: `acquire` has refused what never fits.
        if (oldest === undefined) return wait
        requests -= 1
        remaining -= oldest.tokens
        wait = oldest.at + minute - now
      }
    }

    const fits = (now: bigint, tokens: number): boolean => {
      if (tokens > rates.tokensPerMinute || waitFrom(now, tokens) > 0n) return false
      sends.push({ at: now, tokens })
      used += tokens
      return true
    }

    const acquireNow: Throttle["acquireNow"] = (tokens) =>
      Clock.clockWith((clock) =>
        Effect.sync(() => waiting === 0 && fits(clock.unsafeCurrentTimeNanos(), tokens))
      )

    const inTurn: Throttle["acquire"] = Effect.fnUntraced(function* (tokens) {
      if (tokens > rates.tokensPerMinute) {
        return yield* new RateImpossible({ tokens, tokensPerMinute: rates.tokensPerMinute })
      }
      for (;;) {
        const now = yield* Clock.currentTimeNanos
        if (fits(now, tokens)) return
        yield* Effect.sleep(Duration.nanos(waitFrom(now, tokens)))
      }
    })

    const acquire: Throttle["acquire"] = (tokens) =>
      Effect.acquireUseRelease(
        Effect.sync(() => {
          waiting += 1
        }),
        () => turn.withPermits(1)(inTurn(tokens)),
        () =>
          Effect.sync(() => {
            waiting -= 1
          })
      )

    return { acquire, acquireNow }
  })
