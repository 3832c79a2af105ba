import { spawnSync } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { build } from "esbuild"
import { RawBody } from "../../src/llm/HttpExchange.js"
import { writeAttempt, writeTerminal } from "../../src/records/TrialRecord.js"
import { planned } from "../support/liveRuns.js"
import { responseBody, runServices, temporaryFolder } from "../support/runs.js"
import { toyFamilies } from "../support/toyFamilies.js"

/** A program that scores and reports the run in its first argument. */
const program = `
  import * as Effect from "effect/Effect"
  import * as Layer from "effect/Layer"
  import { report } from "./src/pipeline/report.js"
  import { score } from "./src/pipeline/score.js"
  import * as Disk from "./src/records/Disk.js"
  import * as RunDirectory from "./src/records/RunDirectory.js"
  import { toyExperiment } from "./test/support/toyExperiment.js"
  const toy = toyExperiment()
  const work = Effect.zip(score(toy).run, report(toy).run)
  const [scored] = await Effect.runPromise(
    Effect.provide(work, Layer.merge(Disk.layer, RunDirectory.layer(process.argv[2])))
  )
  console.log(JSON.stringify(scored))
`

const root = path.resolve(import.meta.dirname, "../..")

describe("J5 large bodies", () => {
  it.scopedLive(
    "J5 1,200 bodies of 200 KiB are scored and reported in a heap that holds a quarter of them",
    () =>
      Effect.gen(function* () {
        const trials = 1200
        const run = yield* planned(toyFamilies(trials / 2), "toy")
        const outfile = path.join(yield* temporaryFolder, "program.mjs")
        yield* Effect.promise(() =>
          build({
            stdin: { contents: program, resolveDir: root, loader: "ts" },
            bundle: true,
            format: "esm",
            platform: "node",
            outfile,
            logLevel: "error"
          })
        )
        const schedule = fs
          .readFileSync(path.join(run, "schedule.jsonl"), "utf8")
          .trimEnd()
          .split("\n")
          .map((line) => JSON.parse(line))
        expect(schedule).toHaveLength(trials)
        const exchange = {
          httpStatus: 200,
          headers: {},
          body: new RawBody(responseBody("x".repeat(200 * 1024)))
        }
        yield* Effect.forEach(
          schedule,
          ({ requestSha256, trialId }) =>
            Effect.zipRight(
              writeAttempt({ ...meta, trialId, requestSha256 }, exchange, "plain"),
              writeTerminal({ ...terminal, trialId }, "plain")
            ),
          { discard: true }
        ).pipe(Effect.provide(runServices(run)))

        const ended = spawnSync(process.execPath, ["--max-old-space-size=64", outfile, run])
        expect(ended.stderr.toString()).toBe("")
        expect(JSON.parse(ended.stdout.toString())).toEqual({
          planned: trials,
          terminal: trials,
          outcomes: { wrong_answer: trials }
        })
        // Of each answer the beginning stands in the scores.
        expect(fs.statSync(path.join(run, "scores.jsonl")).size).toBeLessThan(trials * 1500)
      }),
    120_000
  )
})

const meta = {
  attempt: 1,
  maxOutputTokens: 64,
  startedAt: "2026-01-01T00:00:00.000Z",
  queueMs: 0,
  backoffMs: 0,
  durationMs: 1,
  error: null,
  unknownParts: [],
  synthetic_mock: true
}

const terminal = {
  formatVersion: 1,
  conclusion: "response",
  reason: null,
  decidingAttempt: 1,
  attempts: 1,
  endedAt: "2026-01-01T00:00:01.000Z",
  timing: { queueMs: 0, countMs: 0, attemptMs: 1, backoffMs: 0 },
  synthetic_mock: true
} as const
