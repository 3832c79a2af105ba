import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { status } from "../../src/pipeline/status.js"
import { eventsOf, invoke, live, planned, type Reply, reset, server } from "../support/liveRuns.js"
import { responseBody, runServices } from "../support/runs.js"
import { toyFamilies } from "../support/toyFamilies.js"

/** Half a million tokens a reply, of which all but five are input. */
const usage = { input_tokens: 499_995, output_tokens: 5, total_tokens: 500_000 }
const expensive: Reply = { status: 200, body: responseBody("2", { usage }) }
const unreadable: Reply = { status: 200, body: responseBody("2", { usage, output: null }) }

const experiment = toyFamilies(4)
const count = () => Effect.succeed(499_995)
const mode = (maxGenerationCalls: number) =>
  live({ limits: { maxGenerationCalls, maxHttpAttempts: 1000, localTokenCap: 100_000_000 } })

describe("E10 what a run has cost", () => {
  it.scoped("E10 is told for this start and in all, whatever became of the attempts", () =>
    Effect.gen(function* () {
      const root = yield* planned(experiment, "toy")
      const statusNow = status(experiment).run.pipe(Effect.provide(runServices(root)))
      expect((yield* statusNow).lastStart).toBeNull()

      // Six trials: five answers, and a reply that was paid for and cannot be read. 3 million tokens.
      const first = server((_, index) => (index === 2 ? unreadable : expensive), { count })
      const before = yield* invoke(root, first, { experiment, mode: mode(6), concurrency: 1 })
      // The block that has no room is not counted, either.
      const three = { generations: 6, counts: 6, tokens: 3_000_000, reserved: 0 }
      expect(before).toMatchObject({
        concluded: 6,
        withResponse: 5,
        spending: { thisStart: three, inAll: three }
      })
      expect(yield* statusNow).toMatchObject({ lastStart: three, tokens: { usedInAll: 3_000_000 } })

      // The other two: one is refused once, and its first attempt stays reserved.
      const second = server(({ attempt }, index) => (index === 0 && attempt === 1 ? reset : expensive), {
        count
      })
      const after = yield* invoke(root, second, { experiment, mode: mode(100), concurrency: 1 })
      const one = { generations: 2, counts: 2, tokens: 500_000, reserved: 499_995 + 64 + 256 }
      const all = { generations: 8, counts: 8, tokens: 3_500_000, reserved: 499_995 + 64 + 256 }
      expect(after).toMatchObject({ concluded: 2, pending: 0, spending: { thisStart: one, inAll: all } })
      expect(yield* statusNow).toMatchObject({
        lastStart: one,
        tokens: { usedInAll: 3_500_000 },
        attempts: { generation: 8, count: 8 }
      })
      expect(eventsOf(root).filter(({ type }) => type === "invocation_ended")).toMatchObject([
        { spending: { thisStart: three, inAll: three } },
        { spending: { thisStart: one, inAll: all } }
      ])

      // A start that has nothing to do costs nothing and forgets nothing.
      const nothing = { generations: 0, counts: 0, tokens: 0, reserved: 0 }
      expect(
        yield* invoke(
          root,
          server(() => expensive),
          { experiment }
        )
      ).toMatchObject({
        spending: { thisStart: nothing, inAll: all }
      })
      expect((yield* statusNow).lastStart).toEqual(nothing)
    })
  )
})
