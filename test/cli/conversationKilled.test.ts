import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { assistPremise } from "../../src/experiments/assist-premise/AssistPremise.js"
import { parseFaults } from "../../src/provider/FaultSpec.js"
import { make } from "../../src/provider/Provider.js"
import type { LogEntry } from "../../src/provider/ProviderLog.js"
import * as Disk from "../../src/records/Disk.js"
import { contents } from "../support/runs.js"
import { bin, build, type Ended, end, icl, start } from "./executable.js"

let folder = ""

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "locality-"))
  expect(await build()).toMatchObject({ code: 0 })
}, 60_000)

afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

const resume = (run: string) =>
  start(
    process.execPath,
    [
      bin,
      "resume",
      "--run",
      run,
      "--execute",
      "--max-generation-calls=100",
      "--max-http-attempts=500",
      "--local-token-cap=100000000",
      "--max-rpm=100000",
      "--max-tpm=1000000000",
      "--concurrency=3"
    ],
    { OPENAI_API_KEY: "sk-for-nobody-0123456789", ANTHROPIC_API_KEY: "sk-for-nobody-0123456789" }
  )

const json = async (...argv: ReadonlyArray<string>) => {
  const { code, stderr, stdout } = await icl(...argv, "--json")
  expect([argv[0], code, stderr]).toEqual([argv[0], 0, expect.any(String)])
  return JSON.parse(stdout)
}

describe("a repair loop as a process", () => {
  it.scopedLive.each(["responses", "messages"] as const)(
    "E4 killed at its calls, again and again: what was answered is never asked again, over %s",
    (protocol) =>
      Effect.gen(function* () {
        // Every body is refused, so that each of 21 problems has three calls, and no two requests are the same.
        const model = yield* Effect.provide(assistPremise.simulatedModel("broken", null), Disk.layer)
        const log: Array<LogEntry> = []
        let onGeneration: (sent: number) => void = () => {}
        const received = () =>
          log.flatMap((entry) =>
            entry.event === "received" && entry.operation === "generate" ? [entry.requestSha256] : []
          )
        const { baseUrl } = yield* make({
          model,
          seed: 1n,
          protocol,
          port: 0,
          faults: Either.getOrThrow(parseFaults("latency=5..40")),
          record: (entry) => {
            log.push(entry)
            if (entry.event === "received" && entry.operation === "generate") onGeneration(received().length)
          }
        })
        const run = path.join(folder, protocol)
        const plan = ["plan", "--experiment", "assist-premise", "--preset", "public", "--out", run]
        yield* Effect.promise(() =>
          icl(...plan, "--model", "simulated", "--protocol", protocol, "--base-url", baseUrl)
        )

        const until = (kill: number | null) =>
          Effect.promise((): Promise<Ended> => {
            const child = resume(run)
            onGeneration = (sent) => void (kill !== null && sent >= kill && child.kill("SIGKILL"))
            return end(child)
          })
        let kills = 0
        for (const at of [5, 14, 25, 37]) {
          const { signal } = yield* until(at)
          expect(signal).toBe("SIGKILL")
          kills += 1
          const asked = received()
          expect(new Set(asked).size).toBe(asked.length)
        }
        expect(yield* until(null)).toMatchObject({ signal: null, code: 0 })

        // Nothing was generated twice; what was under way at a kill is unknown, and its conversation is over.
        const asked = received()
        expect(new Set(asked).size).toBe(asked.length)
        const files = contents(path.join(run, "trials"))
        const ends = Object.entries(files).flatMap(([name, text]) =>
          name.endsWith("terminal.json") ? [JSON.parse(text)] : []
        )
        expect(ends).toHaveLength(21)
        const lost = ends.filter(({ conclusion }) => conclusion === "ambiguous_outcome")
        expect(lost.length).toBeGreaterThan(0)
        expect(lost.length).toBeLessThanOrEqual(3 * kills)
        const whole = ends.filter(({ conclusion }) => conclusion === "response")
        expect(new Set(whole.map(({ calls }) => calls))).toEqual(new Set([3]))

        yield* Effect.promise(() => json("score", "--run", run))
        yield* Effect.promise(() => json("report", "--run", run))
        const verified = yield* Effect.promise(() => json("verify", "--run", run))
        expect(verified.passed).toBe(true)
        const standing = yield* Effect.promise(() => json("status", "--run", run))
        expect(standing).toMatchObject({ pending: 0, inFlight: 0, ambiguous: lost.length })
      }),
    180_000
  )
})
