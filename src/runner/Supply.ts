import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Queue from "effect/Queue"
import type { Scope } from "effect/Scope"

/** Gives out groups of items until there are none: `null` behind the last group. */
export type Groups<A extends object, E, R> = Effect.Effect<ReadonlyArray<A> | null, E, R>

/**
 * The items of all groups in their order, each to one of the takers; `null` to each taker when there are no more. An item takes a few steps of the
 * runtime, where one of a stream takes dozens. A taker that is interrupted may take an item with it.
 */
export type Supply<A extends object, E, R> = Effect.Effect<A | null, E, R>

/** A group is asked for when the one before is used up, by one taker while the others wait. */
export const onDemand = <A extends object, E, R>(groups: Groups<A, E, R>): Effect.Effect<Supply<A, E, R>> =>
  Effect.map(Effect.makeSemaphore(1), (turn) => {
    let group: ReadonlyArray<A> = []
    let given = 0
    let ended = false
    /** Looks and takes in one step: whoever waits for the turn may find that others were sooner. */
    const takeOr = (otherwise: Supply<A, E, R>): Supply<A, E, R> =>
      Effect.suspend(() => {
        const item = group[given]
        if (item === undefined) return ended ? Effect.succeed(null) : otherwise
        given += 1
        return Effect.succeed(item)
      })
    const another: Supply<A, E, R> = takeOr(
      Effect.flatMap(groups, (found) => {
        ended = found === null
        group = found ?? []
        given = 0
        return another
      })
    )
    return takeOr(turn.withPermits(1)(another))
  })

/**
 * One group is ready, and another one in the making, before the takers need them. A failure comes in its turn, and to each of them; there are
 * not to be more of them than `takers`.
 */
export const ahead = <A extends object, E, R>(
  groups: Groups<A, E, R>,
  takers: number
): Effect.Effect<Supply<A, E, never>, never, R | Scope> =>
  Effect.gen(function* () {
    const ready = yield* Queue.unbounded<Exit.Exit<Given<A> | null, E>>()
    /** For the groups that may be there beside the one that is being taken. */
    const room = yield* Effect.makeSemaphore(2)
    const offer = (exits: ReadonlyArray<Exit.Exit<Given<A> | null, E>>): Effect.Effect<void> =>
      Effect.asVoid(Queue.offerAll(ready, exits))
    const toEach = (end: Exit.Exit<null, E>) => offer(Array<typeof end>(takers).fill(end))
    const oneMore: Effect.Effect<void> = Effect.asVoid(room.release(1))
    const fill: Effect.Effect<void, never, R> = Effect.flatMap(
      Effect.zipRight(room.take(1), Effect.exit(groups)),
      (found): Effect.Effect<void, never, R> => {
        if (Exit.isFailure(found)) return toEach(Exit.failCause(found.cause))
        const group = found.value
        if (group === null) return toEach(Exit.succeed(null))
        const offered =
          group.length === 0
            ? oneMore
            : offer(group.map((item, index) => Exit.succeed({ item, opensGroup: index === 0 })))
        return Effect.zipRight(offered, fill)
      }
    )
    yield* Effect.forkScoped(fill)
    return Effect.flatMap(Effect.flatten(Queue.take(ready)), (given) =>
      given?.opensGroup === true ? Effect.as(oneMore, given.item) : Effect.succeed(given?.item ?? null)
    )
  })

interface Given<A> {
  readonly item: A
  /** The group before is used up. */
  readonly opensGroup: boolean
}
