import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/TestClock"
import { exitCodeOf } from "../../src/cli/exitCode.js"
import { account, invoke, ledgerOf, ok, planned, server, testDisk } from "../support/liveRuns.js"
import { temporaryFolder } from "../support/runs.js"
import { toyFamilies } from "../support/toyFamilies.js"

/** A disk on which the n-th call, and each one after it, is refused. Reading still works. */
const refusingDisk = (code: "ENOSPC" | "EMFILE", nth: number) => {
  let calls = 0
  let refused = false
  const refuse = (): void => {
    calls += 1
    if (calls < nth) return
    refused = true
    throw Object.assign(new Error(code), { code })
  }
  const layer = testDisk(
    code === "ENOSPC"
      ? {
          writeSync: ((handle: number, bytes: Uint8Array, offset: number) => {
            refuse()
            return fs.writeSync(handle, bytes, offset)
          }) as typeof fs.writeSync
        }
      : {
          openSync: ((file: string, flags: string) => {
            refuse()
            return fs.openSync(file, flags)
          }) as typeof fs.openSync
        }
  )
  return { layer, isRefusing: () => refused }
}

const experiment = toyFamilies(3)

describe("E15 a disk that takes nothing more", () => {
  it.scoped.each(["ENOSPC", "EMFILE"] as const)(
    "E15 %s at any call: nothing new is sent, what is under way is waited for, its cost stays in the books",
    (code) =>
      Effect.gen(function* () {
        const original = yield* planned(experiment, "toy")
        let sentInAll = 0
        for (let nth = 1; ; nth += 1) {
          const root = path.join(yield* temporaryFolder, "run")
          fs.cpSync(original, root, { recursive: true })
          const disk = refusingDisk(code, nth)
          let sentAfterwards = 0
          let answered = 0
          const to = server(
            () => {
              answered += 1
              return ok
            },
            {
              delayMs: 10_000,
              onSent: ({ kind }) => {
                if (kind === "generate" && disk.isRefusing()) sentAfterwards += 1
              }
            }
          )
          const start = invoke(root, to, { experiment, concurrency: 4, disk: disk.layer })
          const fiber = yield* Effect.fork(Effect.either(start))
          for (let seconds = 0; seconds < 60; seconds += 10) yield* TestClock.adjust("10 seconds")
          const result = yield* Fiber.join(fiber)
          if (result._tag === "Right") {
            expect(disk.isRefusing()).toBe(false)
            expect(nth).toBeGreaterThan(20)
            break
          }
          expect(result.left).toMatchObject({ _tag: "DiskError", code })
          expect(exitCodeOf(result.left)).toBe(1)
          expect(sentAfterwards).toBe(0)
          const sent = to.sent.filter(({ kind }) => kind === "generate")
          expect(answered).toBe(sent.length)
          sentInAll += sent.length

          // Everything that was sent stands in the books, with its cost or with its reservation.
          const booked = ledgerOf(root)
            .filter(({ kind }) => kind === "generate")
            .map(({ trialId }) => trialId)
          for (const { trialId } of sent) expect(booked).toContain(trialId)
          const { held, known } = account(root)
          expect(known + held).toBeGreaterThanOrEqual(15 * sent.length)

          // With room again the rest is done, and nothing is sent twice.
          const again = server(() => ok)
          expect(yield* invoke(root, again, { experiment })).toMatchObject({ planned: 6, pending: 0 })
          const all = [...sent, ...again.sent.filter(({ kind }) => kind === "generate")].map(
            ({ trialId }) => trialId
          )
          expect(new Set(all).size).toBe(all.length)
        }
        // Also in the middle of things, not only before them.
        expect(sentInAll).toBeGreaterThan(20)
      }),
    120_000
  )
})
