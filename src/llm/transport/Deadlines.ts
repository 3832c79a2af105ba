import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

/** Calls back when something has lasted for the agreed time, unless it is removed before. */
export interface Deadlines<A> {
  readonly add: (item: A) => void
  readonly remove: (item: A) => void
}

/**
 * One fiber that watches over any number of items with the same time to live, because a timer and a race for each of many
 * requests cost more than the requests. An item that comes while the fiber sleeps ends later than the fiber's sleep, so
 * nothing has to wake it. Time is monotonic: a clock that is set forward expires nobody.
 */
export const make = <A>(
  lifetimeMs: number,
  onExpiry: (item: A) => void
): Effect.Effect<Deadlines<A>, never, Scope.Scope> =>
  Effect.gen(function* () {
    const clock = yield* Clock.clockWith(Effect.succeed)
    const nowMs = (): number => Number(clock.unsafeCurrentTimeNanos() / 1_000_000n)
    // In order of insertion, and therefore of expiry.
    const expiries = new Map<A, number>()

    const expire = (): number => {
      const now = nowMs()
      for (const [item, expiry] of expiries) {
        if (expiry > now) return expiry - now
        expiries.delete(item)
        onExpiry(item)
      }
      return lifetimeMs
    }

    yield* Effect.sync(expire).pipe(Effect.flatMap(Effect.sleep), Effect.forever, Effect.forkScoped)
    return {
      add: (item) => expiries.set(item, nowMs() + lifetimeMs),
      remove: (item) => expiries.delete(item)
    }
  })
