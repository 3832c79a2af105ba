import { describe, expect, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import type { Scope } from "effect/Scope"
import * as fc from "fast-check"
import { ahead, type Groups, onDemand, type Supply } from "../../src/runner/Supply.js"

/** Gives these groups, and lets others run before each; `asked` counts, and `atOnce` says how many askers there were together at most. */
const supplier = (groups: ReadonlyArray<ReadonlyArray<number>>) => {
  const seen = { asked: 0, now: 0, atOnce: 0 }
  const next: Groups<number, never, never> = Effect.suspend(() => {
    seen.now += 1
    seen.atOnce = Math.max(seen.atOnce, seen.now)
    const group = groups[seen.asked] ?? null
    seen.asked += 1
    return Effect.as(Effect.yieldNow(), group).pipe(
      Effect.ensuring(
        Effect.sync(() => {
          seen.now -= 1
        })
      )
    )
  })
  return { next, seen }
}

const drain = (next: Supply<number, never, never>, takers: number) =>
  Effect.gen(function* () {
    const taken: Array<number> = []
    const taker = Effect.gen(function* () {
      for (let item = yield* next; item !== null; item = yield* next) {
        taken.push(item)
        yield* Effect.yieldNow()
      }
    })
    yield* Effect.replicateEffect(taker, takers, { concurrency: "unbounded", discard: true })
    return taken
  })

type Way = (
  groups: Groups<number, never, never>,
  takers: number
) => Effect.Effect<Supply<number, never, never>, never, Scope>

const ways: ReadonlyArray<readonly [string, Way]> = [
  ["on demand", onDemand],
  ["ahead", ahead]
]

describe.each(ways)("a supply %s", (_, way) => {
  it("gives each item to one of its takers, to a single one in order, and asks for one group at a time", () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.nat(9), { maxLength: 4 }), { maxLength: 12 }),
        fc.integer({ min: 1, max: 9 }),
        async (groups, takers) => {
          const { next, seen } = supplier(groups)
          const taken = await Effect.runPromise(
            Effect.scoped(Effect.flatMap(way(next, takers), (supply) => drain(supply, takers)))
          )
          // Takers that run side by side may each see theirs a little sooner or later.
          const inOrder = (items: ReadonlyArray<number>) => (takers === 1 ? items : [...items].sort())
          expect(inOrder(taken)).toEqual(inOrder(groups.flat()))
          expect(seen).toEqual({ asked: groups.length + 1, now: 0, atOnce: 1 })
        }
      )
    ))

  it.scoped("passes a defect on to its takers, who would wait for ever", () =>
    Effect.gen(function* () {
      let asked = 0
      const broken = Effect.suspend(() => (++asked === 1 ? Effect.succeed([1]) : Effect.dieMessage("broken")))
      const next = yield* way(broken, 3)
      expect(yield* next).toBe(1)
      const exits = yield* Effect.replicateEffect(Effect.exit(next), 3, { concurrency: "unbounded" })
      for (const exit of exits) expect(Exit.isFailure(exit) && Cause.pretty(exit.cause)).toContain("broken")
    })
  )

  it.scoped("gives nothing to a taker that is interrupted while it waits", () =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<void>()
      let asked = 0
      const groups = Effect.suspend(() =>
        ++asked > 2 ? Effect.succeed(null) : Effect.as(Deferred.await(gate), [asked])
      )
      const next = yield* way(groups, 2)
      const first = yield* Effect.fork(next)
      const second = yield* Effect.fork(next)
      yield* Effect.yieldNow()
      yield* Fiber.interrupt(second)
      yield* Deferred.succeed(gate, undefined)
      expect([yield* Fiber.join(first), yield* next, yield* next]).toEqual([1, 2, null])
    })
  )
})

describe("how far a supply is ahead of its takers", () => {
  const groups = [[1, 2, 3], [4, 5], [6], [7, 8, 9]]
  const others = Effect.yieldNow().pipe(Effect.repeatN(100))

  it.scoped("on demand: not at all", () =>
    Effect.gen(function* () {
      const { next, seen } = supplier(groups)
      const supply = yield* onDemand(next)
      yield* others
      expect(seen.asked).toBe(0)
      for (const asked of [1, 1, 1, 2, 2, 3, 4]) {
        yield* supply
        yield* others
        expect(seen.asked).toBe(asked)
      }
    })
  )

  it.scoped("ahead: by as many items as there are takers, and the group that does not fit any more", () =>
    Effect.gen(function* () {
      const { next, seen } = supplier(groups)
      const supply = yield* ahead(next, 4)
      yield* others
      expect(seen.asked).toBe(2)
      yield* supply
      yield* others
      // Four are ready, and the sixth waits for room.
      expect(seen.asked).toBe(3)
    })
  )
})
