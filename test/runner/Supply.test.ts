import { describe, expect, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import type { Scope } from "effect/Scope"
import * as fc from "fast-check"
import { ahead, type Groups, onDemand, type Supply } from "../../src/runner/Supply.js"

interface Item {
  readonly n: number
}

const items = (numbers: ReadonlyArray<number>): ReadonlyArray<Item> => numbers.map((n) => ({ n }))

/** Gives these groups, and lets others run before each; `asked` counts, and `atOnce` says how many askers there were together at most. */
const supplier = (groups: ReadonlyArray<ReadonlyArray<number>>) => {
  const seen = { asked: 0, now: 0, atOnce: 0 }
  const next: Groups<Item, never, never> = Effect.suspend(() => {
    seen.now += 1
    seen.atOnce = Math.max(seen.atOnce, seen.now)
    const group = groups[seen.asked] ?? null
    seen.asked += 1
    return Effect.as(Effect.yieldNow(), group === null ? null : items(group)).pipe(
      Effect.ensuring(
        Effect.sync(() => {
          seen.now -= 1
        })
      )
    )
  })
  return { next, seen }
}

const drain = (next: Supply<Item, never, never>, takers: number) =>
  Effect.gen(function* () {
    const taken: Array<number> = []
    const taker = Effect.gen(function* () {
      for (let item = yield* next; item !== null; item = yield* next) {
        taken.push(item.n)
        yield* Effect.yieldNow()
      }
    })
    yield* Effect.replicateEffect(taker, takers, { concurrency: "unbounded", discard: true })
    return taken
  })

type Way = <E>(
  groups: Groups<Item, E, never>,
  takers: number
) => Effect.Effect<Supply<Item, E, never>, never, Scope>

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
        // The runtime lets others run after so many steps, wherever that is.
        fc.oneof(fc.integer({ min: 30, max: 120 }), fc.constant(2048)),
        async (groups, takers, steps) => {
          const { next, seen } = supplier(groups)
          const taken = await Effect.flatMap(way(next, takers), (supply) => drain(supply, takers)).pipe(
            Effect.scoped,
            Effect.withMaxOpsBeforeYield(steps),
            Effect.timeoutFail({ duration: "5 seconds", onTimeout: () => "it hangs" }),
            Effect.runPromise
          )
          // Takers that run side by side may each see theirs a little sooner or later.
          const inOrder = (numbers: ReadonlyArray<number>) => (takers === 1 ? numbers : numbers.toSorted())
          expect(inOrder(taken)).toEqual(inOrder(groups.flat()))
          expect(seen).toEqual({ asked: groups.length + 1, now: 0, atOnce: 1 })
        }
      ),
      { numRuns: 300 }
    ))

  it("holds nobody up, wherever the runtime lets others run", async () => {
    for (let pad = 0; pad < 40; pad += 1) {
      let asked = 0
      let work: Effect.Effect<void> = Effect.void
      for (let step = 0; step < pad; step += 1) {
        const before = work
        work = Effect.flatMap(Effect.void, () => before)
      }
      const groups = Effect.suspend(() => Effect.as(work, ++asked > 12 ? null : items([asked])))
      const taken = await Effect.flatMap(way(groups, 3), (supply) => drain(supply, 3)).pipe(
        Effect.scoped,
        Effect.withMaxOpsBeforeYield(40),
        Effect.timeoutFail({ duration: "1 second", onTimeout: () => `it hangs after ${pad} steps` }),
        Effect.runPromise
      )
      expect(taken).toHaveLength(12)
    }
  })

  it.scoped.each([
    ["defect", Effect.dieMessage("broken")],
    ["failure", Effect.fail("broken")]
  ] as const)("passes a %s on to its takers, who would wait for ever", ([, broken]) =>
    Effect.gen(function* () {
      let asked = 0
      const groups = Effect.suspend(() => (++asked === 1 ? Effect.succeed(items([1])) : broken))
      const next = yield* way<string>(groups, 3)
      expect(yield* next).toEqual({ n: 1 })
      const exits = yield* Effect.replicateEffect(Effect.exit(next), 3, { concurrency: "unbounded" })
      for (const exit of exits) expect(Exit.isFailure(exit) && Cause.pretty(exit.cause)).toContain("broken")
    })
  )

  it.scoped("gives nothing to a taker that is interrupted while it waits", () =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<void>()
      let asked = 0
      const groups = Effect.suspend(() =>
        ++asked > 2 ? Effect.succeed(null) : Effect.as(Deferred.await(gate), items([asked]))
      )
      const next = yield* way(groups, 2)
      const first = yield* Effect.fork(next)
      const second = yield* Effect.fork(next)
      yield* Effect.yieldNow()
      yield* Fiber.interrupt(second)
      yield* Deferred.succeed(gate, undefined)
      expect([yield* Fiber.join(first), yield* next, yield* next]).toEqual([{ n: 1 }, { n: 2 }, null])
    })
  )
})

describe("how far a supply is ahead of its takers", () => {
  const groups = [[1, 2, 3], [], [4, 5], [6], [7, 8, 9]]
  const others = Effect.yieldNow().pipe(Effect.repeatN(100))

  it.scoped("on demand: not at all", () =>
    Effect.gen(function* () {
      const { next, seen } = supplier(groups)
      const supply = yield* onDemand(next)
      yield* others
      expect(seen.asked).toBe(0)
      for (const asked of [1, 1, 1, 3, 3, 4, 5]) {
        yield* supply
        yield* others
        expect(seen.asked).toBe(asked)
      }
    })
  )

  it.scoped("ahead: by two groups that hold something, whatever their size", () =>
    Effect.gen(function* () {
      const { next, seen } = supplier(groups)
      const supply = yield* ahead(next, 4)
      yield* others
      expect(seen.asked).toBe(3)
      for (const asked of [4, 4, 4, 5, 5, 6]) {
        yield* supply
        yield* others
        expect(seen.asked).toBe(asked)
      }
    })
  )
})
