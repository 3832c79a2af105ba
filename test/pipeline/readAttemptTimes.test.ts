import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { readAttemptTimes } from "../../src/pipeline/readAttemptTimes.js"
import type { Disk } from "../../src/records/Disk.js"
import { RunDirectory } from "../../src/records/RunDirectory.js"
import type { AttemptMeta } from "../../src/records/TrialRecord.js"
import { writeAttempt } from "../../src/records/TrialRecord.js"
import { scoreRow } from "../experiments/syntax-locality/reporting/scores.js"
import { runServices, temporaryFolder } from "../support/runs.js"

const row = scoreRow({}, "correct", { attempts: 2 })

const record = (rest: Partial<AttemptMeta>) =>
  writeAttempt(
    {
      trialId: row.trialId,
      attempt: 1,
      requestSha256: "0".repeat(64),
      maxOutputTokens: 8192,
      startedAt: "2026-10-05T01:00:00.250Z",
      queueMs: 0,
      backoffMs: 0,
      durationMs: 125,
      error: null,
      unknownParts: [],
      synthetic_mock: false,
      ...rest
    },
    null,
    "plain"
  )

const lost = {
  tag: "TransportError",
  stage: "body",
  code: "ECONNRESET",
  ambiguousOutcome: true,
  message: "gone"
} as const
const first = {
  attempt: 1,
  startedAtMs: Date.UTC(2026, 9, 5, 1, 0, 0, 250),
  durationMs: 125,
  failed: true,
  ambiguous: true
}
const second = { ...first, attempt: 2, failed: false, ambiguous: false }

describe("the times of attempts", () => {
  const inRun = <A, E>(use: Effect.Effect<A, E, Disk | RunDirectory>) =>
    Effect.flatMap(temporaryFolder, (root) => {
      fs.mkdirSync(path.join(root, "trials", row.trialId), { recursive: true })
      return Effect.provide(use, runServices(root))
    })

  it.scoped("are those of the records, ascending", () =>
    inRun(
      Effect.gen(function* () {
        yield* record({ attempt: 2 })
        yield* record({ error: lost })
        expect(yield* readAttemptTimes(row)).toEqual([first, second])
      })
    )
  )

  it.scoped("an attempt without a record is not among them", () =>
    inRun(
      Effect.gen(function* () {
        yield* record({ attempt: 2 })
        expect(yield* readAttemptTimes(row)).toEqual([second])
      })
    )
  )

  it.scoped("a trial that is not over has those that it has", () =>
    inRun(
      Effect.gen(function* () {
        yield* record({ error: lost })
        expect(yield* readAttemptTimes({ ...row, terminal: false, attempts: 0 })).toEqual([first])
      })
    )
  )

  it.scoped("a record of no time, or of another attempt, is damaged", () =>
    inRun(
      Effect.gen(function* () {
        const damaged = { _tag: "DamagedRecord" }
        yield* record({ startedAt: "some day" })
        expect(yield* Effect.flip(readAttemptTimes(row))).toMatchObject(damaged)
        yield* record({})
        const folder = (yield* RunDirectory).trialFolder(row.trialId)
        fs.copyFileSync(
          path.join(folder, "attempt-001-meta.json"),
          path.join(folder, "attempt-002-meta.json")
        )
        expect(yield* Effect.flip(readAttemptTimes(row))).toMatchObject(damaged)
      })
    )
  )
})
